import FHTerminalScreen
import Testing

@testable import FHTerminalProgram

/// The names of keys and sizes in played sessions.
@Suite struct PlayedKeysTests {
    @Test(arguments: [
        ("enter", Key(.enter)), ("ctrl+s", .control("s")), ("shift+tab", Key(.tab, .shift)), ("x", .character("x")),
        ("ctrl+home", Key(.home, .control)), ("alt+up", Key(.up, .alt)), ("f5", Key(.function(5))),
        ("f", .character("f")), ("question_mark", .character("?")), ("space", .character(" ")), ("+", .character("+")),
        ("pagedown", Key(.pageDown)), ("ctrl+shift+a", Key(.character("a"), [.control, .shift])),
        ("é", .character("é")),
    ])
    func aNameIsReadAsAKey(_ name: String, _ key: Key) {
        #expect(PlayedKeys.key(name) == key)
    }

    @Test(arguments: ["", "renew", "f0", "f99", "ctrl+", "enter+x"])
    func anotherTextIsNoKey(_ name: String) {
        #expect(PlayedKeys.key(name) == nil)
    }

    @Test(arguments: [("80x24", Size(80, 24)), ("1x1000", Size(1, 1_000))])
    func aSizeIsRead(_ text: String, _ size: Size) {
        #expect(ScreenSize.parse(text) == size)
    }

    @Test(arguments: ["", "80", "80x", "x24", "0x5", "80x-1", "80x24x1", "1001x5", "9999999999999999999x1"])
    func aTextThatIsNoSizeIsRejected(_ text: String) {
        #expect(ScreenSize.parse(text) == nil)
    }
}
