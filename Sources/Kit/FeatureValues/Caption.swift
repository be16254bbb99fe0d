public import FHJSON

/// The purpose and the icon of something that users read: a feature, an action, a button, a field or an option.
public struct Caption: Sendable, Equatable {
    /// The purpose, in a sentence for users; nil for none.
    public var description: String?
    /// The icon; nil for none.
    public var icon: Icon?

    /// Makes a caption, by default an empty one.
    public init(description: String? = nil, icon: Icon? = nil) {
        self.description = description
        self.icon = icon
    }

    /// True if there is neither a purpose nor an icon.
    public var isEmpty: Bool { description == nil && icon == nil }

    /// Writes the members `description` and `icon`, as far as they are present.
    public func writeMembers(to json: inout JSONWriter) {
        if let description { json.field("description", description) }
        if let icon { json.field("icon", icon.rawValue) }
    }
}
