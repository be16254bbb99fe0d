import FHJSON

/// A line of a view's layout, drawn by generic clients that don't know the feature.
public struct LayoutItem: Sendable, Equatable {
    /// The way in which a line is drawn.
    public enum Kind: String, Sendable, CaseIterable {
        case text, number, date, toggle, progress, image, button, section, child
    }

    /// The member of the state that is shown; for ``Kind/child``, the child's name; nil for a line without a value.
    public let key: String?
    /// The label shown to users.
    public let label: String
    /// The way in which the line is drawn.
    public let type: Kind
    /// The action sent when the user presses or edits the line; nil for none.
    public let action: String?
    /// The params of the action.
    public let params: JSONText?
    /// The meaning of the line: `primary`, `destructive`, …; nil for no special meaning.
    public let role: String?
    /// The name of a Boolean member that must be true for the line to be drawn; nil to draw it always.
    public let when: String?

    /// Makes a line.
    public init(
        _ type: Kind, key: String? = nil, label: String, action: String? = nil, params: JSONText? = nil,
        role: String? = nil, when: String? = nil
    ) {
        self.type = type
        self.key = key
        self.label = label
        self.action = action
        self.params = params
        self.role = role
        self.when = when
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        if let key { json.field("key", key) }
        json.field("label", label)
        json.field("type", type.rawValue)
        if let action { json.field("action", action) }
        if let params { json.field("params", params) }
        if let role { json.field("role", role) }
        if let when { json.field("when", when) }
        json.endObject()
    }
}
