import FHTerminalDialogs
import FHTerminalScreen
import Foundation
import Testing

/// The dialogs in which something is chosen: `choose`, `confirm`, `table` and `file`.
@Suite struct ChoiceDialogTests {
    private static let fruits = ["apple", "banana", "cherry"].map { ChooseItem($0) }

    // MARK: Items

    @Test func choosePrintsTheActiveItem() {
        let played = PlayedDialog(ChooseDialog(ChooseOptions(Self.fruits)), "down", "enter")
        #expect(
            played.frames == [
                "? Choose:\n> apple\n  banana\n  cherry\n⏎ choose   esc leave   ↑↓ move",
                "? Choose:\n  apple\n> banana\n  cherry\n⏎ choose   esc leave   ↑↓ move",
            ])
        #expect(played.result == DialogResult(0, output: "banana", line: AnswerLine("Choose:", "banana")))
    }

    @Test func chooseStepsFromOneEndToTheOther() {
        let played = PlayedDialog(ChooseDialog(ChooseOptions(Self.fruits)), "up", "enter")
        #expect(played.result.output == "cherry")
    }

    @Test func chooseMarksSeveralItems() {
        var options = ChooseOptions(Self.fruits)
        options.limit = 2
        options.outputDelimiter = ","
        let played = PlayedDialog(ChooseDialog(options), "end", "space", "home", "space", "down", "space", "enter")
        #expect(played.screen.contains("2 of 2 marked"))
        #expect(played.screen.contains("  ✓ apple\n> • banana\n  ✓ cherry"))
        #expect(played.result.output == "apple,cherry")
        options.ordered = true
        #expect(PlayedDialog(ChooseDialog(options), "end", "x", "home", "x", "enter").result.output == "cherry,apple")
        #expect(PlayedDialog(ChooseDialog(options), "enter").result.status == DialogStatus.nothing)
    }

    @Test func chooseTellsEquivalentTextsApart() {
        // The code points of these texts differ, although they look the same.
        var options = ChooseOptions(["caf\u{E9}", "cafe\u{301}"].map { ChooseItem($0) })
        options.limit = nil
        options.selected = ["cafe\u{301}"]
        let output = PlayedDialog(ChooseDialog(options), "enter").result.output
        #expect(output.map { Array($0.utf8) } == Array("cafe\u{301}".utf8))
    }

    @Test func chooseScrollsALongList() {
        let dialog = ChooseDialog(ChooseOptions((1...30).map { ChooseItem("row \($0)") }))
        let played = PlayedDialog(dialog, "end", "enter", height: 6)
        #expect(played.frames[0].contains("\n  row 2\n  row 3\n  row 4\n"))
        #expect(played.screen.contains("> row 30") && played.screen.contains("30/30"))
        #expect(played.result.output == "row 30")
    }

    @Test func anEmptyListHasNothingToChoose() {
        #expect(PlayedDialog(ChooseDialog(ChooseOptions([]))).result.status == DialogStatus.nothing)
    }

    // MARK: Questions

    @Test(arguments: [
        ("y", DialogStatus.chosen, "Yes"), ("n", DialogStatus.nothing, "No"), ("enter", DialogStatus.chosen, "Yes"),
    ])
    func confirmIsAnsweredByALetter(_ key: String, _ status: Int32, _ answer: String) {
        let played = PlayedDialog(ConfirmDialog(ConfirmOptions("Delete it?")), key)
        #expect(
            played.frames == [
                "? Delete it? [ Yes ]   No\n⏎ answer   y yes   n no   esc leave   ←→ switch"
            ])
        #expect(played.result == DialogResult(status, line: AnswerLine("Delete it?", answer)))
    }

    @Test func confirmIsAnsweredByAButton() {
        let played = PlayedDialog(ConfirmDialog(ConfirmOptions("Delete it?")), "right", "enter")
        #expect(played.screen.hasPrefix("? Delete it?   Yes   [ No ]"))
        #expect(played.result.status == DialogStatus.nothing)
    }

    @Test func theTimeoutOfConfirmAnswersByTheDefaultOrTheChosenButton() {
        var options = ConfirmOptions("Delete it?")
        options.settings.timeoutMs = 2_000
        #expect(PlayedDialog(ConfirmDialog(options)).screen.contains("2 s left"))
        #expect(PlayedDialog(ConfirmDialog(options)).result.status == DialogStatus.timedOut)
        #expect(PlayedDialog(ConfirmDialog(options), "tab").result.status == DialogStatus.nothing)
        options.standard = true
        #expect(PlayedDialog(ConfirmDialog(options)).result.status == DialogStatus.chosen)
        options.standard = false
        #expect(PlayedDialog(ConfirmDialog(options)).result.status == DialogStatus.nothing)
    }

    // MARK: Rows

    @Test func tablePrintsARowOrAField() {
        var options = TableOptions("name,role\nAnn,cook\nBob,\"smith, old\"\n")
        let played = PlayedDialog(TableDialog(options), "j", "enter")
        #expect(
            played.frames[0] == "  name  role\n> Ann   cook\n  Bob   smith, old\n⏎ choose   esc leave   ↑↓ move"
                + String(repeating: " ", count: 27) + "1/2")
        #expect(played.result == DialogResult(0, output: "Bob,\"smith, old\"", line: AnswerLine("", "Bob")))
        options.returnColumn = 2
        #expect(PlayedDialog(TableDialog(options), "enter").result.output == "cook")
    }

    @Test func tableRefusesAFaultyText() {
        let result = PlayedDialog(TableDialog(TableOptions("a,b\n\"c\"d,e\n"))).result
        #expect(result.status == DialogStatus.failed && result.message?.hasPrefix("Line 2:") == true)
    }

    // MARK: Files

    @Test func fileFindsEntriesAndOpensFolders() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("docs")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for file in [inner.appendingPathComponent("guide.md"), folder.appendingPathComponent("notes.txt")] {
            try Data("text".utf8).write(to: file)
        }
        let options = FileOptions(folder.path)
        let played = PlayedDialog(FileDialog(options), "right", "=gu", "enter", width: 100)
        #expect(played.frames[0].contains("> docs/\n  notes.txt"))
        #expect(played.frames[1].contains("> guide.md"))
        #expect(played.result.output?.hasSuffix("/docs/guide.md") == true)
        let upper = PlayedDialog(FileDialog(FileOptions(inner.path)), "left", "down", "enter")
        #expect(upper.result.output?.hasSuffix("/notes.txt") == true)
        #expect(PlayedDialog(FileDialog(FileOptions("/nowhere/at/all"))).result.status == DialogStatus.failed)
    }

    // MARK: All

    @Test(arguments: ["escape", "ctrl+c"])
    func dialogsAreCancelled(_ key: String) {
        let dialogs: [any Dialog] = [
            ChooseDialog(ChooseOptions(Self.fruits)), ConfirmDialog(ConfirmOptions()),
            TableDialog(TableOptions("a\nb\n")), FileDialog(FileOptions("/")),
        ]
        for dialog in dialogs {
            let result = PlayedDialog(dialog, key).result
            #expect(result.status == DialogStatus.cancelled && result.line?.answer == "cancelled", "\(dialog)")
        }
    }

    @Test func dialogsEndAfterTheirTimeout() {
        var choose = ChooseOptions(Self.fruits)
        choose.settings = .brief("Which?")
        var table = TableOptions("a\nb\n")
        table.settings = .brief("Which?")
        var file = FileOptions("/")
        file.settings = .brief("Which?")
        for dialog in [ChooseDialog(choose), TableDialog(table), FileDialog(file)] as [any Dialog] {
            let played = PlayedDialog(dialog, "down")
            #expect(played.screen.contains("1 s left"), "\(dialog)")
            #expect(played.result.status == DialogStatus.timedOut, "\(dialog)")
            #expect(played.result.line == AnswerLine("Which?", "timed out", .warning), "\(dialog)")
        }
    }
}
