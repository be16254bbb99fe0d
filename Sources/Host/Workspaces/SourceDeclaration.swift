import FHDataSources
import FHDeclarations
import FHHosting
import FHJSON
import FHPeers
import FeatureKit
import Logging

/// Reads the declaration of a source.
enum SourceDeclaration {
    /// Reads the declaration of a source, and reports errors.
    ///
    /// - Parameter placeholders: the values that take the place of placeholders.
    static func source(
        _ node: WorkspaceNode, named name: String, folder: String, _ placeholders: Placeholders
    ) -> (any DataSource)? {
        if node.value.kind != .object {
            node.report("must be an object")
            return nil
        }
        if node.value["type"] == nil {
            node.report("lacks type: \(SourceType.names)")
        }
        switch node.oneOf("type", SourceType.self) {
        case .inline: return inline(node)
        case .file: return file(node, folder: folder, placeholders)
        case .command: return command(node, folder: folder, placeholders)
        case .table: return RemoteDeclaration.table(node, named: name)
        case .sqlite: return RemoteDeclaration.sqlite(node, named: name)
        case .client: return RemoteDeclaration.client(node, named: name)
        case .plugin: return RemoteDeclaration.plugin(node, named: name)
        case nil: return nil
        }
    }

    private static func inline(_ node: WorkspaceNode) -> (any DataSource)? {
        node.expect(keys: ["type", "rows", "id", "watch"])
        let key = node.string("id") ?? "id"
        var rows = RowWriter()
        // The keys are bytes, because row ids are compared by bytes everywhere.
        var places: [[UInt8]: WorkspaceNode] = [:]
        for row in node.member("rows")?.elements ?? [] {
            do {
                if row.value.isDeeper(than: SourceRow.deepestLevel) { row.report(SourceRow.tooDeep) }
                let id = try SourceRow.id(of: row.value, idKey: key)
                let bytes = Array(id.utf8)
                if let first = places[bytes] {
                    row.report("has the id \(id) of \(first.pointer); ids must differ")
                } else {
                    places[bytes] = row
                    rows.append(id: id) { $0.value(row.value) }
                }
            } catch {
                row.report(error.message)
            }
        }
        return try? InlineSource(rows: rows.finish(), id: key, isWatched: node.bool("watch") ?? false)
    }

    private static func file(
        _ node: WorkspaceNode, folder: String, _ placeholders: Placeholders
    ) -> (any DataSource)? {
        node.expect(keys: ["type", "path", "format", "encoding", "id", "watch"])
        let format = node.oneOf("format", FileFormat.self)
        let encoding = node.oneOf("encoding", TextEncoding.self) ?? .utf8
        let key = node.string("id") ?? "id"
        guard let path = node.requiredString("path").map(placeholders.text) else { return nil }
        if path.isEmpty { node.report("must name a file", at: "path") }
        let (place, isWatched) = (place(path, folder), node.bool("watch") ?? false)
        let log: @Sendable (String) -> Void = { line in ErrorLog.make(.warning).warning("\(line)") }
        let kind = format ?? FileFormat(path: path)
        if kind == .lines {
            return LineSource(path: place, encoding: encoding, id: key, isWatched: isWatched, log: log)
        }
        return FileSource(
            path: place, format: kind, encoding: encoding, id: key, isWatched: isWatched, log: log)
    }

    private static func command(
        _ node: WorkspaceNode, folder: String, _ placeholders: Placeholders
    ) -> (any DataSource)? {
        let ofRuns = ["every", "watch"]
        let ofRows = ["format", "encoding", "columns", "id", "timeoutMs"]
        node.expect(
            keys: ["type", "argv"] + ofRows + [
                "folder", "env", "every", "watch", "outputLimit", "operations", "search",
            ] + EditingDeclaration.kinds + ["reload"])
        let format = node.oneOf("format", CommandSource.Format.self) ?? .lines
        let encoding = node.oneOf("encoding", TextEncoding.self) ?? .utf8
        let columns = node.strings("columns")
        let key = node.string("id") ?? "id"
        let own = node.string("folder").map { place(placeholders.text($0), folder) } ?? folder
        let limit = node.integer("outputLimit", in: 1...1 << 30)
        let everyMs = node.integer("every", in: 100...86_400_000)
        let watched = node.strings("watch").map { paths in
            placeholders.arguments([""] + paths).dropFirst().map { place($0, folder) }
        }
        if watched?.contains(where: \.isEmpty) == true || node.value["watch"]?.count == 0 {
            node.report("must name at least one file", at: "watch")
        }
        let argv = node.strings("argv").map(placeholders.arguments)
        let environment = PluginDeclaration.environment(node).mapValues(placeholders.text)
        let operations = operations(node, placeholders)
        let search = node.member("search").flatMap { self.search($0, format, placeholders) }
        let editing = EditingDeclaration(placeholders).editing(node)
        for member in ofRuns + EditingDeclaration.kinds where node.value[member] != nil && node.value["argv"] == nil {
            node.report("is about the rows of argv, which is missing", at: member)
        }
        if node.value["argv"] == nil, node.value["search"] == nil {
            guard node.value["operations"] != nil else {
                node.report(
                    "lacks argv: the program and its arguments, as an array of strings; or search or operations")
                return nil
            }
            for member in ofRows where node.value[member] != nil {
                node.report("is about rows, but without argv and search there are no rows", at: member)
            }
        }
        do {
            return CommandSource(
                try CommandSource.Options(
                    argv: argv, folder: own.isEmpty ? nil : own, environment: environment, format: format,
                    encoding: encoding,
                    columns: columns, id: key, timeoutMs: node.timeoutMs, outputLimit: limit ?? 16 << 20,
                    operations: operations, search: search
                ).running(everyMs: everyMs, watching: watched ?? []).edited(by: editing),
                log: { line in ErrorLog.make(.warning).warning("\(line)") })
        } catch {
            node.report(error.message)
            return nil
        }
    }

    private static func operations(
        _ node: WorkspaceNode, _ placeholders: Placeholders
    ) -> [String: CommandSource.Operation] {
        var operations: [String: CommandSource.Operation] = [:]
        for (name, node) in node.objects("operations") {
            if name.isEmpty { node.report("an operation's name is not empty") }
            operations[name] = operation(node, placeholders, isEdit: false)
        }
        return operations
    }

    /// Reads a command that gets a value on standard input.
    ///
    /// - Parameter isEdit: true for a command that edits rows, which neither reports its progress nor is cancelled.
    static func operation(
        _ node: WorkspaceNode, _ placeholders: Placeholders, isEdit: Bool
    ) -> CommandSource.Operation? {
        node.expect(keys: ["argv", "timeoutMs"] + (isEdit ? [] : ["progress", "cancellable"]))
        let time = timeout(node)
        if node.value.isObject, node.value["argv"] == nil {
            node.report("lacks argv: the program and its arguments, as an array of strings")
        }
        guard let argv = node.strings("argv") else { return nil }
        do {
            return try CommandSource.Operation(
                argv: placeholders.arguments(argv), timeoutMs: time,
                reportsProgress: node.bool("progress") ?? false, isCancellable: node.bool("cancellable") ?? true)
        } catch {
            node.report(error.message)
            return nil
        }
    }

    private static func search(
        _ node: WorkspaceNode, _ format: CommandSource.Format, _ placeholders: Placeholders
    ) -> CommandSource.Search? {
        guard node.value.isObject else {
            node.report("must be an object")
            return nil
        }
        node.expect(keys: ["argv", "timeoutMs", "matches"])
        let time = timeout(node)
        let matches = node.string("matches")
        if matches != nil, format != .jsonl { node.report("is for the format jsonl", at: "matches") }
        if node.value["argv"] == nil {
            node.report("lacks argv: the program and its arguments, one of them with {query}")
        }
        guard let argv = node.strings("argv") else { return nil }
        do {
            return try CommandSource.Search(
                argv: argv, timeoutMs: time, matchesKey: matches, placeholders: placeholders)
        } catch {
            node.report(error.message, at: "argv")
            return nil
        }
    }

    /// The default timeout of an answer, in milliseconds.
    static let usualTimeoutMs = 30_000

    static func timeout(_ node: WorkspaceNode) -> Int {
        node.timeoutMs ?? usualTimeoutMs
    }

    /// Resolves a path that is named in a workspace or a manifest, against the folder of that file.
    static func place(_ path: String, _ folder: String) -> String {
        path.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }
}
