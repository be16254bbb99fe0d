import FHJSON

/// The names that the declaration of a feature defines.
///
/// Other declarations can refer to them.
///
/// Errors in the declaration are reported elsewhere. This type uses the parts that it can read.
package struct DeclaredNames {
    private let feature: JSONValue
    /// The type that reads the declaration; nil if the kind of the feature is unknown.
    private let kind: (any KindDeclaration.Type)?

    /// Creates the names of a feature.
    ///
    /// - Parameters:
    ///   - feature: the declaration of the feature, as JSON.
    ///   - kinds: the kinds that a workspace can declare.
    package init(_ feature: JSONValue, _ kinds: DeclaredKinds) {
        self.feature = feature
        kind = kinds.kind(of: feature)
    }

    /// The ids of the filters of a list or a search; nil if the feature is neither.
    package var filters: [String]? { kind?.filters(of: feature) }

    /// The routes that can be pushed; nil if the feature is not a flow.
    package var routes: [String]? { kind?.routes(of: feature) }

    /// The names of a form's top-level fields; nil if the feature is not a form.
    package var fields: [String]? { fieldDeclarations.map { $0.compactMap { $0["name"]?.stringValue } } }

    private var fieldDeclarations: [JSONValue]? { kind?.fields(of: feature) }

    /// Finds values that belong to no field of the form.
    ///
    /// - Parameter values: an object of values by field name.
    /// - Returns: for each value found, the path to it and the names of the fields that exist at its level.
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
            let inner = Array((field["fields"] ?? .emptyArray).elements)
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

    /// The names of the outputs that the feature itself emits.
    ///
    /// The array is empty if an output can have any name, as in a search without actions.
    package var outputs: [String] { kind?.outputs(of: feature) ?? [] }

    /// True if the feature also receives outputs of other features, as a flow does from the features on its stack.
    package var takesOutputsOfOthers: Bool { kind?.showsFeatures == true }

    /// True if the feature can emit outputs of any name.
    package var hasAnyOutput: Bool { kind != nil && outputs.isEmpty }

    /// True if an output of the feature is about a row, and so has an id.
    package var outputsRows: Bool { kind?.outputsRows != false }

    /// True if the output of the feature contains the answers grouped by step.
    package var hasOutputBySteps: Bool { kind?.hasOutputBySteps(feature) == true }
}
