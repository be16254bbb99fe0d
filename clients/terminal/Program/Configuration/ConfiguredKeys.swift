import FHJSON
import FHTerminalScreen
import FHTerminalUI

/// The keys of actions in a configuration file.
struct ConfiguredKeys {
    private(set) var keymap = Keymap()
    private var entries: [(action: KeyAction, place: TextPlace)] = []

    /// Reads the keys of an action: a string, or an array of strings, which may be empty.
    mutating func read(_ entry: TOMLDocument.Entry) throws(ConfigurationFault) {
        let name = entry.path.dropFirst().joined(separator: ".")
        guard let action = KeyAction(rawValue: name) else { throw entry.key.fault(Self.reason(unknown: name)) }
        let names: [String]
        switch entry.value {
        case .string(let key): names = [key]
        case .strings(let keys): names = keys
        default: throw entry.place.fault("a key has to be a text such as \"ctrl+o\", or an array of such texts")
        }
        var keys: [Key] = []
        for name in names {
            guard let key = PlayedKeys.key(name) else { throw entry.place.fault(Self.reason(unknownKey: name)) }
            if let reason = Self.reason(against: key, name, for: action) { throw entry.place.fault(reason) }
            if !keys.contains(key) { keys.append(key) }
        }
        keymap.set(action, keys)
        entries.append((action, entry.place))
    }

    /// The faults of keys that another action of the same scope has too.
    ///
    /// If the file sets both actions, the later one is reported.
    var conflicts: [ConfigurationFault] {
        var earlier: Set<KeyAction> = []
        let configured = Set(entries.map(\.action))
        return entries.flatMap { action, place -> [ConfigurationFault] in
            earlier.insert(action)
            return keymap.keys(action).compactMap { key -> ConfigurationFault? in
                guard let other = keymap.other(than: action, with: key) else { return nil }
                guard !configured.contains(other) || earlier.contains(other) else { return nil }
                let name = PlayedKeys.name(of: key)
                return place.fault(
                    "\(action.rawValue): \(name) is a key of \(other.rawValue) too; give one of them other keys")
            }
        }
    }

    // MARK: Faults

    private static func reason(unknown name: String) -> String {
        let guess = LikelyName.of(name, among: KeyAction.allCases.map(\.rawValue)).map { "did you mean \($0)? " } ?? ""
        return "there is no action \(name); \(guess)featurehost ui --print-config prints all actions"
    }

    private static func reason(unknownKey name: String) -> String {
        "there is no key \(name); keys are x, ctrl+s, alt+up, f5, enter, escape, tab, space, pagedown and so on"
    }

    /// Returns the reason why an action can't have a key; nil if it can.
    private static func reason(against key: Key, _ name: String, for action: KeyAction) -> String? {
        if key == .control("z") { return "ctrl+z always stops the program, as in a shell" }
        if key == .control("c"), action != .quit { return "ctrl+c always quits" }
        if Keymap.isTyped(key, for: action) {
            return "\(action.rawValue): \(name) edits the text there; write a key with ctrl or alt, or a function key"
        }
        guard case .character(let character) = key.code else { return nil }
        if key.modifiers.contains(.shift) {
            return "terminals report no shift with characters; write \(character.uppercased()) for shift+\(character)"
        }
        guard key.modifiers.contains(.control) else { return nil }
        let same: [Character: String] = ["i": "tab", "j": "enter", "m": "enter", "h": "backspace", "[": "escape"]
        if let other = same[character] { return "terminals report \(name) as \(other); write \(other)" }
        if character.isASCII, character.isLowercase || " \\]^_".contains(character) { return nil }
        return "terminals don't report \(name); ctrl needs a lower case letter, as in ctrl+o"
    }
}
