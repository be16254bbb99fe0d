import FHJSON
import FHTextFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite struct TextAcceptTests {
    private func output(_ text: TextDriver) -> String? {
        text.outputs.last.map { "\($0.name) \($0.value.string)" }
    }

    @Test func linesAreCopiedForOneRevision() async throws {
        let text = await TextDriver.loaded("a\n\u{1B}[1mb\u{1B}[0m\nc\nd", .ansi)
        try text.send("copy", #"{"from":2,"to":3}"#)
        #expect(text.copied == "b\nc")
        #expect(text.state["copied"]?["to"]?.intValue == 3)
        try text.send("setWrap", #"{"wrap":false}"#)
        #expect(text.copied == nil)
        try text.send("copy")
        #expect(text.copied == "a")
        try text.send("copy", #"{"from":4,"to":9}"#)
        #expect(text.copied == "d")
    }

    @Test func linesThatAreNotLoadedAreReadToBeCopied() async throws {
        let text = TextDriver(GrowingSource((1...5_000).map { "line \($0)" }))
        await text.start()
        try await text.perform("copy", #"{"from":4000,"to":4001}"#)
        #expect(text.copied == "line 4000\nline 4001")
    }

    @Test func whatCantBeCopiedIsRefused() async {
        let text = await TextDriver.numbered(5)
        #expect(text.refusal("copy", #"{"to":3}"#) == "/from required: is missing, although there is to")
        #expect(text.refusal("copy", #"{"from":3,"to":2}"#) == "/to invalid: must be a line from 3 to 10002")
        #expect(text.refusal("copy", #"{"from":6}"#) == "gone: the text has 5 lines, and no line 6")
    }

    @Test func linksAndPlacesInFilesAreOutputs() async throws {
        let text = await TextDriver.loaded("x\nsee https://a.b or m.c:12:5 and n.c:3")
        try text.send("acceptSpan", #"{"line":2}"#)
        #expect(output(text) == #"openLink {"url":"https://a.b"}"#)
        try text.send("acceptSpan", #"{"line":2,"start":20}"#)
        #expect(output(text) == #"openLocation {"path":"m.c","line":12,"column":5}"#)
        try text.send("acceptSpan", #"{"line":2,"start":33}"#)
        #expect(output(text) == #"openLocation {"path":"n.c","line":3}"#)
        #expect(text.line == 2)
        #expect(
            text.refusal("acceptSpan", #"{"line":2,"start":0}"#)
                == "noSpan: line 2 has no link, place in a file or hunk at 0, or is not loaded")
        #expect(text.refusal("acceptSpan", #"{"start":0}"#) == "/line required: is missing, although there is start")
    }

    @Test func aHunkIsAnOutputWithItsPatch() async throws {
        let text = await TextDriver.loaded(TextFormatTests.diff, .diff) { $0.pageSize = 20 }
        try await text.perform("acceptSpan", #"{"line":11}"#)
        #expect(text.snapshot["cause"]?["action"]?.stringValue == "accepted")
        let value = try #require(text.outputs.last).value.value
        #expect(value["path"]?.stringValue == "x")
        #expect(value["oldStart"]?.intValue == 9)
        #expect(value["newCount"]?.intValue == 0)
        #expect(
            value["patch"]?.stringValue
                == "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -9 +8,0 @@\n-z\n")
        #expect(
            text.refusal("acceptSpan", #"{"line":2}"#)
                == "noSpan: line 2 has no link, place in a file or hunk, or is not loaded")
        try await text.perform("acceptSpan", #"{"line":7}"#)
        let first = try #require(text.outputs.last).value.value
        #expect(first["section"]?.stringValue == "func f")
        #expect(first["patch"]?.stringValue?.hasSuffix("-b\n+c\n\\ No newline at end of file\n") == true)
    }

    @Test func aHunkWithoutFilesIsAnError() async throws {
        let text = await TextDriver.loaded("@@ -1 +1 @@\n-a\n+b", .diff)
        try await text.perform("acceptSpan", #"{"line":1}"#)
        #expect(text.errors[0]["code"]?.stringValue == "invalidData")
        #expect(text.errors[0]["retry"] == nil)
    }
}
