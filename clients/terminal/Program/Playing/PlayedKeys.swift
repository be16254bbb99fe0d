import FHTerminalScreen

/// The names of keys in played sessions and configurations, such as `enter`, `ctrl+s` and `x`.
enum PlayedKeys {
    private static let codes: [String: Key.Code] = [
        "enter": .enter, "escape": .escape, "tab": .tab, "backspace": .backspace, "delete": .delete,
        "insert": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
        "pageup": .pageUp, "pagedown": .pageDown,
    ]
    /// Characters that have names too.
    private static let characters: [String: Character] = [
        "space": " ", "slash": "/", "backslash": "\\", "question_mark": "?", "exclamation_mark": "!", "colon": ":",
        "semicolon": ";", "comma": ",", "full_stop": ".", "plus": "+", "minus": "-", "underscore": "_", "at": "@",
    ]
    private static let modifiers: [(prefix: String, modifier: Key.Modifiers)] = [
        ("ctrl+", .control), ("alt+", .alt), ("shift+", .shift),
    ]

    /// Returns the key with a name; nil if no key has this name.
    static func key(_ name: String) -> Key? {
        var rest = name[...]
        var held: Key.Modifiers = []
        while let found = modifiers.first(where: { rest.hasPrefix($0.prefix) }) {
            rest = rest.dropFirst(found.prefix.count)
            held.insert(found.modifier)
        }
        let code = String(rest)
        if let found = codes[code] { return Key(found, held) }
        if let number = Int(code.dropFirst()), code.hasPrefix("f"), (1...24).contains(number) {
            return Key(.function(number), held)
        }
        guard let character = characters[code] ?? (code.count == 1 ? code.first : nil) else { return nil }
        return Key(.character(character), held)
    }

    /// Returns the name of a key; the opposite of ``key(_:)``.
    static func name(of key: Key) -> String {
        let held = modifiers.filter { key.modifiers.contains($0.modifier) }.map(\.prefix).joined()
        switch key.code {
        case .character(" "): return held + "space"
        case .character(let character): return held + String(character)
        case .function(let number): return "\(held)f\(number)"
        default: return held + (codes.first { $0.value == key.code }?.key ?? "")
        }
    }

    /// Returns the key that types a character.
    static func key(typing character: Character) -> Key {
        switch character {
        case "\n": Key(.enter)
        case "\t": Key(.tab)
        default: .character(character)
        }
    }
}
