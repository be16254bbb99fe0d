import FHTerminalScreen
import FHTerminalUI
import Foundation
import Testing

@testable import FHTerminalDialogs

/// The commands of a filter's actions: their order, and their values.
@Suite struct FilterCommandTests {
    /// Makes a dialog whose key `x` performs actions.
    private static func dialog(
        _ actions: String, _ lines: String = "a b\nc\n", limit: Int? = 1
    ) throws -> FilterDialog {
        var options = FilterOptions()
        options.limit = limit
        try options.bindings.add(actions.contains("change:") ? actions : "x:\(actions)")
        let dialog = FilterDialog(options)
        dialog.add(Array(lines.utf8))
        dialog.endLines()
        dialog.wake(now: 0)
        return dialog
    }

    private static func type(_ text: String, _ dialog: FilterDialog) {
        for character in text { dialog.handle(.key(.character(character))) }
        dialog.wake(now: 0)
        dialog.search.sort()
    }

    // MARK: Order

    @Test func theResultWaitsForTheCommand() throws {
        let dialog = try Self.dialog("execute(edit {})+accept")
        Self.type("x", dialog)
        #expect(dialog.result == nil && dialog.takeSilent() == nil && dialog.takeForeground() == "edit 'a b'")
        #expect(dialog.takeForeground() == nil && dialog.result == nil)
        dialog.resume()
        #expect(dialog.result?.status == DialogStatus.chosen && dialog.answer == .output(Array("a b\n".utf8)))
        let other = try Self.dialog("execute-silent(edit)+abort")
        Self.type("x", other)
        #expect(other.result == nil && other.takeForeground() == nil && other.takeSilent() == "edit")
        other.resume()
        #expect(other.result?.status == DialogStatus.cancelled)
    }

    @Test func commandsRunInTheirOrder() throws {
        let dialog = try Self.dialog("execute(one)+execute-silent(two)+execute(three)")
        Self.type("x", dialog)
        #expect(dialog.takeForeground() == "one" && dialog.takeSilent() == nil)
        dialog.resume()
        #expect(dialog.takeForeground() == nil && dialog.takeSilent() == "two")
        dialog.resume()
        #expect(dialog.takeForeground() == "three")
        dialog.resume()
        #expect(dialog.takeForeground() == nil && !dialog.commands.isWaiting && dialog.result == nil)
    }

    @Test func reloadingFollowsTheOtherCommands() throws {
        for actions in ["execute(one)+reload(two)", "reload(two)+execute(one)"] {
            let dialog = try Self.dialog(actions)
            Self.type("x", dialog)
            #expect(dialog.takeReload() == nil && dialog.takeForeground() == "one" && dialog.takeReload() == nil)
            dialog.resume()
            #expect(dialog.takeReload() == "two" && dialog.takeReload() == nil, "\(actions)")
        }
    }

    @Test func keysWaitForASilentCommand() throws {
        let dialog = try Self.dialog("execute-silent(one)+put(c)")
        Self.type("xd", dialog)
        dialog.handle(.key(Key(.enter)))
        #expect(dialog.takeSilent() == "one" && dialog.editor.text.isEmpty && !dialog.takeInterrupt())
        dialog.handle(.key(.control("c")))
        #expect(dialog.takeInterrupt() && !dialog.takeInterrupt() && dialog.result == nil)
        dialog.resume()
        #expect(dialog.editor.text == "cd" && dialog.result?.status == DialogStatus.nothing)
    }

    @Test func theEventOfAChangeIsNotRepeatedByItsOwnActions() throws {
        let dialog = try Self.dialog("change:execute-silent(log {q})+put(c)")
        Self.type("a", dialog)
        #expect(dialog.takeSilent() == "log 'a'")
        dialog.resume()
        #expect(dialog.editor.text == "ac" && dialog.takeSilent() == nil && dialog.search.query == "ac")
        Self.type("d", dialog)
        #expect(dialog.takeSilent() == "log 'acd'")
    }

    // MARK: Without a line

    @Test(arguments: ["execute", "execute-silent", "become", "reload"])
    func aCommandThatNeedsALineIsIgnored(_ action: String) throws {
        for placeholder in ["{}", "{1}", "{+}", "{n}", "{2..}", "{r}"] {
            let dialog = try Self.dialog("\(action)(echo \(placeholder))+put(!)")
            Self.type("zx", dialog)
            #expect(!dialog.commands.isWaiting && dialog.takeReload() == nil && dialog.result == nil, "\(placeholder)")
            #expect(dialog.editor.text == "z!", "the next action is performed")
        }
    }

    @Test func aCommandThatNeedsNoLineRuns() throws {
        for (command, expected) in [("echo", "echo"), ("echo {q}", "echo 'z'"), ("echo {q} {}", "echo 'z' ''")] {
            let dialog = try Self.dialog("execute(\(command))")
            Self.type("zx", dialog)
            #expect(dialog.takeForeground() == expected)
            let reloading = try Self.dialog("reload(\(command))")
            Self.type("zx", reloading)
            #expect(reloading.takeReload() == expected)
        }
    }

    @Test func anEmptyQueryIsAValue() throws {
        let dialog = try Self.dialog("reload(echo {q})+execute(echo {q} {1})", "")
        Self.type("x", dialog)
        #expect(dialog.takeForeground() == "echo '' ''")
        dialog.resume()
        #expect(dialog.takeReload() == "echo ''")
    }

    @Test func markedLinesNeedNoActiveLine() throws {
        let dialog = try Self.dialog("execute(echo {+} {})", limit: nil)
        for key in [Key(.tab), Key(.up), Key(.tab)] { dialog.handle(.key(key)) }
        Self.type("zx", dialog)
        #expect(dialog.takeForeground() == "echo 'a b' 'c' ''")
    }

    // MARK: Placeholders

    @Test(arguments: [
        ("{} {1} {-1} {n} {q}", "'it'\\''s b' 'it'\\''s' 'b' 0 'q'"), ("{r} {s1}", "it's b 'it'\\''s '"),
        (#"\{} \{q} \{x {x} { } {"#, "{} {q} \\{x {x} { } {"), ("{+1} {1..2}", "'it'\\''s' 'it'\\''s b'"),
    ])
    func placeholdersAreReplaced(_ command: String, _ expected: String) throws {
        let lines = FilterLines(FilterLineOptions())
        lines.append(Array("it's b\n".utf8))
        let values = FilterValues(lines: lines, active: 0, marked: [], query: "q")
        #expect(try FilterTemplate(command).filled(values).text(FilterFiles()) == expected)
    }

    // MARK: Files

    private static func values(_ lines: String, ending: UInt8 = 0x0A) -> FilterValues {
        let all = FilterLines(FilterLineOptions())
        all.append(Array(lines.utf8))
        return FilterValues(lines: all, active: 1, marked: [1, 0], query: "q", ending: ending)
    }

    /// Returns the bytes of a file; nil if there is no file.
    private static func content(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// Returns the name that a file had when it was made, which no other file gets; nil if there is no file.
    ///
    /// After the end of a file, its path can lead to a file that another test has opened.
    private static func name(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    @Test(arguments: [
        ("{f}", "c  d\n"), ("{+f}", "c  d\nit's b\n"), ("{f2}", "d\n"), ("{+f1}", "c\nit's\n"),
        ("{+sf1}", "c  \nit's \n"), ("{nf}", "1\n"), ("{fn}", "1\n"), ("{+nf}", "1\n0\n"),
    ])
    func aFileHasTheValuesOfItsPlaceholder(_ placeholder: String, _ expected: String) throws {
        let files = FilterFiles()
        try withExtendedLifetime(files) {
            let command = try FilterTemplate("cat \(placeholder)").filled(Self.values("it's b\nc  d\n")).text(files)
            #expect(command.hasPrefix("cat /"))
            #expect(Self.content(String(command.dropFirst(4))) == expected)
        }
    }

    @Test func theValuesInAFileEndAsTheOutputDoes() throws {
        let files = FilterFiles()
        try withExtendedLifetime(files) {
            let path = try FilterTemplate("{+f}").filled(Self.values("a\nb\n", ending: 0)).text(files)
            #expect(Self.content(path) == "b\0a\0")
        }
    }

    @Test func aQueryHasNoFile() throws {
        let command = try FilterTemplate("{fq}").filled(Self.values("a\nb\n")).text(FilterFiles())
        #expect(command == "{fq}")
    }

    @Test func onlyTheUserCanReadAFileAndNoFolderHasIt() throws {
        let files = FilterFiles()
        try withExtendedLifetime(files) {
            let path = try files.add([1, 2, 3])
            let facts = try FileManager.default.attributesOfItem(atPath: URL(fileURLWithPath: path).path)
            #expect(facts[.type] as? FileAttributeType == .typeSymbolicLink)
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600 && status.st_nlink == 0)
        }
    }

    @Test func theFilesOfACommandAreGoneAfterItsEnd() throws {
        let dialog = try Self.dialog("execute(cat {+f} {nf})+accept")
        Self.type("x", dialog)
        let paths = try #require(dialog.takeForeground()).split(separator: " ").dropFirst().map(String.init)
        #expect(paths.map(Self.content) == ["a b\n", "0\n"])
        let names = try paths.map { try #require(Self.name($0)) }
        dialog.resume()
        #expect(zip(paths, names).allSatisfy { Self.name($0) != $1 })
    }

    @Test func theFilesOfReloadedLinesAreGoneAtTheEndOfTheLines() throws {
        let dialog = try Self.dialog("execute(one)+reload(cat {f})")
        Self.type("x", dialog)
        // Other lines end while the command waits for its start.
        dialog.endLines()
        dialog.resume()
        let path = String(try #require(dialog.takeReload()).dropFirst(4))
        #expect(Self.content(path) == "a b\n")
        let name = try #require(Self.name(path))
        dialog.beginLines()
        dialog.endLines()
        #expect(Self.name(path) != name)
    }
}
