import FHJSON

/// A button of a feature's toolbar.
public struct ToolbarItem: Sendable {
    /// The meaning of a button.
    public enum Role: String, Sendable, CaseIterable {
        case `default`, primary, destructive, cancellation, confirmation
    }

    /// The action of the button, with the action's params.
    public let action: ActionLink
    /// The button's title.
    public let title: String
    /// The button's purpose and icon.
    public let caption: Caption
    /// The meaning of the button.
    public let role: Role
    /// The key that clients offer for the button, a character; nil for none.
    public let key: String?

    /// Makes a button.
    public init(
        action: ActionLink, title: String, caption: Caption = Caption(), role: Role = .default, key: String? = nil
    ) {
        self.action = action
        self.title = title
        self.caption = caption
        self.role = role
        self.key = key
    }

    /// Writes the button as an element of `toolbar`.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("action", action.name)
        if action.params != .emptyObject { json.field("params", action.params) }
        json.field("title", title)
        caption.writeMembers(to: &json)
        json.field("role", role.rawValue)
        if let key { json.field("key", key) }
        json.endObject()
    }
}
