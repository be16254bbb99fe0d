import FHJSON
import FHKindParts
import FeatureKit

/// Reads the format of a column, or of a line of a view.
package enum FormatDeclaration {
    /// Reads a format, and reports what is wrong with it.
    package static func format(_ node: WorkspaceNode) -> CellFormat? {
        do throws(CellFormat.Mistakes) {
            let format = try CellFormat(node.value)
            for (path, name) in format.icons where Icon(rawValue: name) == nil {
                node.report(unknownIcon: name, below: JSONPointer(path))
            }
            return format
        } catch {
            for mistake in error.all { node.report(mistake.message, below: JSONPointer(mistake.path)) }
            return nil
        }
    }
}
