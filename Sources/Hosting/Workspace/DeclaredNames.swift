import JSON

/// The names that a feature's own declaration gives, by which other declarations may mean something in it.
///
/// Where the declaration is wrong, it is so for itself; what of it can be read counts.
struct DeclaredNames {
    private let feature: JSONValue
    private let kind: String?

    /// - Parameter feature: the declaration.
    init(_ feature: JSONValue) {
        self.feature = feature
        kind = feature["kind"]?.stringValue
    }

    /// The ids of the filters of a list or a search.
    var filters: [String]? { kind == "list" || kind == "search" ? ids(of: "filters") : nil }

    /// The names of a form's fields that are in no other.
    var fields: [String]? { fieldDeclarations.map { $0.compactMap { $0["name"]?.stringValue } } }

    /// A form's fields that are in no other.
    var fieldDeclarations: [JSONValue]? {
        guard kind == "form" else { return nil }
        let steps = Self.elements("steps", of: feature)
        let sections = (steps.isEmpty ? [feature] : steps).flatMap { Self.elements("sections", of: $0) }
        return sections.flatMap { Self.elements("fields", of: $0) }
    }

    /// What the feature itself hands on; none where that can be anything, as of a search without actions.
    var outputs: [String] {
        switch kind {
        case "list": ["openItem"]
        case "form": ["submit", "cancel"]
        case "search": ids(of: "actions")
        case "flow": ["complete", "cancel", "timeout", "fail"]
        default: []
        }
    }

    /// Whether the outputs of other features come to it too, those of what is on its stack.
    var takesOutputsOfOthers: Bool { kind == "flow" }

    /// Whether it may hand on anything.
    var hasAnyOutput: Bool { kind == "search" && outputs.isEmpty }

    private func ids(of key: String) -> [String] {
        Self.elements(key, of: feature).compactMap { $0["id"]?.stringValue }
    }

    private static func elements(_ key: String, of value: JSONValue) -> [JSONValue] {
        value[key].map { Array($0.elements) } ?? []
    }
}
