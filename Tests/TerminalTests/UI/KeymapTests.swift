import FHTerminalScreen
import Testing

@testable import FHTerminalUI

/// Configured keys: their effects, and their names in the line of keys, the help and the list of actions.
@Suite struct KeymapTests {
    private static func keymap(_ keys: [KeyAction: [Key]]) -> Keymap {
        var keymap = Keymap()
        for (action, keys) in keys { keymap.set(action, keys) }
        return keymap
    }

    private static func list(_ keys: [KeyAction: [Key]], size: Size = Size(80, 24)) -> FakeStage {
        let actions = ["moveActive", "setActive", "setWindow", "openItem", "setFilter"]
        let stage = FakeStage("list", States.list(["activeId": "1"]), actions, size: size)
        stage.app.keymap = keymap(keys)
        stage.settle()
        _ = stage.sent()
        return stage
    }

    @Test func aConfiguredKeyReplacesTheDefaultOne() {
        let stage = Self.list([.listOpen: [.character("o")]])
        stage.press("enter")
        #expect(stage.sent().isEmpty && stage.shows("o open"))
        stage.press("o")
        #expect(stage.sent() == [#"openItem {"id":"1"}"#])
    }

    @Test func anActionWithoutKeysIsNotShown() {
        let stage = Self.list([.listOpen: []])
        stage.press("enter")
        #expect(stage.sent().isEmpty && !stage.shows("open"))
    }

    @Test func theHelpShowsTheConfiguredKeys() {
        let stage = Self.list(
            [.listOpen: [.character("o"), .control("o")], .help: [Key(.function(9))]], size: Size(80, 60))
        #expect(stage.shows("f9 help"))
        stage.press("f9")
        #expect(stage.shows("o ctrl+o") && stage.shows("Open") && stage.shows("f9"))
        stage.press("f9")
        #expect(!stage.shows("Everywhere"))
    }

    @Test func theListOfActionsShowsTheConfiguredKeys() {
        let stage = Self.list([.listOpen: [.character("o")], .actions: [.control("k")], .catalogDown: [.control("j")]])
        stage.press("ctrl+k")
        let line = stage.lines.first { $0.contains("Open") && !$0.contains("Actions") } ?? ""
        #expect(line.contains("o"))
        stage.press("ctrl+n", "escape")
        #expect(!stage.shows("Actions ─"))
    }

    @Test func aPairOfKeysIsShownOnlyWhileBothAreTheDefaults() {
        let wide = Size(120, 24)
        #expect(Self.list([:], size: wide).shows("↑↓ move"))
        let letters = Self.list([.listUp: [.character("w")], .listDown: [.character("s")], .listSort: []], size: wide)
        #expect(letters.shows("ws move"))
        letters.press("s")
        #expect(letters.sent() == [#"moveActive {"by":1}"#])
        #expect(Self.list([.listUp: [.control("k")]], size: wide).shows("ctrl+k ↓ move"))
        #expect(Self.list([.listUp: []], size: wide).shows("↓ move"))
    }

    @Test func theLeavingKeyIsConfigured() {
        let stage = Self.list([.back: [Key(.function(10))]])
        stage.host.react(to: "setFilter", ["state": ["filter": ["text": "x"]]])
        stage.press("slash")
        stage.type("x")
        stage.press("escape")
        #expect(stage.shows("/ x"), "escape has no effect any more")
        stage.press("f10")
        #expect(stage.shows("f10 clear the filter"))
    }

    @Test func messagesNameTheConfiguredKeys() {
        let stage = Self.list([.back: [Key(.function(10))]])
        stage.host.react(to: "setFilter", ["state": ["filter": ["text": "x"]]])
        let none: JSON = ["items": [], "count": 0, "totalCount": nil, "empty": "noMatch"]
        stage.press("slash")
        stage.type("x")
        stage.change(["state": none])
        #expect(stage.shows("f10 clears the filter"))
    }

    @Test func theCatalogLeavesConfiguredKeysFree() {
        let stage = Self.list([.quit: [.character("Q")], .back: [Key(.escape)]])
        stage.press("escape")
        stage.press("q")
        #expect(stage.app.exitStatus == nil, "q types into the filter")
        stage.press("backspace", "Q")
        #expect(stage.app.exitStatus == 0)
    }

    @Test func ctrlCAlwaysQuits() {
        let stage = Self.list([.quit: []])
        stage.press("ctrl+c")
        #expect(stage.app.exitStatus == 0)
    }
}
