import FHDeclarations
import FHHosting
import FHJSON
import FHKindParts
import FeatureKit

/// Finds lists and searches that show no column.
enum HiddenColumns {
    /// Warns of lists and searches whose declared columns all have the role `none`.
    static func report(among features: [(String, WorkspaceNode)]) {
        for (_, node) in features {
            guard let columns = node.member("columns"), columns.value.isArray, columns.value.count > 0 else { continue }
            let roles = columns.value.elements.map { $0["role"]?.stringValue }
            if roles.allSatisfy({ $0 == Column.Role.none.rawValue }) {
                columns.report("have the role none, all of them, so that a row shows nothing; give one the role title")
            }
        }
    }
}
