import FHJSON
import FHKindParts
import FeatureKit

/// Reads the columns that a workspace declares for a list or a search.
package enum ColumnDeclaration {
    package static func columns(_ node: WorkspaceNode) -> [Column] {
        (node.member("columns")?.elements ?? []).compactMap(column)
    }

    private static func column(_ node: WorkspaceNode) -> Column? {
        node.expect(keys: ["key", "label", "type", "role", "format", "tone", "width", "align", "grow"])
        let label = node.string("label")
        let type = node.oneOf("type", Column.Kind.self)
        let role = node.oneOf("role", Column.Role.self)
        let format = node.member("format").flatMap(FormatDeclaration.format)
        let layout = Column.Layout(
            width: node.integer("width", in: 1...1_000), align: node.oneOf("align", Column.Alignment.self),
            grow: node.integer("grow", in: 1...100))
        let tones = ToneDeclaration.tones(node)
        guard let key = node.requiredString("key") else { return nil }
        let fallback: Column.Kind? = role == .toggle ? .toggle : nil
        return Column(
            key: key, label: label, type: type ?? fallback, role: role ?? .detail, format: format, tones: tones,
            layout: layout)
    }
}
