import DataSources
import FeatureKit
import JSON

/// A source as a workspace declares it.
enum SourceDeclaration {
    private enum Kind: String, CaseIterable {
        case inline, file, command
    }

    static func source(_ node: WorkspaceNode, folder: String) -> (any DataSource)? {
        if node.value.kind != .object {
            node.report("must be an object")
            return nil
        }
        if node.value["type"] == nil { node.report("lacks type: inline, file or command") }
        switch node.oneOf("type", Kind.self) {
        case .inline: return inline(node)
        case .file: return file(node, folder: folder)
        case .command: return command(node, folder: folder)
        case nil: return nil
        }
    }

    private static func inline(_ node: WorkspaceNode) -> (any DataSource)? {
        node.expect(keys: ["type", "rows", "id", "watch"])
        let key = node.string("id") ?? "id"
        var rows = RowWriter()
        var places: [String: WorkspaceNode] = [:]
        for row in node.member("rows")?.elements ?? [] {
            do {
                let id = try SourceRow.id(of: row.value, idKey: key)
                if let first = places[id] {
                    row.report("has the id \(id) of \(first.pointer); ids must differ")
                } else {
                    places[id] = row
                    rows.append(id: id) { $0.value(row.value) }
                }
            } catch {
                row.report(error.message)
            }
        }
        return try? InlineSource(rows: rows.finish(), id: key, isWatched: node.bool("watch") ?? false)
    }

    private static func file(_ node: WorkspaceNode, folder: String) -> (any DataSource)? {
        node.expect(keys: ["type", "path", "format", "id", "watch"])
        let format = node.oneOf("format", FileFormat.self)
        let key = node.string("id") ?? "id"
        guard let path = node.requiredString("path") else { return nil }
        if path.isEmpty { node.report("must name a file", at: "path") }
        return FileSource(
            path: place(path, folder), format: format ?? FileFormat(path: path), id: key,
            isWatched: node.bool("watch") ?? false)
    }

    private static func command(_ node: WorkspaceNode, folder: String) -> (any DataSource)? {
        node.expect(
            keys: ["type", "argv", "format", "columns", "id", "folder", "timeoutMs", "outputLimit"])
        let format = node.oneOf("format", CommandSource.Format.self) ?? .lines
        let columns = node.strings("columns")
        let key = node.string("id") ?? "id"
        let own = node.string("folder").map { place($0, folder) } ?? folder
        let timeout = node.integer("timeoutMs", in: 1...86_400_000)
        let limit = node.integer("outputLimit", in: 1...1 << 30)
        guard node.value["argv"] != nil else {
            node.report("lacks argv: the program and its arguments, as an array of strings")
            return nil
        }
        guard let argv = node.strings("argv") else { return nil }
        do {
            return CommandSource(
                try CommandSource.Options(
                    argv: argv, folder: own.isEmpty ? nil : own, format: format, columns: columns, id: key,
                    timeoutMs: timeout ?? 30_000, outputLimit: limit ?? 16 << 20))
        } catch {
            node.report(error.message)
            return nil
        }
    }

    /// A path of the file as seen from where the host runs.
    private static func place(_ path: String, _ folder: String) -> String {
        path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }
}
