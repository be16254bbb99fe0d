import Conditions
import FormFeature
import JSON

/// The conditions and rules of a form as a workspace declares them.
enum ConditionDeclaration {
    private static let conditions = ConditionReader<Condition>(
        subject: "field", operators: ["equals", "contains", "in", "greater", "less", "empty"], comparison: comparison)

    /// The condition under a key; nil if it is absent.
    static func condition(_ node: WorkspaceNode, _ key: String) -> Condition? {
        node.member(key).flatMap { conditions.condition($0) }
    }

    static func rules(_ node: WorkspaceNode) -> [FormRule] {
        (node.member("rules")?.elements ?? []).map { node in
            node.expect(keys: ["holds", "message", "code", "severity"])
            if node.value.isObject, node.value["holds"] == nil {
                node.report("lacks holds: \(conditions.description)")
            }
            // What is missing is noted; one that holds of nothing keeps its neighbours' places right.
            var rule = FormRule(
                condition(node, "holds") ?? .all([]), message: node.requiredString("message") ?? "?")
            if let code = node.string("code") { rule.code = code }
            if let severity = node.oneOf("severity", FormRule.Severity.self) { rule.severity = severity }
            return rule
        }
    }

    /// The name of a field in `{"field": name}`; nil where a value is none such.
    static func field(_ node: WorkspaceNode) -> String? {
        guard node.value.isObject, node.value["field"] != nil else { return nil }
        node.expect(keys: ["field"])
        return node.string("field")
    }

    /// What one operator wants of a field.
    private static func comparison(_ name: String, _ operation: String, _ node: WorkspaceNode) -> Condition? {
        switch operation {
        case "empty":
            if let isEmpty = node.value.boolValue { return isEmpty ? .isEmpty(name) : .not(.isEmpty(name)) }
            node.report("must be true or false")
        case "in":
            if node.value.isArray, node.value.count > 0 {
                return .isIn(name, node.value.elements.map { JSONText($0) })
            }
            node.report("must be an array of values, and not empty")
        case "greater", "less":
            guard let operand = operand(node, "must be a number or a string, or an object with field", where: isOrdered)
            else { break }
            return operation == "greater" ? .greater(name, operand) : .less(name, operand)
        default:
            let message = "must be a string, a number, a Boolean or null, or an object with field"
            guard let operand = operand(node, message, where: { !$0.isArray && !$0.isObject }) else { break }
            return operation == "equals" ? .equals(name, operand) : .contains(name, operand)
        }
        return nil
    }

    private static func isOrdered(_ value: JSONValue) -> Bool { value.doubleValue != nil || value.kind == .string }

    private static func operand(
        _ node: WorkspaceNode, _ message: String, where isRight: (JSONValue) -> Bool
    ) -> Condition.Operand? {
        if node.value.isObject, node.value["field"] != nil { return field(node).map { .field($0) } }
        if isRight(node.value) { return .value(JSONText(node.value)) }
        node.report(message)
        return nil
    }
}
