public import FHTerminalScreen

/// The keys of the actions: the default keys, except for actions whose keys the user has changed.
///
/// ```swift
/// var keymap = Keymap()
/// keymap.set(.listOpen, [.character("o")])
/// app.keymap = keymap
/// ```
public struct Keymap: Equatable, Sendable {
    private var changed: [KeyAction: [Key]] = [:]

    /// Makes a map with the default keys.
    public init() {}

    /// Returns the keys of an action; empty if the user has removed them.
    public func keys(_ action: KeyAction) -> [Key] { changed[action] ?? action.defaultKeys }

    /// Sets the keys of an action.
    public mutating func set(_ action: KeyAction, _ keys: [Key]) {
        changed[action] = keys == action.defaultKeys ? nil : keys
    }

    /// Returns another action of the same scope that has a key; nil if there is none.
    public func other(than action: KeyAction, with key: Key) -> KeyAction? {
        KeyAction.allCases.first { $0 != action && $0.scope == action.scope && keys($0).contains(key) }
    }

    /// Returns true if a key can't perform an action, because it edits the text at the place of the action.
    public static func isTyped(_ key: Key, for action: KeyAction) -> Bool {
        ["search", "text"].contains(action.scope) && TextEditor().takes(key)
    }

    // MARK: Users

    /// Returns the text that shows the first key of an action to users; nil if the action has no key.
    func text(of action: KeyAction) -> String? { keys(action).first.map(KeyNames.text(of:)) }

    /// Returns a message that begins with the first key of an action; empty if the action has no key.
    func hint(_ action: KeyAction, _ effect: String) -> String { text(of: action).map { "\($0) \(effect)" } ?? "" }

    /// Returns a binding with the keys that its action has here.
    ///
    /// A text such as `↑↓` shows two keys, so it is replaced also if the other key has changed.
    func translated(_ binding: Binding) -> Binding {
        guard !changed.isEmpty, let action = binding.action else { return binding }
        let opposite = action.opposite
        guard changed[action] != nil || opposite.map({ changed[$0] != nil }) == true else { return binding }
        return binding.with(keys(action), shownKeys: opposite.flatMap { pair($0, action) })
    }

    /// Returns the text that shows the first keys of two actions, such as `kj`; nil if one of them has no key.
    private func pair(_ first: KeyAction, _ second: KeyAction) -> String? {
        guard let first = text(of: first), let second = text(of: second) else { return nil }
        return first.count == 1 && second.count == 1 ? first + second : "\(first) \(second)"
    }
}
