import Conditions
import FormFeature
import JSON
import Querying

/// Conditions of which others can be made.
protocol CombinableCondition {
    static func all(_ parts: [Self]) -> Self
    static func any(_ parts: [Self]) -> Self
    static func not(_ part: Self) -> Self
}

extension Predicate: CombinableCondition {}
extension Condition: CombinableCondition {}

/// Reads conditions that compare one thing with operators, or are made of others.
struct ConditionReader<Value: CombinableCondition>: Sendable {
    private static var combinations: [String] { ["all", "any", "not"] }
    /// How deep conditions may stand in each other.
    private static var deepest: Int { 32 }

    /// The member that says what is compared.
    let subject: String
    /// The members that say with what.
    let operators: [String]
    /// What one operator wants of a subject; notes what is wrong with it.
    let comparison: @Sendable (_ subject: String, _ name: String, _ operand: WorkspaceNode) -> Value?

    /// What a condition is, for people.
    var description: String {
        let names = operators.dropLast().joined(separator: ", ") + " or " + (operators.last ?? "")
        return "\(subject) with \(names); or all, any or not"
    }

    /// The condition at a place; notes what is wrong with it.
    func condition(_ node: WorkspaceNode) -> Value? { condition(node, depth: 1) }

    private func condition(_ node: WorkspaceNode, depth: Int) -> Value? {
        guard node.value.isObject else {
            node.report("must be an object: \(description)")
            return nil
        }
        guard depth <= Self.deepest else {
            node.report("stands in more than \(Self.deepest - 1) conditions; say it in fewer")
            return nil
        }
        if let name = Self.combinations.first(where: { node.value[$0] != nil }), let part = node.member(name) {
            node.expect(keys: [name])
            return combination(name, part, depth: depth)
        }
        return comparison(node)
    }

    private func combination(_ name: String, _ node: WorkspaceNode, depth: Int) -> Value? {
        if name == "not" { return condition(node, depth: depth + 1).map { .not($0) } }
        guard node.value.count > 0, node.value.isArray else {
            node.report("must be an array of conditions, and not empty")
            return nil
        }
        let parts = node.elements.compactMap { condition($0, depth: depth + 1) }
        return name == "all" ? .all(parts) : .any(parts)
    }

    private func comparison(_ node: WorkspaceNode) -> Value? {
        guard node.value.count > 0 else {
            node.report("is empty; what it wants is \(description)")
            return nil
        }
        node.expect(keys: [subject] + operators + Self.combinations)
        if !operators.contains(where: { node.value[$0] != nil }) {
            node.report("lacks an operator: \(operators.joined(separator: ", "))")
        }
        guard let subject = node.requiredString(subject) else { return nil }
        let parts = operators.compactMap { name in node.member(name).flatMap { comparison(subject, name, $0) } }
        return parts.count == 1 ? parts[0] : .all(parts)
    }
}
