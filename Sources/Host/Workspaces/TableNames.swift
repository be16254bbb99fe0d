import FHDeclarations
import FHHosting
import FHJSON
import SystemPackage

/// Finds tables whose names differ only in the case of ASCII letters.
///
/// SQLite treats such names as the same name.
enum TableNames {
    /// Reports tables that would be the same table in their database.
    ///
    /// - Parameters:
    ///   - sources: all sources of the workspace.
    ///   - folder: the folder to which relative paths are relative.
    ///   - store: the default location of tables.
    static func reportMistakes(among sources: [(String, WorkspaceNode)], folder: String, store: StorePlace) {
        var known: [[UInt8]: String] = [:]
        for (name, node) in sources where node.value["type"]?.stringValue == "table" {
            let path = node.value["path"]?.stringValue.map { SourceDeclaration.place($0, folder) } ?? store.tables
            // A NUL byte can't occur in a path, so the key is unambiguous.
            let key = Array(FilePath(path).lexicallyNormalized().string.utf8) + [0] + lowercased(name)
            if let first = known[key] {
                node.report(
                    "would be the same table as \(first), because table names ignore the case of A to Z; "
                        + "rename one of them")
            } else {
                known[key] = name
            }
        }
    }

    private static func lowercased(_ name: String) -> [UInt8] {
        name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
