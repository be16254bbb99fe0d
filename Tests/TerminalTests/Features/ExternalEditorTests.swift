import FHTerminalScreen
import Foundation
import Testing

@testable import FHTerminalProgram
@testable import FHTerminalUI

/// Long texts in the editor of the user.
@Suite final class ExternalEditorTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Edits a text by a function that changes the file.
    private func edit(
        _ text: String, _ variables: [String: String] = [:], status: Int32 = 0,
        _ change: @escaping (String) throws -> Void
    ) -> EditedText {
        let all = variables.merging(["XDG_RUNTIME_DIR": folder.path]) { own, _ in own }
        let editor = ExternalEditor(variable: { all[$0] }) { command in
            #expect(command.prefix(2) == ["/bin/sh", "-c"] && command.count == 5)
            do { try change(command[4]) } catch { Issue.record(error) }
            return status
        }
        return editor.edit(text)
    }

    private static func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func theSavedTextIsTheResultAndTheFileIsDeleted() throws {
        var path = ""
        let edited = edit("first\nsecond") { [folder] file in
            path = file
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "first\nsecond")
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600 && file.hasPrefix(folder.path) && file.hasSuffix(".txt"))
            try Self.write("third\r\nfourth\n", file)
        }
        #expect(edited == .saved("third\nfourth") && !FileManager.default.fileExists(atPath: path))
    }

    @Test func aLineBreakAtTheEndOfTheTextStays() {
        #expect(edit("a\n") { _ in } == .saved("a\n"))
    }

    @Test(
        arguments: [(1, "vi has failed with status 1"), (127, "vi was not found"), (130, "status 130")]
            as [(Int32, String)])
    func aFailedEditorChangesNothing(_ status: Int32, _ words: String) {
        guard case .failed(let reason) = edit("a", status: status, { _ in }) else {
            Issue.record("the editor has not failed")
            return
        }
        #expect(reason.contains(words))
    }

    @Test func bytesThatAreNoTextAreRefused() {
        let edited = edit("a") { try Data([0xFF]).write(to: URL(fileURLWithPath: $0)) }
        #expect(edited == .failed("The edited text is not in UTF-8; it is unchanged."))
        let removed = edit("a") { try FileManager.default.removeItem(atPath: $0) }
        if case .failed(let reason) = removed { #expect(reason.contains("can't be read")) }
        #expect(removed != .saved("a"))
    }

    @Test(
        arguments: [
            (["VISUAL": "code --wait", "EDITOR": "ed"], "code --wait"), (["VISUAL": " ", "EDITOR": "ed"], "ed"),
            ([:], "vi"),
        ] as [([String: String], String)])
    func theEditorIsFoundInTheEnvironment(_ variables: [String: String], _ command: String) {
        let editor = ExternalEditor(variable: { variables[$0] }) { words in
            #expect(
                words[2] == "exec \(command) \"$1\"" && words[3] == command && words[4].hasPrefix("/tmp/featurehost-"))
            return 0
        }
        #expect(editor.edit("x") == .saved("x"))
    }

    // MARK: In a form

    private func stage(_ edit: ((String) -> EditedText)?) -> FakeStage {
        let fields = [("/notes", States.field("multiline", "Notes", "Two\nlines"))]
        let stage = FakeStage("form", States.form(fields), ["setValue", "focus", "blur", "submit"])
        stage.app.interface.terminal.edit = edit
        return stage
    }

    @Test func theSavedTextReplacesTheValue() {
        let stage = stage { .saved($0 + "\nand more") }
        #expect(stage.shows("alt+e editor"))
        stage.press("alt+e")
        #expect(stage.sent() == [#"setValue {"path":"/notes","value":"Two\nlines\nand more"}"#])
        #expect(stage.shows("and more"))
        stage.press("backspace", "f7")
        #expect(stage.sent().last == #"setValue {"path":"/notes","value":"Two\nlines\nand mor\nand more"}"#)
    }

    @Test func anUnchangedTextIsNotSent() {
        let stage = stage { .saved($0) }
        stage.press("alt+e")
        #expect(stage.sent().isEmpty)
    }

    @Test func aFailureIsShown() {
        let failing = stage { _ in .failed("vi has failed with status 1; the text is unchanged.") }
        failing.press("alt+e")
        #expect(failing.sent().isEmpty && failing.shows("vi has failed with status 1") && failing.shows("lines"))
        let without = stage(nil)
        without.press("alt+e")
        #expect(without.shows("An editor needs a terminal."))
    }

    @Test func secretsAndShortTextsHaveNoEditor() {
        let fields = [
            ("/secret", States.field("secure", "Password", ["isSet": false])),
            ("/title", States.field("text", "T", "x")),
        ]
        let stage = FakeStage("form", States.form(fields), ["setValue", "setSecret", "focus", "blur"])
        var isCalled = false
        stage.app.interface.terminal.edit = { _ in
            isCalled = true
            return .saved("")
        }
        stage.press("alt+e", "f7", "tab", "alt+e", "f7")
        #expect(!isCalled && !stage.shows("editor"))
    }
}
