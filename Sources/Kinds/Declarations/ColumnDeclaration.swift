import FHJSON
import FeatureKit

/// Reads the columns that a workspace declares for a list or a search.
package enum ColumnDeclaration {
    package static func columns(_ node: WorkspaceNode) -> [Column] {
        (node.member("columns")?.elements ?? []).compactMap(column)
    }

    private static func column(_ node: WorkspaceNode) -> Column? {
        node.expect(keys: ["key", "label", "type", "role"])
        let label = node.string("label")
        let type = node.oneOf("type", Column.Kind.self)
        let role = node.oneOf("role", Column.Role.self)
        guard let key = node.requiredString("key") else { return nil }
        let fallback: Column.Kind = role == .toggle ? .toggle : .text
        return Column(key: key, label: label, type: type ?? fallback, role: role ?? .detail)
    }
}
