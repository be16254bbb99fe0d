import FHJSON
import FHKindParts
import FeatureKit

/// Reads the sort keys and the grouping that a workspace declares for a list.
package struct SortDeclaration {
    /// The keys of columns with the type `number`.
    private let numbers: Set<String>

    package init(_ columns: [Column]) {
        numbers = Set(columns.filter { $0.type == .number }.map(\.key))
    }

    package func sort(_ node: WorkspaceNode) -> [SortKey] {
        (node.member("sort")?.elements ?? []).compactMap(key)
    }

    /// Reads `groupBy`: a key, or an object of key and direction.
    package func groupBy(_ node: WorkspaceNode) -> SortKey? {
        guard let group = node.member("groupBy") else { return nil }
        if let key = group.value.stringValue { return self.key(key, isDescending: false) }
        guard group.value.isObject else {
            group.report("must be the key of a member, or an object of key and descending")
            return nil
        }
        return key(group)
    }

    private func key(_ node: WorkspaceNode) -> SortKey? {
        node.expect(keys: ["key", "descending"])
        let isDescending = node.bool("descending") ?? false
        return node.requiredString("key").map { key($0, isDescending: isDescending) }
    }

    private func key(_ key: String, isDescending: Bool) -> SortKey {
        SortKey(key, isDescending: isDescending, isNumber: numbers.contains(key))
    }
}
