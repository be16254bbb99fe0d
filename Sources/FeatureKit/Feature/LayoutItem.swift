import JSON

/// One line of a view's layout: what a front end that knows nothing of the feature draws.
public struct LayoutItem: Sendable, Equatable {
    /// How a value is drawn.
    public enum Kind: String, Sendable, CaseIterable {
        case text, number, date, toggle, progress, image, button, section, child
    }

    /// The member of the state that is shown; for ``Kind/child`` the child's name.
    public let key: String?
    /// What a person reads beside it.
    public let label: String
    /// How it is drawn.
    public let type: Kind
    /// The action that pressing or editing it sends.
    public let action: String?
    /// That action's params.
    public let params: JSONText?
    /// What the line means: `primary`, `destructive`, ….
    public let role: String?
    /// The name of a Boolean member that must be true for the line to be drawn.
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

    func write(to json: inout JSONWriter) {
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
