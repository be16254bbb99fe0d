import JSON
import ListFeature
import Querying

/// The filters of a list as a workspace declares them.
enum FilterDeclaration {
    private static let operators = ["equals", "contains", "in", "greater", "less"]
    private static let combinations = ["all", "any", "not"]
    private static let conditions = "key with equals, contains, in, greater or less; or all, any or not"
    /// How deep conditions may stand in each other.
    private static let deepest = 32

    static func filters(_ node: WorkspaceNode) -> [ListFilter] {
        var places: [String: WorkspaceNode] = [:]
        return (node.member("filters")?.elements ?? []).compactMap { node in
            node.expect(keys: ["id", "title", "where"])
            let id = node.requiredString("id")
            let title = node.requiredString("title")
            if let id {
                if id.isEmpty { node.report("must not be empty", at: "id") }
                if let first = places[id] { node.report("has the id \(id) of \(first.pointer); ids must differ") }
                places[id] = places[id] ?? node
            }
            guard let condition = node.member("where") else {
                if node.value.isObject { node.report("lacks where: \(conditions)") }
                return nil
            }
            guard let predicate = predicate(condition, depth: 1), let id, let title else { return nil }
            return ListFilter(id: id, title: title, predicate: predicate)
        }
    }

    /// The id of the filter that a list begins with; notes it where there is none.
    static func first(_ node: WorkspaceNode) -> String? {
        guard let id = node.string("filter") else { return nil }
        let ids = (node.value["filters"] ?? .null).elements.compactMap { $0["id"]?.stringValue }
        if !ids.contains(id) { node.report("there is no filter \(id); \(WorkspaceContext.list(ids))", at: "filter") }
        return id
    }

    // MARK: Conditions

    private static func predicate(_ node: WorkspaceNode, depth: Int) -> Predicate? {
        guard node.value.isObject else {
            node.report("must be an object: \(conditions)")
            return nil
        }
        guard depth <= deepest else {
            node.report("stands in more than \(deepest - 1) conditions; say it in fewer")
            return nil
        }
        if let name = combinations.first(where: { node.value[$0] != nil }), let part = node.member(name) {
            node.expect(keys: [name])
            return combination(name, part, depth: depth)
        }
        return comparison(node)
    }

    private static func combination(_ name: String, _ node: WorkspaceNode, depth: Int) -> Predicate? {
        if name == "not" { return predicate(node, depth: depth + 1).map { .not($0) } }
        guard node.value.count > 0, node.value.isArray else {
            node.report("must be an array of conditions, and not empty")
            return nil
        }
        let parts = node.elements.compactMap { predicate($0, depth: depth + 1) }
        return name == "all" ? .all(parts) : .any(parts)
    }

    private static func comparison(_ node: WorkspaceNode) -> Predicate? {
        guard node.value.count > 0 else {
            node.report("is empty; what it wants is \(conditions)")
            return nil
        }
        node.expect(keys: ["key"] + operators + combinations)
        if !operators.contains(where: { node.value[$0] != nil }) {
            node.report("lacks an operator: \(operators.joined(separator: ", "))")
        }
        guard let key = node.requiredString("key") else { return nil }
        let parts = operators.compactMap { name in node.member(name).flatMap { comparison(key, name, $0) } }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// What one operator wants of a member.
    private static func comparison(_ key: String, _ name: String, _ node: WorkspaceNode) -> Predicate? {
        let value = node.value
        switch name {
        case "equals": return .equals(key, JSONText(value))
        case "contains":
            if let text = value.stringValue { return .contains(key, text) }
            node.report("must be a string")
        case "in":
            if value.isArray, value.count > 0 { return .isIn(key, value.elements.map { JSONText($0) }) }
            node.report("must be an array of values, and not empty")
        default:
            if value.doubleValue != nil || value.kind == .string {
                return name == "greater" ? .greater(key, JSONText(value)) : .less(key, JSONText(value))
            }
            node.report("must be a number or a string")
        }
        return nil
    }
}
