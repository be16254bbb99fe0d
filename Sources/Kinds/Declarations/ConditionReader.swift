import FHJSON
import FHRows

/// Reads the conditions that a workspace declares over rows, form fields or flow answers.
package struct ConditionReader: Sendable {
    /// Reads conditions over the members of a row.
    package static let rows = ConditionReader(subject: "key", comparesFields: false)
    /// Reads conditions over the fields of a form, or the answers in a flow.
    package static let fields = ConditionReader(subject: "field", comparesFields: true)

    private static let combinations = ["all", "any", "not"]
    private static let operators = ["equals", "contains", "in", "greater", "less", "empty"]
    /// The maximum nesting depth of conditions.
    private static let deepest = 32

    /// The name of the member that holds the left-hand side of a comparison.
    package let subject: String
    /// True if an operand can be the value of another field.
    private let comparesFields: Bool

    /// The accepted syntax, as a phrase for error messages.
    package var description: String {
        let names = Self.operators.dropLast().joined(separator: ", ") + " or " + (Self.operators.last ?? "")
        return "\(subject) with \(names); or all, any or not"
    }

    /// Reads the condition under a key; returns nil if the key is absent or the condition is invalid.
    package func condition(_ node: WorkspaceNode, _ key: String) -> Condition? { node.member(key).flatMap(condition) }

    /// Parses the condition in a node, and reports validation errors.
    package func condition(_ node: WorkspaceNode) -> Condition? { condition(node, depth: 1) }

    private func condition(_ node: WorkspaceNode, depth: Int) -> Condition? {
        guard node.value.isObject else {
            node.report("must be an object: \(description)")
            return nil
        }
        guard depth <= Self.deepest else {
            node.report("is nested in more than \(Self.deepest - 1) conditions; use fewer")
            return nil
        }
        if let name = Self.combinations.first(where: { node.value[$0] != nil }), let part = node.member(name) {
            node.expect(keys: [name])
            return combination(name, part, depth: depth)
        }
        return comparison(node)
    }

    private func combination(_ name: String, _ node: WorkspaceNode, depth: Int) -> Condition? {
        if name == "not" { return condition(node, depth: depth + 1).map { .not($0) } }
        guard node.value.count > 0, node.value.isArray else {
            node.report("must be an array of conditions, and not empty")
            return nil
        }
        let parts = node.elements.compactMap { condition($0, depth: depth + 1) }
        return name == "all" ? .all(parts) : .any(parts)
    }

    // MARK: Comparisons

    private func comparison(_ node: WorkspaceNode) -> Condition? {
        guard node.value.count > 0 else {
            node.report("is empty; what it wants is \(description)")
            return nil
        }
        node.expect(keys: [subject] + Self.operators + Self.combinations)
        if !Self.operators.contains(where: { node.value[$0] != nil }) {
            node.report("lacks an operator: \(Self.operators.joined(separator: ", "))")
        }
        guard let subject = node.requiredString(subject) else { return nil }
        let parts = Self.operators.compactMap { name in node.member(name).flatMap { comparison(subject, name, $0) } }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Parses one operator of a comparison, and reports validation errors.
    private func comparison(_ name: String, _ operation: String, _ node: WorkspaceNode) -> Condition? {
        switch operation {
        case "empty":
            if let isEmpty = node.value.boolValue { return isEmpty ? .isEmpty(name) : .not(.isEmpty(name)) }
            node.report("must be true or false")
        case "in":
            if node.value.isArray, node.value.count > 0 {
                return .isIn(name, node.value.elements.map { JSONText($0) })
            }
            node.report("must be an array of values, and not empty")
        case "greater": return operand(node, "a number or a string", where: isOrdered).map { .greater(name, $0) }
        case "less": return operand(node, "a number or a string", where: isOrdered).map { .less(name, $0) }
        case "contains":
            return operand(node, "a string, a number, a Boolean or null", where: isScalar).map { .contains(name, $0) }
        default:
            if !comparesFields { return .equals(name, JSONText(node.value)) }
            return operand(node, "a string, a number, a Boolean or null", where: isScalar).map { .equals(name, $0) }
        }
        return nil
    }

    private func isOrdered(_ value: JSONValue) -> Bool { value.doubleValue != nil || value.kind == .string }

    private func isScalar(_ value: JSONValue) -> Bool { !value.isArray && !value.isObject }

    private func operand(
        _ node: WorkspaceNode, _ wanted: String, where isRight: (JSONValue) -> Bool
    ) -> Condition.Operand? {
        if comparesFields, node.value.isObject, node.value["field"] != nil {
            return Self.field(node).map { .field($0) }
        }
        if isRight(node.value) { return .value(JSONText(node.value)) }
        node.report("must be \(wanted)\(comparesFields ? ", or an object with field" : "")")
        return nil
    }

    /// Returns the name of the field in `{"field": name}`; nil for any other value.
    package static func field(_ node: WorkspaceNode) -> String? {
        guard node.value.isObject, node.value["field"] != nil else { return nil }
        node.expect(keys: ["field"])
        return node.string("field")
    }
}
