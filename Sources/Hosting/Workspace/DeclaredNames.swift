import JSON

/// The names that a feature's own declaration gives, by which other declarations may mean something in it.
///
/// Where the declaration is wrong, it is so for itself; what of it can be read counts.
package struct DeclaredNames {
    private let feature: JSONValue
    private let kind: String?

    /// - Parameter feature: the declaration.
    package init(_ feature: JSONValue) {
        self.feature = feature
        kind = feature["kind"]?.stringValue
    }

    /// The ids of the filters of a list or a search.
    var filters: [String]? { kind == "list" || kind == "search" ? ids(of: "filters") : nil }

    /// The names of a form's fields that are in no other.
    var fields: [String]? { fieldDeclarations.map { $0.compactMap { $0["name"]?.stringValue } } }

    private var fieldDeclarations: [JSONValue]? {
        guard kind == "form" else { return nil }
        let steps = Self.elements("steps", of: feature)
        let sections = (steps.isEmpty ? [feature] : steps).flatMap { Self.elements("sections", of: $0) }
        return sections.flatMap { Self.elements("fields", of: $0) }
    }

    /// What an object of values by field name says that no field of the form takes.
    ///
    /// - Returns: the names and places that lead to each, and the names of the fields that there are.
    package func valuesWithoutField(in values: JSONValue) -> [(path: [String], known: [String])] {
        fieldDeclarations.map { Self.valuesWithoutField(in: values, $0) } ?? []
    }

    private static func valuesWithoutField(
        in values: JSONValue, _ fields: [JSONValue]
    ) -> [(path: [String], known: [String])] {
        guard values.members.count > 0 else { return [] }
        let names = fields.compactMap { $0["name"]?.stringValue }
        let named = fields.compactMap { field in field["name"]?.stringValue.map { (ExactText($0), field) } }
        let byName = Dictionary(named) { first, _ in first }
        return values.members.flatMap { name, value -> [(path: [String], known: [String])] in
            guard let field = byName[name] else { return [([name], names)] }
            let inner = elements("fields", of: field)
            let found: [(path: [String], known: [String])] =
                switch field["type"]?.stringValue {
                case "group": valuesWithoutField(in: value, inner)
                case "repeated":
                    value.elements.enumerated().flatMap { index, item in
                        valuesWithoutField(in: item, inner).map { (["\(index)"] + $0.path, $0.known) }
                    }
                default: []
                }
            return found.map { ([name] + $0.path, $0.known) }
        }
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
