import FHDataSources
import FHDeclarations
import FHHosting
import FHJSON
import FHRemoteSources
import FeatureKit

/// Reads the declaration of a source for which a client or a plugin answers.
enum RemoteDeclaration {
    /// A capability that the member `can` lists; reading pages is not listed, because every source can do it.
    private enum Ability: String, CaseIterable {
        case insert, update, move, delete, query, search, filterSearch, insertMany, updateMany, offset

        var bit: SourceCapabilities {
            switch self {
            case .insert: .insert
            case .update: .update
            case .move: .move
            case .delete: .delete
            case .query: .query
            case .search: .search
            case .filterSearch: .searchFilter
            case .insertMany: .insertMany
            case .updateMany: .updateMany
            case .offset: .offsets
            }
        }
    }

    static func client(_ node: WorkspaceNode, named name: String) -> RemoteSource {
        node.expect(keys: ["type", "id", "can", "operations", "params", "timeoutMs"])
        if name.isEmpty { node.report("must have a name that is not empty: a client offers the source by this name") }
        return source(node, named: name)
    }

    static func plugin(_ node: WorkspaceNode, named name: String) -> RemoteSource {
        node.expect(keys: ["type", "plugin", "source", "options", "id", "can", "operations", "params", "timeoutMs"])
        return source(node, named: name)
    }

    static func table(_ node: WorkspaceNode, named name: String) -> RemoteSource {
        node.expect(keys: ["type", "path", "id", "search", "timeoutMs"])
        if name.isEmpty { node.report("must have a name that is not empty: the table gets this name") }
        var capabilities: SourceCapabilities = [.all, .query, .offsets, .insertMany, .updateMany, .deleteUnread]
        if node.bool("search") == true { capabilities.formUnion([.search, .searchKeys]) }
        return RemoteSource(
            name: name, capabilities: capabilities, id: node.string("id") ?? "id",
            timeoutMs: SourceDeclaration.timeout(node))
    }

    static func sqlite(_ node: WorkspaceNode, named name: String) -> RemoteSource {
        node.expect(keys: ["type", "path", "table", "query", "id", "columns", "timeoutMs"])
        let hasTable = node.value["table"] != nil
        if node.value.isObject, hasTable == (node.value["query"] != nil) {
            node.report("must have exactly one of table and query")
        }
        if node.strings("columns")?.isEmpty == true { node.report("must not be empty", at: "columns") }
        return RemoteSource(
            name: name,
            capabilities: hasTable
                ? [.query, .offsets, .insert, .update, .delete, .insertMany, .updateMany, .deleteUnread]
                : [.query, .offsets],
            id: node.string("id") ?? "id",
            timeoutMs: SourceDeclaration.timeout(node))
    }

    private static func source(_ node: WorkspaceNode, named name: String) -> RemoteSource {
        let operations = operations(node)
        _ = node.strings("params")
        var capabilities = capabilities(node)
        if operations != nil { capabilities.insert(.perform) }
        if !capabilities.isSuperset(of: [.insertMany, .updateMany]) { capabilities.insert(.inTurn) }
        // Only the id is needed to delete a row, so the row does not have to be read first.
        if capabilities.contains(.delete) { capabilities.insert(.deleteUnread) }
        return RemoteSource(
            name: name, capabilities: capabilities, operations: operations, id: node.string("id") ?? "id",
            timeoutMs: SourceDeclaration.timeout(node))
    }

    private static func capabilities(_ node: WorkspaceNode) -> SourceCapabilities {
        var capabilities: SourceCapabilities = []
        for element in node.member("can")?.elements ?? [] {
            guard let ability = element.value.stringValue.flatMap(Ability.init(rawValue:)) else {
                element.report("must be one of \(Ability.allCases.map(\.rawValue).joined(separator: ", "))")
                continue
            }
            if !capabilities.insert(ability.bit).inserted { element.report("\(ability.rawValue) is named already") }
        }
        if capabilities.contains(.searchFilter), !capabilities.contains(.search) {
            node.report("filterSearch is for sources that search by themselves: name search too", at: "can")
        }
        for (many, one, names) in [
            (SourceCapabilities.insertMany, SourceCapabilities.insert, ("insertMany", "insert")),
            (.updateMany, .update, ("updateMany", "update")),
        ] where capabilities.contains(many) && !capabilities.contains(one) {
            node.report("\(names.0) is for sources that can \(names.1): name \(names.1) too", at: "can")
        }
        return capabilities
    }

    private static func operations(_ node: WorkspaceNode) -> [String]? {
        guard let names = node.strings("operations") else { return nil }
        if names.isEmpty {
            node.report("must not be empty; leave it out where there are no operations", at: "operations")
        }
        if names.contains("") { node.report("an operation's name is not empty", at: "operations") }
        if Set(names).count < names.count { node.report("names must differ", at: "operations") }
        return names
    }
}
