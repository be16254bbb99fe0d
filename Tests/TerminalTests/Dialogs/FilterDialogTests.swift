import FHTerminalScreen
import Testing

@testable import FHTerminalDialogs

/// The list of `filter`: its query, its frames, its marks and its answers.
@Suite struct FilterDialogTests {
    private static func dialog(
        _ lines: String = "apple\nbanana\ncherry\n", _ bindings: String = "", ends: Bool = true,
        _ change: (inout FilterOptions) -> Void = { _ in }
    ) throws -> FilterDialog {
        var options = FilterOptions()
        options.look.height = .rows(5)
        options.settings.showHelp = false
        try options.bindings.add(bindings)
        change(&options)
        let dialog = FilterDialog(options)
        dialog.add(Array(lines.utf8))
        if ends { dialog.endLines() }
        return dialog
    }

    // MARK: Choosing

    @Test func theBestLineIsChosen() throws {
        let played = PlayedDialog(try Self.dialog(), "=an", "enter")
        #expect(played.frames[0] == "  cherry\n  banana\n▌ apple\n  3/3\n>")
        #expect(played.screen == "\n\n▌ banana\n  1/3\n> an")
        #expect(played.result == DialogResult(0, line: AnswerLine("", "banana", mark: ">")))
    }

    @Test func theAnswerHasTheBytesOfTheLines() throws {
        let dialog = try Self.dialog("a\nb\n") {
            $0.limit = nil
            $0.output.hasQuery = true
            $0.output.keys = [.control("o"): "ctrl-o"]
        }
        let played = PlayedDialog(dialog, "up", "tab", "tab", "ctrl+o")
        #expect(played.screen.contains("2/2 (2 marked)"))
        #expect(dialog.answer == .output(Array("\nctrl-o\nb\na\n".utf8)))
    }

    @Test func theQueryIsAboveTheLinesInTheReversedLayout() throws {
        let dialog = try Self.dialog { $0.look.layout = .reverse }
        let played = PlayedDialog(dialog, "down", "enter")
        #expect(played.screen == ">\n  3/3\n  apple\n▌ banana\n  cherry")
        #expect(dialog.answer == .output(Array("banana\n".utf8)))
    }

    @Test func linesAreShownWhileOthersAreRead() throws {
        let dialog = try Self.dialog("one\ntw", ends: false)
        #expect(DialogFrames.text(of: dialog, Size(40, 5)) == "\n\n▌ one\n  1/1 reading…\n>")
        dialog.add(Array("o\nthree".utf8))
        #expect(DialogFrames.text(of: dialog, Size(40, 5)) == "\n  two\n▌ one\n  2/2 reading…\n>")
        dialog.endLines()
        #expect(DialogFrames.text(of: dialog, Size(40, 5)) == "  three\n  two\n▌ one\n  3/3\n>")
    }

    @Test func theFirstLinesAreDrawnAtOnce() throws {
        let dialog = try Self.dialog("", ends: false)
        #expect(!dialog.isFrameUrgent)
        dialog.add(Array("one\ntwo\n".utf8))
        dialog.wake(now: 1)
        #expect(dialog.isFrameUrgent)
        _ = DialogFrames.text(of: dialog, Size(40, 5))
        dialog.add(Array("three\n".utf8))
        dialog.wake(now: 2)
        #expect(!dialog.isFrameUrgent)
        dialog.beginLines()
        dialog.add(Array("four\n".utf8))
        dialog.wake(now: 3)
        #expect(dialog.isFrameUrgent)
    }

    @Test func theFirstMatchesAreDrawnAtOnce() throws {
        let dialog = try Self.dialog("", ends: false) { $0.query = "w" }
        dialog.add(Array("one\n".utf8))
        dialog.wake(now: 1)
        #expect(!dialog.isFrameUrgent)
        dialog.add(Array("two\n".utf8))
        dialog.wake(now: 2)
        #expect(dialog.isFrameUrgent)
        _ = DialogFrames.text(of: dialog, Size(40, 5))
        #expect(!dialog.isFrameUrgent)
    }

    @Test func noMatchHasNoAnswer() throws {
        #expect(PlayedDialog(try Self.dialog(), "=xyz", "enter").result.status == DialogStatus.nothing)
        #expect(PlayedDialog(try Self.dialog(), "escape").result.status == DialogStatus.cancelled)
    }

    @Test func theTimeoutEndsTheDialog() throws {
        let played = PlayedDialog(try Self.dialog { $0.settings.timeoutMs = 1_500 }, "=b")
        #expect(played.screen.contains("1/3  2 s left"))
        #expect(played.result.status == DialogStatus.timedOut)
    }

    @Test func eventsPerformActions() throws {
        let dialog = try Self.dialog("", "start:change-prompt(? ),zero:change-header(none),change:first")
        #expect(PlayedDialog(dialog, "=a").screen.contains("none"))
        #expect(PlayedDialog(try Self.dialog("", "one:accept")).result.status == DialogStatus.failed)
        #expect(PlayedDialog(try Self.dialog("a\n", "one:accept")).result.status == DialogStatus.chosen)
    }

    // MARK: The preview

    @Test(arguments: [true, false])
    func scrollingThePreviewStopsAtTheEnd(wraps: Bool) {
        var options = FilterPreviewOptions("")
        options.wraps = wraps
        _ = options.place("right,14")
        let preview = FilterPreview(options)
        func frame() -> [String] {
            DialogFrames.text(Size(40, 2)) { painter, area in _ = preview.draw(&painter, in: area) }
                .split(separator: "\n").map { String($0.drop { $0 == " " || $0 == "│" }) }
        }
        #expect(preview.deadline == nil, "the size is unknown before the first frame")
        _ = frame()
        preview.show(FilledCommand("printf '1\n22222222222222222222\n3\n44444444444444444444\n5'"), now: 0)
        while preview.descriptor != nil { preview.receive() }
        #expect(frame().first == "1")
        for _ in 0..<20 { preview.scroll(by: 3) }
        #expect(frame().last == "5")
        preview.scroll(by: -1)
        #expect(frame().last?.hasPrefix("4") == true, "the first step up has an effect")
    }
}
