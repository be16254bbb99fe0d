import JSON
import SystemPackage

/// The names of a workspace's tables, among which a database knows no difference between A and a, as far as Z.
enum TableNames {
    /// Notes tables that would be one and the same in their database.
    ///
    /// - Parameters:
    ///   - sources: all sources of the workspace.
    ///   - folder: where relative paths begin.
    static func reportMistakes(among sources: [(String, WorkspaceNode)], folder: String, store: StorePlace) {
        var known: [[UInt8]: String] = [:]
        for (name, node) in sources where node.value["type"]?.stringValue == "table" {
            let path = node.value["path"]?.stringValue.map { SourceDeclaration.place($0, folder) } ?? store.tables
            // No path has the character between them.
            let key = Array(FilePath(path).lexicallyNormalized().string.utf8) + [0] + lowercased(name)
            if let first = known[key] {
                node.report("would be the same table as \(first): A and a are one there; name one of them otherwise")
            } else {
                known[key] = name
            }
        }
    }

    private static func lowercased(_ name: String) -> [UInt8] {
        name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
