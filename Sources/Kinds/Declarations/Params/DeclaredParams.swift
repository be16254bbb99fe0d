import FHJSON
import FHKindParts
import FeatureKit

/// The params that a feature declares.
///
/// Whoever opens the feature gives their values, and the declarations of the feature and of its source refer to them.
package struct DeclaredParams: Sendable {
    private let all: [DeclaredParam]
    /// The names of all declared params, including invalid ones.
    package let names: Set<String>
    /// The names of the params that the kind of the feature has without a declaration.
    package let own: [String]

    /// Reads the member `params` of a feature, and reports errors; nil if the feature declares no params.
    package init?(_ feature: WorkspaceNode, own: [String]) {
        guard feature.value["params"] != nil else { return nil }
        let nodes = feature.objects("params")
        for (name, node) in nodes {
            if !Self.isName(name) {
                node.report("a param's name must be letters, digits, _ and -, and begin with a letter")
            }
            if own.contains(name) {
                node.report("a \(feature.value["kind"]?.stringValue ?? "feature") has the param \(name) already")
            }
        }
        self.own = own
        names = Set(nodes.map(\.0))
        all = nodes.compactMap { name, node in
            guard node.value.isObject else {
                node.report("must be an object with type")
                return nil
            }
            return DeclaredParam(name, node)
        }
    }

    /// The names of the params whose values are arrays.
    package var arrays: Set<String> { Set(all.filter(\.isArray).map(\.name)) }

    /// The names of the params whose values are any strings.
    package var texts: Set<String> { Set(all.filter(\.isText).map(\.name)) }

    /// Example values, with which the feature is checked before it is opened.
    ///
    /// A reference to a param without an example is left out, as for a param without a value.
    package var examples: ParamValues {
        let examples = all.compactMap { param in param.example.map { (param.name, $0) } }
        return ParamValues(names: names, values: Dictionary(examples) { first, _ in first }, texts: texts)
    }

    /// The JSON Schema of the opening params.
    package var schema: JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("type", "object")
            json.key("properties")
            json.beginObject()
            for param in all {
                json.key(param.name)
                json.value(param.schema)
            }
            json.endObject()
            let required = all.filter(\.isRequired).map(\.name)
            if !required.isEmpty { json.field("required", required) }
            json.field("additionalProperties", false)
            json.endObject()
        }
    }

    /// Takes the values of the params from the opening params of a feature.
    ///
    /// Members that are not declared are ignored.
    ///
    /// - Throws: `ActionRefusal.invalidParams(_:)` with every missing and every invalid value.
    package func values(in given: JSONValue) throws(ActionRefusal) -> ParamValues {
        var values: [String: JSONText] = [:]
        for param in all {
            values[param.name] = Self.value(of: param, in: given).map { param.read($0).value } ?? param.defaultValue
        }
        let missing = all.filter { $0.isRequired && Self.value(of: $0, in: given) == nil }.map { param in
            ActionRefusal.Field(
                path: JSONPointer([param.name]).description, code: "required", message: "is missing")
        }
        let mistakes = mistakes(in: given) + missing
        if !mistakes.isEmpty { throw .invalidParams(mistakes) }
        return ParamValues(names: names, values: values, texts: texts)
    }

    /// The given value of a param; null counts as absent.
    private static func value(of param: DeclaredParam, in given: JSONValue) -> JSONValue? {
        given[param.name].flatMap { $0.isNull ? nil : $0 }
    }

    /// Returns the errors of the given values; missing values are no errors here.
    package func mistakes(in given: JSONValue) -> [ActionRefusal.Field] {
        all.compactMap { param in
            guard let fault = Self.value(of: param, in: given).flatMap({ param.read($0).fault }) else { return nil }
            return .init(
                path: JSONPointer([param.name] + fault.pointer).description, code: "invalid", message: fault.message)
        }
    }

    /// True for a text that can be the name of a param.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
