import FHTerminalProgram
import FHTerminalScreen
import Testing

@testable import FHTerminalUI

/// Texts over a host in this process: moves, searches, and long lines.
@Suite struct HostedTextTests {
    private static func stage(_ text: String, _ members: JSON = [:]) throws -> PlayedStage {
        let stage = try PlayedStage(rows: [])
        let feature: JSON = ["kind": "text", "title": "Notes", "text": JSON(text)]
        let workspace: JSON = ["features": ["tasks": feature.merging(members)]]
        try stage.write(workspace.description, to: "demo.workspace.json")
        return stage
    }

    private static let many = (1...1_000).map { "line \($0)" }.joined(separator: "\n")

    @Test func linesHaveNumbersAndOneIsActive() async throws {
        let screen = try await Self.stage("first\nsecond").press("down")
        #expect(screen.contains("   1 first") || screen.contains(" 1 first"), "\(screen)")
        #expect(screen.contains("› 2 second") && screen.contains("2/2"), "\(screen)")
    }

    @Test func keysMoveToTheEndAndToALine() async throws {
        let end = try await Self.stage(Self.many).press("G")
        #expect(end.contains("›1000 line 1000") && end.contains("1000/1000"), "\(end)")
        let line = try await Self.stage(Self.many).press("#", "5", "0", "0", "enter")
        #expect(line.contains("›500 line 500"), "\(line)")
        let page = try await Self.stage(Self.many).press("pagedown")
        #expect(page.contains("›21 line 21") || page.contains("› 21 line 21"), "\(page)")
    }

    @Test func aTextIsFoundAndTheNextOne() async throws {
        let stage = try Self.stage(Self.many)
        let found = try await stage.press("/", "9", "9", "enter")
        #expect(found.contains("“99” 1/19") && found.contains("line 99"), "\(found)")
        let next = try await stage.press("/", "9", "9", "enter", "n", "n", "N")
        #expect(next.contains("“99” 2/19") && next.contains("line 199"), "\(next)")
        let ended = try await stage.press("/", "9", "9", "enter", "escape")
        #expect(!ended.contains("“99”"), "\(ended)")
        let expression = try await stage.press("/", "/", "^", "l", ".", "*", "7", "$", "/", "enter")
        #expect(expression.contains("“^l.*7$” 1/100"), "\(expression)")
    }

    @Test func longLinesAreBrokenOrCut() async throws {
        let long = String(repeating: "a", count: 200) + "END"
        let wrapped = try await Self.stage("\(long)\nlast").press()
        #expect(wrapped.contains("END") && wrapped.contains("last"), "\(wrapped)")
        let cut = try await Self.stage("\(long)\nlast").press("w")
        #expect(!cut.contains("END") && cut.contains("…") && cut.contains("last"), "\(cut)")
    }

    @Test func theDialogOfLinesSaysTheLines() async throws {
        let stage = try Self.stage(Self.many)
        let said = try await stage.converse(["more", "find 99", "next", "line 1000", "line x"], .feature("tasks", nil))
        #expect(
            said.text.contains("1,000 lines; these are 1 to 20.") && said.text.contains("21: line 21"),
            "\(said.text)")
        #expect(said.text.contains("“99” is in 19 lines.") && said.text.contains("99: line 99, active, found"))
        #expect(said.text.contains("199: line 199, active, found") && said.text.contains("1000: line 1000, active"))
        #expect(said.text.contains("“x” is not the number of a line."))
    }

    @Test func whoFollowsSeesTheLastLines() async throws {
        let screen = try await Self.stage(Self.many, ["follow": true]).press()
        #expect(screen.contains("following") && screen.contains("line 1000"), "\(screen)")
    }

    @Test func hunksAreReachedByKeys() async throws {
        let lines = ["diff --git a/x b/x", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a", "+b", "@@ -9 +9 @@", "-c", "+d"]
        let screen = try await Self.stage(lines.joined(separator: "\n"), ["format": "diff"]).press("}", "}")
        #expect(screen.contains("› 7 @@ -9"), "\(screen)")
    }
}

/// Spans and keys of texts, without a host.
@Suite struct TextDrawingTests {
    private static let actions = ["goTo", "setWindow", "find", "setWrap", "copy", "acceptSpan", "refresh"]

    private static func stage(_ line: JSON, _ members: JSON = [:]) -> FakeStage {
        let state: JSON = [
            "title": "Log", "phase": "loaded", "empty": .null, "format": "ansi", "wrap": true, "follow": false,
            "lines": [line], "window": ["offset": 0, "limit": 20], "count": 1, "endReached": true, "line": 1,
            "find": .null, "loads": ["refresh": ["status": "idle"], "window": ["status": "idle"]], "isStale": false,
            "problems": .null,
        ]
        return FakeStage("text", state.merging(members), actions)
    }

    private static func line(_ text: String, _ spans: JSON) -> JSON {
        ["number": 1, "text": JSON(text), "spans": spans]
    }

    @Test func coloursAndAttributesAreDrawn() {
        let stage = Self.stage(
            Self.line(
                "a red word",
                [
                    [
                        "start": 2, "end": 5, "style": "ansi", "color": "brightRed", "background": "#010203",
                        "attributes": ["bold"],
                    ]
                ]))
        let style = stage.style(of: "red")
        #expect(style?.foreground == .palette(9))
        #expect(style?.attributes.contains(.bold) == true)
        #expect(stage.style(of: "word")?.attributes.contains(.bold) == false)
    }

    @Test func spansCountScalarsAndUnknownStylesAreText() {
        let stage = Self.stage(
            Self.line(
                "e\u{301}x bold new",
                [
                    ["start": 4, "end": 8, "style": "strong"], ["start": 9, "end": 12, "style": "glitter"],
                ]))
        #expect(stage.style(of: "bold")?.attributes.contains(.bold) == true)
        #expect(stage.shows("new"))
    }

    @Test func controlCharactersAreNotSentToTheTerminal() {
        let stage = Self.stage(Self.line("a\u{1B}[31mb\tc", []))
        #expect(!stage.screen.contains("\u{1B}"))
        #expect(stage.shows("c"))
    }

    @Test func aLinkIsOpenedAndALineIsCopied() {
        let stage = Self.stage(
            Self.line("https://a.b", [["start": 0, "end": 11, "style": "link", "target": "https://a.b"]]))
        stage.release()
        stage.press("enter")
        stage.release()
        stage.press("y")
        stage.release()
        #expect(stage.sent().map { $0.prefix { $0 != " " } } == ["acceptSpan", "copy"])
    }
}
