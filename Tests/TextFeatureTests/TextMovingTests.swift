import FHJSON
import FHTextFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite struct TextMovingTests {
    @Test func theWindowFollowsTheActiveLine() async throws {
        let text = await TextDriver.numbered(100)
        try await text.perform("goTo", #"{"by":2}"#)
        #expect(text.line == 3)
        #expect(text.window == [0, 3])
        try await text.perform("goTo", #"{"by":1}"#)
        #expect(text.window == [1, 3])
        try await text.perform("goTo", #"{"line":50}"#)
        #expect(text.numbers == [49, 50, 51])
        try await text.perform("goTo", #"{"to":"end"}"#)
        #expect(text.numbers == [98, 99, 100])
        #expect(text.line == 100)
        try await text.perform("goTo", #"{"by":9223372036854775807}"#)
        #expect(text.line == 100)
        try await text.perform("goTo", #"{"to":"start"}"#)
        #expect(text.line == 1)
        try await text.perform("goTo", #"{"by":-9223372036854775808}"#)
        #expect(text.line == 1)
    }

    @Test func theActiveLineStaysInTheWindow() async throws {
        let text = await TextDriver.numbered(100)
        try await text.perform("setWindow", #"{"offset":10,"limit":5}"#)
        #expect(text.line == 11)
        try await text.perform("goTo", #"{"by":2}"#)
        try await text.perform("setWindow", #"{"offset":5,"limit":5}"#)
        #expect(text.line == 10)
    }

    @Test func headingsAndHunksOfADiff() async throws {
        let text = await TextDriver.loaded(TextFormatTests.diff + "\n" + TextFormatTests.diff, .diff)
        try await text.perform("goTo", #"{"to":"nextHunk"}"#)
        #expect(text.line == 5)
        #expect(text.window == [4, 3])
        try await text.perform("goTo", #"{"to":"nextHunk"}"#)
        #expect(text.line == 11)
        try await text.perform("goTo", #"{"to":"nextHeading"}"#)
        #expect(text.line == 13)
        try await text.perform("goTo", #"{"to":"previousHunk"}"#)
        #expect(text.line == 11)
        try await text.perform("goTo", #"{"to":"previousHeading"}"#)
        #expect(text.line == 1)
        try await text.perform("goTo", #"{"to":"previousHeading"}"#)
        #expect(text.line == 1)
    }

    @Test func aHunkFarAwayIsLookedFor() async throws {
        let lines = ["diff --git a/x b/x"] + (1...25_000).map { " \($0)" } + ["@@ -1 +1 @@", "-a", "+b"]
        let text = TextDriver(GrowingSource(lines), .diff)
        await text.start()
        try await text.perform("goTo", #"{"to":"nextHunk"}"#)
        #expect(text.line == 25_002)
        try await text.perform("goTo", #"{"to":"previousHeading"}"#)
        #expect(text.line == 1)
        try await text.perform("goTo", #"{"to":"nextHeading"}"#)
        #expect(text.line == 1)
    }

    @Test func headingsOfMarkdown() async throws {
        let text = await TextDriver.loaded("a\n\n# B\n\nc\n\nD\n===\n", .markdown)
        try await text.perform("goTo", #"{"to":"nextHeading"}"#)
        #expect(text.line == 3)
        try await text.perform("goTo", #"{"to":"nextHeading"}"#)
        #expect(text.line == 7)
        #expect(text.refusal("goTo", #"{"to":"nextHunk"}"#) == "noHunks: a text in the format markdown has no hunks")
    }

    @Test func linesWrapIfTheClientSaysSo() async throws {
        let text = await TextDriver.loaded("a")
        #expect(text.state["wrap"]?.boolValue == true)
        try text.send("setWrap", #"{"wrap":false}"#)
        #expect(text.state["wrap"]?.boolValue == false)
    }

    @Test func wrongPlacesAreRefused() async {
        let text = await TextDriver.numbered(10)
        let one = " invalid: give exactly one of line, by and to"
        #expect(text.refusal("goTo") == one)
        #expect(text.refusal("goTo", #"{"line":1,"by":1}"#) == one)
        #expect(text.refusal("goTo", #"{"line":0}"#) == "/line invalid: must be 1 or more, not 0")
        #expect(text.refusal("goTo", #"{"line":11}"#) == "gone: the text has 10 lines, and no line 11")
        #expect(
            text.refusal("goTo", #"{"to":"nextHeading"}"#) == "noHeadings: a text in the format plain has no headings")
        #expect(text.refusal("goTo", #"{"to":"middle"}"#)?.contains("nextHeading") == true)
    }
}
