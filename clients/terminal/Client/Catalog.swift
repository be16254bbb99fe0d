import FHJSON

/// A feature that a host offers.
public struct CatalogEntry: Sendable {
    /// The JSON object of the entry.
    public let json: JSONValue
    /// The id of the feature.
    public let id: String
    /// The title for users; the id if the feature has no title.
    public let title: String
    /// The objects that describe the actions, by name, because each frame looks many of them up.
    private let actions: [ExactText: JSONValue]

    /// Reads an entry; nil if it has no id.
    public init?(_ json: JSONValue) {
        guard let id = json["id"]?.stringValue else { return nil }
        self.json = json
        self.id = id
        title = json.value("title")?.stringValue ?? id
        let named = json.objects("actions").map { (ExactText($0.text("name")), $0) }
        actions = Dictionary(named) { first, _ in first }
    }

    /// The kind of the feature.
    public var kind: String { json.text("kind") }
    /// The purpose of the feature; empty if none is declared.
    public var description: String { json.text("description") }
    /// The heading under which menus list the feature; empty if none is declared.
    public var group: String { json.text("group") }
    /// Further words by which users find the feature.
    public var keywords: [String] { json.texts("keywords") }
    /// The key that menus offer for the feature; empty if none is declared.
    public var key: String { json.text("key") }
    /// The glyph of the icon; empty for none.
    public var glyph: String { IconGlyph.glyph(of: json.text("icon")) ?? "" }

    /// True for an entry of menus: a feature that is not a part of others, and can be opened without params.
    var isOffered: Bool { needsNoParams && !json.isTrue("hidden") }

    /// True if the feature can be opened without params, so that menus offer it.
    public var needsNoParams: Bool { (json["params"]?["required"] ?? .null).count == 0 }

    /// Returns the JSON object that describes an action; nil if the feature lacks the action.
    public func action(_ name: String) -> JSONValue? { actions[name] }
}

/// The features that a host offers, in the order of the host.
public struct Catalog: Sendable {
    /// The features.
    public let entries: [CatalogEntry]

    /// Reads the entries of an array.
    public init(_ entries: [JSONValue] = []) { self.entries = entries.compactMap(CatalogEntry.init) }

    /// The features that menus offer.
    public var offered: [CatalogEntry] { entries.filter(\.isOffered) }

    /// Returns the entry of a feature; nil if the catalog lacks it.
    public subscript(_ feature: String) -> CatalogEntry? { entries.first { isSameText($0.id, feature) } }

    /// Returns the title of a feature for users; the id if the catalog lacks the feature.
    public func title(_ feature: String) -> String { self[feature]?.title ?? feature }
}
