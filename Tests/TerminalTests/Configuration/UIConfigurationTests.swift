import FHTerminalScreen
import Foundation
import Testing

@testable import FHTerminalProgram
@testable import FHTerminalUI

/// Configuration files: the default file, keys, colours and faults.
@Suite struct UIConfigurationTests {
    private static func faults(_ text: String) -> [String] {
        do throws(UIConfiguration.Unusable) {
            _ = try UIConfiguration(text)
            return []
        } catch {
            return error.messages(of: "ui.toml")
        }
    }

    // MARK: The default file

    @Test func theDefaultFileChangesNothing() throws {
        #expect(try UIConfiguration(UIConfiguration.text) == UIConfiguration())
        #expect(UIConfiguration() == (try UIConfiguration("")))
    }

    @Test func theDefaultFileHasEveryActionAndColour() throws {
        let paths = try TOMLDocument(UIConfiguration.text).entries.map { $0.path.joined(separator: ".") }
        let keys = KeyAction.allCases.map { "keys.\($0.rawValue)" }
        let colours = ["dark", "light"].flatMap { theme in ThemeRole.allCases.map { "theme.\(theme).\($0.rawValue)" } }
        #expect(paths.sorted() == (["theme.mode"] + keys + colours).sorted())
        #expect(UIConfiguration.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test func everyActionHasItsOwnMeaningAndPlace() {
        for action in KeyAction.allCases {
            #expect(action.meaning.hasSuffix(".") && !KeyAction.place(of: action.scope).isEmpty, "\(action.rawValue)")
        }
    }

    @Test func theNamesOfKeysAreReadAgain() {
        for key in KeyAction.allCases.flatMap(\.defaultKeys) + [Key(.insert), .control("+"), Key(.delete, .alt)] {
            #expect(PlayedKeys.key(PlayedKeys.name(of: key)) == key)
        }
    }

    @Test func theDefaultsHaveNoConflicts() {
        let keymap = Keymap()
        for action in KeyAction.allCases {
            for key in keymap.keys(action) {
                #expect(keymap.other(than: action, with: key) == nil, "\(action.rawValue)")
                #expect(!Keymap.isTyped(key, for: action), "\(action.rawValue)")
            }
        }
    }

    // MARK: Keys

    @Test func keysAreChangedAndRemoved() throws {
        let text = """
            [keys.list]
            open = ["o", "enter"]
            copy = []
            [keys]
            program.help = 'f9'
            "list.sort" = "ctrl+o"
            """
        let keymap = try UIConfiguration(text).keymap
        #expect(keymap.keys(.listOpen) == [.character("o"), Key(.enter)] && keymap.keys(.listCopy).isEmpty)
        #expect(keymap.keys(.help) == [Key(.function(9))] && keymap.keys(.listSort) == [.control("o")])
        #expect(keymap.keys(.listUp) == KeyAction.listUp.defaultKeys)
    }

    @Test func keysCanBeExchanged() throws {
        #expect(Self.faults("keys.list.open = 'x'\nkeys.list.tick = 'enter'").isEmpty)
    }

    @Test(arguments: [
        ("[keys.list]\nopn = 'o'", "2:1: there is no action list.opn; did you mean list.open?"),
        ("keys.fly = 'o'", "1:1: there is no action fly; featurehost ui --print-config"),
        ("keys.list.open = 'hyper+o'", "1:18: there is no key hyper+o; keys are"),
        ("keys.list.open = 7", "1:18: a key has to be a text"),
        ("keys.list.open = 'j'", "1:18: list.open: j is a key of list.down too"),
        ("keys.list.open = 'o'\nkeys.list.tick = 'o'", "2:18: list.tick: o is a key of list.open too"),
        ("keys.list.open = 'ctrl+c'", "ctrl+c always quits"), ("keys.list.open = 'ctrl+z'", "ctrl+z always stops"),
        ("keys.list.open = 'ctrl+m'", "terminals report ctrl+m as enter"),
        ("keys.list.open = 'ctrl+O'", "don't report ctrl+O"), ("keys.list.open = 'shift+o'", "write O for shift+o"),
        ("keys.search.accept = 'a'", "search.accept: a edits the text there"),
        ("keys.text.edit = 'ctrl+w'", "text.edit: ctrl+w edits the text there"),
        ("colour = 1", "1:1: there is no table for this key; write it below [theme] or [keys]"),
        ("keys", "= has to follow"),
    ])
    func aFaultyKeyIsReported(_ text: String, _ words: String) {
        let faults = Self.faults(text)
        #expect(faults.count == 1 && faults[0].contains(words) && faults[0].hasPrefix("ui.toml:"), "\(faults)")
    }

    @Test func allFaultsAreReportedInTheOrderOfTheFile() {
        let faults = Self.faults("keys.list.open = 'j'\nkeys.x = 'x'\ntheme.mode = 'dim'\n[keys.list]\ntick = 1")
        #expect(faults.map { $0.split(separator: ":")[1] } == ["1", "2", "3", "5"])
    }

    // MARK: Colours

    @Test func coloursAreChanged() throws {
        let text = """
            [theme]
            mode = "light"
            [theme.dark]
            accent = "#FF8000"
            error = 9
            text = "bright-white"
            active-background = "default"
            """
        let theme = try UIConfiguration(text).theme
        #expect(theme.mode == .light && theme.changes(isDark: false).isEmpty)
        let dark = Theme(.direct, isDark: true, changes: theme.changes(isDark: true))
        #expect(
            dark.accent == Style(foreground: .rgb(255, 128, 0), .bold) && dark.match.foreground == .rgb(255, 128, 0))
        #expect(dark.error.foreground == .palette(9) && dark.text.foreground == .palette(15))
        #expect(dark.activeBackground == .standard && dark.border == Theme(.direct, isDark: true).border)
        #expect(Theme(.none, isDark: true, changes: theme.changes(isDark: true)).accent == Theme().accent)
    }

    @Test func eachRoleChangesOnePart() {
        let base = Theme(.direct, isDark: true)
        for role in ThemeRole.allCases {
            let changed = Theme(.direct, isDark: true, changes: [role: .palette(200)])
            #expect("\(changed)" != "\(base)", "\(role)")
            let same = Theme(.direct, isDark: true, changes: [role: role.colour(isDark: true)])
            #expect("\(same)" == "\(base)", "\(role)")
        }
    }

    @Test func theConfiguredThemeIsChosenUntilTheUserSwitches() throws {
        var choice = ThemeChoice(.direct, try UIConfiguration("theme.mode = 'light'").theme, hint: "15;0")
        choice.update(red: 0, green: 0, blue: 0)
        #expect("\(choice.theme)" == "\(Theme(.direct, isDark: false))")
        choice.toggle()
        #expect("\(choice.theme)" == "\(Theme(.direct, isDark: true))")
    }

    @Test(arguments: [
        ("theme.mode = 'dim'", "1:14: there is no mode dim; write auto, dark or light"),
        ("theme.mode = 1", "the value has to be a text such as \"auto\""),
        ("theme.dark.sky = 1", "1:1: there is no part sky; the parts with a colour are text, detail"),
        ("theme.dark.text = 256", "1:19: a colour is"), ("theme.dark.text = '#12345'", "a colour is"),
        ("theme.dark.text = 'rot'", "a colour is"), ("theme.dim.text = 1", "[theme] has the key mode"),
    ])
    func aFaultyColourIsReported(_ text: String, _ words: String) {
        let faults = Self.faults(text)
        #expect(faults.count == 1 && faults[0].contains(words), "\(faults)")
    }

    // MARK: The file

    @Test func theFileIsInTheFolderOfConfigurations() {
        func path(_ variables: [String: String], _ named: String? = nil) -> String? {
            ConfigurationFile(named) { variables[$0] }.path
        }
        #expect(path(["HOME": "/home/a"]) == "/home/a/.config/featurehost/ui.toml")
        #expect(path(["HOME": "/home/a", "XDG_CONFIG_HOME": "/etc/a"]) == "/etc/a/featurehost/ui.toml")
        #expect(path(["HOME": "/home/a", "XDG_CONFIG_HOME": "relative"]) == "/home/a/.config/featurehost/ui.toml")
        #expect(path([:]) == nil && path(["HOME": "/home/a"], "x.toml") == "x.toml")
    }

    @Test func aMissingFileIsAFaultOnlyIfItIsNamed() throws {
        #expect(try ConfigurationFile(nil) { _ in "/nowhere" }.read() == UIConfiguration())
        let failure = #expect(throws: ConfigurationFile.Failure.self) { try ConfigurationFile("/nowhere/x").read() }
        #expect(failure?.isUnreadable == true && failure?.messages[0].hasPrefix("/nowhere/x: can't be read") == true)
    }

    @Test func aNoticeNamesTheFirstFault() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).toml")
        defer { try? FileManager.default.removeItem(at: file) }
        try "keys.a = 'b'\nkeys.c = 'd'".write(to: file, atomically: true, encoding: .utf8)
        let failure = #expect(throws: ConfigurationFile.Failure.self) { try ConfigurationFile(file.path).read() }
        let notice = failure?.notice ?? ""
        #expect(notice.hasPrefix("The defaults are used: \(file.path):1:1: there is no action a"))
        #expect(notice.hasSuffix("(and 1 more fault)") && failure?.isUnreadable == false)
    }
}
