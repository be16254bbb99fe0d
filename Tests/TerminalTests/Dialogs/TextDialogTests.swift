import FHTerminalScreen
import Testing

@testable import FHTerminalDialogs

/// The dialogs in which a text is typed or read: `input`, `password`, `write` and `pager`; and `progress` and `spin`.
@Suite struct TextDialogTests {
    // MARK: One line

    @Test func inputPrintsTheTypedText() {
        var options = InputOptions.input
        options.settings.header = "Name"
        let played = PlayedDialog(InputDialog(options), "=Anm", "backspace", "paste=n B", "enter")
        #expect(played.frames[0] == "? Name\n> Type something...\n⏎ submit   esc leave")
        #expect(played.screen == "? Name\n> Ann B\n⏎ submit   esc leave")
        #expect(played.result == DialogResult(0, output: "Ann B", line: AnswerLine("Name", "Ann B")))
    }

    @Test func inputEditsAGivenTextWithinItsLimit() {
        var options = InputOptions.input
        options.value = "abc"
        options.charLimit = 5
        let played = PlayedDialog(InputDialog(options), "home", "=xyz", "enter")
        #expect(played.screen.contains("5/5"))
        #expect(played.result.output == "xyabc")
        #expect(played.result.line == AnswerLine("", "xyabc", mark: ">"))
    }

    @Test func passwordShowsNoText() {
        let played = PlayedDialog(InputDialog(.password), "=secret", "enter")
        #expect(!played.frames.contains { $0.contains("secret") })
        #expect(played.screen.hasPrefix("> ••••••\n"))
        #expect(played.result.output == "secret" && played.result.line?.answer == "••••••••")
    }

    // MARK: Several lines

    @Test func writeBreaksLines() {
        var options = WriteOptions()
        options.text.settings.header = "Message"
        options.height = 3
        options.showLineNumbers = true
        let played = PlayedDialog(WriteDialog(options), "=one", "enter", "=two", "ctrl+d")
        #expect(
            played.screen == "? Message\n┃    1 one\n┃    2 two\n┃\nctrl+d submit   esc leave   ⏎ new line")
        #expect(
            played.result == DialogResult(0, output: "one\ntwo", line: AnswerLine("Message", "one … (2 lines)")))
    }

    @Test func writeHasALimitOfLines() {
        var options = WriteOptions()
        options.maxLines = 2
        #expect(PlayedDialog(WriteDialog(options), "paste=a\nb\nc", "ctrl+d").result.output == "a\nb")
    }

    // MARK: Reading

    @Test func pagerScrollsAndSearches() {
        var options = PagerOptions((1...40).map { "line \($0)" }.joined(separator: "\n"))
        options.height = 4
        let played = PlayedDialog(PagerDialog(options), "space", "slash", "=line 30", "enter", "end", "q")
        #expect(played.frames[0].hasPrefix("   1 │ line 1\n   2 │ line 2\n"))
        #expect(played.frames[1].hasPrefix("   4 │ line 4\n"))
        #expect(played.frames.contains { $0.contains("/line 30") })
        #expect(played.frames[played.frames.count - 2].contains("  30 │ line 30\n"))
        #expect(played.screen.hasPrefix("  37 │ line 37\n") && played.screen.contains("end"))
        #expect(played.result == DialogResult(0))
    }

    @Test func pagerBreaksLongLines() {
        var options = PagerOptions("one two three four")
        options.showLineNumbers = false
        options.height = 4
        options.settings.showHelp = false
        #expect(PlayedDialog(PagerDialog(options), "q", width: 9).screen == "one two t\nhree four")
        options.softWrap = false
        #expect(PlayedDialog(PagerDialog(options), "right", "q", width: 9).screen == "three fou")
    }

    // MARK: Work

    @Test func progressShowsTheLastLine() {
        var options = ProgressOptions()
        options.title = "Copying"
        options.width = 10
        options.timeoutMs = 500
        let dialog = ProgressDialog(options)
        for (line, expected) in [
            ("3/10 a.txt", "Copying  a.txt\n███░░░░░░░  30%  3/10"), ("b.txt", "Copying  b.txt\n███░░░░░░░  30%  3/10"),
            ("50%", "Copying\n█████░░░░░  50%"), ("7/10", "Copying\n███████░░░  70%  7/10"),
            ("12", "Copying\n█▏░░░░░░░░  12%"),
        ] {
            dialog.read(line)
            #expect(Self.frame(of: dialog) == expected, "\(line)")
        }
        #expect(PlayedDialog(dialog).result.status == DialogStatus.timedOut)
    }

    @Test func progressLeavesItsResult() {
        let dialog = ProgressDialog(ProgressOptions())
        dialog.wake(now: 1_000)
        dialog.read("100%")
        dialog.wake(now: 3_500)
        #expect(Self.frame(of: dialog).contains("100%  2 s"))
        dialog.end()
        #expect(dialog.result == DialogResult(0, line: AnswerLine("", "100%  2.5 s", .success, mark: "✓")))
    }

    @Test func spinShowsTheTime() {
        var options = SpinOptions(["true"])
        options.title = "Building"
        options.spinner = .line
        options.timeoutMs = 5_000
        let dialog = SpinDialog(options)
        dialog.wake(now: 0)
        #expect(Self.frame(of: dialog) == "| Building  5 s left")
        #expect(dialog.deadline == 100)
        dialog.wake(now: 3_100)
        #expect(Self.frame(of: dialog) == "\\ Building  2 s left")
        dialog.wake(now: 5_000)
        #expect(dialog.isTimeUp && Self.frame(of: dialog).hasSuffix("Building  ending"))
        dialog.end(status: 143)
        #expect(dialog.result?.status == DialogStatus.timedOut)
        #expect(dialog.result?.line?.answer == "timed out after 5.0 s")
    }

    @Test func spinPassesOnTheStatus() {
        let dialog = SpinDialog(SpinOptions(["false"]))
        dialog.wake(now: 0)
        dialog.wake(now: 2_100)
        dialog.end(status: 3)
        #expect(
            dialog.result == DialogResult(3, line: AnswerLine("Loading...", "status 3, 2.1 s", .error, mark: "✗")))
    }

    /// Draws a dialog, whose time stays as it is.
    private static func frame(of dialog: some Dialog) -> String { DialogFrames.text(of: dialog, Size(60, 12)) }

    // MARK: All

    @Test func dialogsEndAfterTheirTimeout() {
        var input = InputOptions.input
        input.settings = .brief("What?")
        var write = WriteOptions()
        write.text.settings = .brief("What?")
        var pager = PagerOptions("text")
        pager.settings = .brief("What?")
        for dialog in [InputDialog(input), WriteDialog(write), PagerDialog(pager)] as [any Dialog] {
            let played = PlayedDialog(dialog, "=x")
            #expect(played.screen.contains("1 s left"), "\(dialog)")
            #expect(played.result.status == DialogStatus.timedOut, "\(dialog)")
        }
    }

    @Test func dialogsAreCancelled() {
        #expect(PlayedDialog(InputDialog(.input), "=x", "escape").result.status == DialogStatus.cancelled)
        #expect(PlayedDialog(WriteDialog(WriteOptions()), "=x", "escape").result.status == DialogStatus.cancelled)
        #expect(PlayedDialog(PagerDialog(PagerOptions("x")), "ctrl+c").result.status == DialogStatus.cancelled)
        #expect(PlayedDialog(PagerDialog(PagerOptions("x")), "escape").result.status == DialogStatus.chosen)
    }
}
