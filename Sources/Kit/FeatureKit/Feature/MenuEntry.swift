import FHJSON

/// The texts and marks with which menus and palettes list a feature, beside its title.
///
/// ```swift
/// static let menu = MenuEntry(description: "Counts clicks.", icon: .add, group: "Examples", keywords: ["number"])
/// ```
public struct MenuEntry: Sendable, Equatable {
    /// The purpose and the icon of the feature.
    public var caption: Caption
    /// The heading under which menus list the feature; nil for none.
    public var group: String?
    /// Further words by which users find the feature.
    public var keywords: [String]
    /// True if menus leave the feature out, because it is a part of other features.
    public var isHidden: Bool
    /// The key that menus offer for the feature, a character; nil for none.
    public var key: String?

    /// Makes an entry, by default an empty one.
    public init(
        description: String? = nil, icon: Icon? = nil, group: String? = nil, keywords: [String] = [],
        isHidden: Bool = false, key: String? = nil
    ) {
        caption = Caption(description: description, icon: icon)
        self.group = group
        self.keywords = keywords
        self.isHidden = isHidden
        self.key = key
    }

    /// Writes the members of the catalog entry, as far as they are present.
    public func writeMembers(to json: inout JSONWriter) {
        caption.writeMembers(to: &json)
        if let group { json.field("group", group) }
        if !keywords.isEmpty { json.field("keywords", keywords) }
        if isHidden { json.field("hidden", true) }
        if let key { json.field("key", key) }
    }
}
