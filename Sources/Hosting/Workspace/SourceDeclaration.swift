import DataSources
import FeatureKit
import JSON

/// A source as a workspace declares it.
enum SourceDeclaration {
    private enum Kind: String, CaseIterable {
        case inline, file
    }

    static func source(_ node: WorkspaceNode, folder: String) -> (any DataSource)? {
        if node.value.kind != .object {
            node.report("must be an object")
            return nil
        }
        if node.value["type"] == nil { node.report("lacks type: inline or file") }
        switch node.oneOf("type", Kind.self) {
        case .inline: return inline(node)
        case .file: return file(node, folder: folder)
        case nil: return nil
        }
    }

    private static func inline(_ node: WorkspaceNode) -> (any DataSource)? {
        node.expect(keys: ["type", "rows", "id"])
        let key = node.string("id") ?? "id"
        var rows: [SourceRow] = []
        for row in node.member("rows")?.elements ?? [] {
            do {
                rows.append(try SourceRow(row.value, idKey: key))
            } catch {
                row.report(error.message)
            }
        }
        do {
            return try InlineSource(rows: rows, id: key)
        } catch {
            node.report(error.message, at: "rows")
            return nil
        }
    }

    private static func file(_ node: WorkspaceNode, folder: String) -> (any DataSource)? {
        node.expect(keys: ["type", "path", "format", "id"])
        let format = node.oneOf("format", FileFormat.self)
        let key = node.string("id") ?? "id"
        guard let path = node.requiredString("path") else { return nil }
        if path.isEmpty { node.report("must name a file", at: "path") }
        let place = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
        return FileSource(path: place, format: format ?? FileFormat(path: path), id: key)
    }
}
