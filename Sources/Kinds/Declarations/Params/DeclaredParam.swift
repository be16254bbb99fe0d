import FHJSON
import FeatureKit

/// A param that a feature declares: a scalar, or an array of scalars.
struct DeclaredParam: Sendable {
    let name: String
    let isArray: Bool
    let isRequired: Bool
    let defaultValue: JSONText?
    /// The declaration without `required`, which is a JSON Schema of the values.
    let schema: JSONText
    /// The rule of the value or, for an array, of each element.
    private let rule: ScalarRule

    private static let types = ScalarRule.Kind.allCases.map(\.rawValue) + ["array"]
    private static let descriptive = ["title", "description", "default", "required"]

    /// Reads the declaration of a param, and reports errors; nil if its type can't be read.
    init?(_ name: String, _ node: WorkspaceNode) {
        guard let member = node.member("type") else {
            node.report("lacks type: \(Self.types.joined(separator: ", "))")
            return nil
        }
        isArray = member.value.stringValue == "array"
        _ = node.string("title")
        _ = node.string("description")
        if isArray {
            node.expect(keys: ["type", "items"] + Self.descriptive)
            guard let items = node.member("items") else {
                node.report("lacks items: the type of an element")
                return nil
            }
            items.expect(keys: ScalarRule.keys)
            guard let kind = items.oneOf("type", ScalarRule.Kind.self) else {
                if items.value.isObject, items.value["type"] == nil { items.report("lacks type") }
                return nil
            }
            rule = ScalarRule(items, kind)
        } else {
            node.expect(keys: ScalarRule.keys + Self.descriptive)
            guard let kind = member.value.stringValue.flatMap(ScalarRule.Kind.init(rawValue:)) else {
                member.report(choices: Self.types)
                return nil
            }
            rule = ScalarRule(node, kind)
        }
        self.name = name
        isRequired = node.bool("required") ?? false
        defaultValue = node.member("default").map { JSONText($0.value) }
        schema = JSONText.build { json in
            json.beginObject()
            for (key, value) in node.value.members where key != "required" {
                json.key(key)
                json.value(value)
            }
            json.endObject()
        }
        if isRequired, defaultValue != nil { node.report("is for a param without a default", at: "required") }
        if let defaultValue, let fault = read(defaultValue.value).fault { node.report(fault.message, at: "default") }
    }

    /// True if the values are strings, or arrays of strings, without a list of choices.
    var isText: Bool { rule.isText }

    /// Reads a given value.
    ///
    /// A string counts as the number or the Boolean that it spells, and a single value as an array of it: so texts of
    /// links and of command lines can be values.
    func read(_ given: JSONValue) -> (value: JSONText, fault: Fault?) {
        guard isArray else { return read(scalar: given, at: []) }
        let elements = given.isArray ? Array(given.elements) : [given]
        let all = elements.enumerated().map { read(scalar: $1, at: given.isArray ? ["\($0)"] : []) }
        let value = JSONText.build { json in
            json.beginArray()
            for element in all { json.value(element.value) }
            json.endArray()
        }
        return (value, all.lazy.compactMap { $0.fault }.first)
    }

    /// An error in a value, and the pointer to it from the value.
    typealias Fault = (pointer: [String], message: String)

    private func read(scalar given: JSONValue, at pointer: [String]) -> (value: JSONText, fault: Fault?) {
        let value = rule.spelled(by: given)
        return (value, rule.fault(of: value.value).map { (pointer, $0) })
    }

    /// A value with which the declaration is checked before the feature is opened: the default, or the first choice; nil
    /// if the author has given neither.
    var example: JSONText? {
        if let defaultValue { return defaultValue }
        guard let choice = rule.choices.first else { return nil }
        guard isArray else { return choice }
        return JSONText.build { json in
            json.beginArray()
            json.value(choice)
            json.endArray()
        }
    }
}
