import FHTerminalScreen

/// One or several keys with an effect.
public struct Binding {
    /// The places in which users see a binding.
    public enum Prominence {
        /// In the line of keys and in the help.
        case shown
        /// In the help only.
        case helpOnly
        /// Not shown, because another binding or the screen shows the key.
        case hidden
    }

    /// The action, whose keys a configuration can change; nil for keys that are always the same.
    let action: KeyAction?
    /// The keys.
    public let keys: [Key]
    /// The function of the keys, such as "Open".
    public let title: String
    /// The places in which users see the binding.
    public let prominence: Prominence
    /// The text that shows the keys to users, such as `↑↓`; nil for the name of the first key.
    public let shownKeys: String?
    /// The reason why the keys do nothing now, for users; nil if they do something.
    public let reason: String?
    /// Performs the effect.
    public let act: () -> Void

    /// Makes a binding of an action, which has its default keys until ``Keymap/translated(_:)``.
    init(
        _ action: KeyAction, _ title: String, _ prominence: Prominence = .shown, shownKeys: String? = nil,
        unless reason: String? = nil, act: @escaping () -> Void
    ) {
        self.init(
            action, action.defaultKeys, title, prominence, shownKeys: shownKeys, unless: reason, act: act)
    }

    /// Makes a binding of keys that are always the same.
    public init(
        _ keys: [Key], _ title: String, _ prominence: Prominence = .shown, shownKeys: String? = nil,
        unless reason: String? = nil, act: @escaping () -> Void
    ) {
        self.init(nil, keys, title, prominence, shownKeys: shownKeys, unless: reason, act: act)
    }

    private init(
        _ action: KeyAction?, _ keys: [Key], _ title: String, _ prominence: Prominence, shownKeys: String?,
        unless reason: String?, act: @escaping () -> Void
    ) {
        self.action = action
        self.keys = keys
        self.title = title
        self.prominence = prominence
        self.shownKeys = shownKeys
        self.reason = reason
        self.act = act
    }

    /// Returns the binding with other keys.
    func with(_ keys: [Key], shownKeys: String?) -> Binding {
        Binding(action, keys, title, prominence, shownKeys: shownKeys, unless: reason, act: act)
    }

    /// Returns the binding with another effect.
    func performing(_ act: @escaping () -> Void) -> Binding {
        Binding(action, keys, title, prominence, shownKeys: shownKeys, unless: reason, act: act)
    }

    /// Returns the binding, hidden and without its effect.
    ///
    /// - Parameter reason: the reason why the keys do nothing now, for users.
    func refused(_ reason: String) -> Binding {
        Binding(action, keys, title, .hidden, shownKeys: shownKeys, unless: reason, act: act)
    }

    /// True if the keys leave the place in which they act.
    var isLeaving: Bool { action == .back }
    /// True if the keys complete what the user does: they submit a form, or finish or skip a flow's step.
    var isFinishing: Bool { action == .finish || action == .nextStep || action == .skipStep }
    /// True if the keys only move through rows.
    var isMoving: Bool { action == .listDown || action == .searchDown }
    /// True if the keys are useful again and again, and no button or other sign on the screen stands for them.
    var isUseful: Bool {
        switch action {
        case .listUndo, .listRedo, .listFilter, .searchMore, .nextError: true
        default: false
        }
    }
    /// True if the keys do something now.
    public var isEnabled: Bool { reason == nil }

    /// The text that shows the keys to users.
    public var text: String { shownKeys ?? keys.first.map(KeyNames.text(of:)) ?? "" }
}

/// The names of keys for users.
public enum KeyNames {
    /// Returns the name of a key, such as `ctrl+s` or `⏎`.
    public static func text(of key: Key) -> String {
        var name = ""
        if key.modifiers.contains(.control) { name += "ctrl+" }
        if key.modifiers.contains(.alt) { name += "alt+" }
        if key.modifiers.contains(.shift) { name += "shift+" }
        return name + text(of: key.code)
    }

    private static func text(of code: Key.Code) -> String {
        switch code {
        case .character(" "): "␣"
        case .character(let character): String(character)
        case .enter: "⏎"
        case .escape: "esc"
        case .tab: "tab"
        case .backspace: "⌫"
        case .delete: "del"
        case .insert: "ins"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "home"
        case .end: "end"
        case .pageUp: "pgup"
        case .pageDown: "pgdn"
        case .function(let number): "f\(number)"
        }
    }
}
