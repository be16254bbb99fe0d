import FHJSON
import FHKindParts
import FeatureKit

/// Reads the filters that a workspace declares for a list or a search.
package enum FilterDeclaration {
    private static let conditions = ConditionReader.rows

    package static func filters(_ node: WorkspaceNode) -> [NamedFilter] {
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
                if node.value.isObject { node.report("lacks where: \(conditions.description)") }
                return nil
            }
            guard let predicate = conditions.condition(condition), let id, let title else { return nil }
            return NamedFilter(id: id, title: title, predicate: predicate)
        }
    }

    /// Reads a single condition over rows.
    package static func condition(_ node: WorkspaceNode) -> Condition? { conditions.condition(node) }

    /// Reads the id of the initial filter of a list or a search, and reports an unknown id; nil if there is no initial
    /// filter.
    package static func first(_ node: WorkspaceNode) -> String? {
        guard let id = node.string("filter") else { return nil }
        let ids = (node.value["filters"] ?? .null).elements.compactMap { $0["id"]?.stringValue }
        if !ids.contains(id) { node.report("there is no filter \(id); \(WorkspaceContext.list(ids))", at: "filter") }
        return id
    }
}
