import DataSources
import FeatureKit
import JSON
import ListFeature
import OrderedCollections

/// A feature as a workspace declares it.
enum FeatureDeclaration {
    private enum Kind: String, CaseIterable {
        case list
    }

    static func feature(
        _ name: String, _ node: WorkspaceNode, sources: OrderedDictionary<String, any DataSource>,
        declared: Set<String>, ids: IDGenerator
    ) -> FeatureRegistration? {
        if name.isEmpty || name.contains(":") { node.report("a feature's name is not empty and holds no colon") }
        if node.value.kind != .object {
            node.report("must be an object")
            return nil
        }
        if node.value["kind"] == nil { node.report("lacks kind: list") }
        guard node.oneOf("kind", Kind.self) == .list else { return nil }
        node.expect(keys: ["kind", "title", "source", "pageSize", "selection", "columns", "prefetchDistance"])
        let title = node.string("title") ?? name
        let columns = (node.member("columns")?.elements ?? []).compactMap(column)
        let selection = node.oneOf("selection", Selection.Mode.self)
        let pageSize = node.integer("pageSize", in: 1...10_000)
        let distance = node.integer("prefetchDistance", in: 0...10_000)
        guard let sourceName = node.requiredString("source") else { return nil }
        guard let source = sources[sourceName] else {
            if !declared.contains(sourceName) {
                let names = declared.sorted().joined(separator: ", ")
                node.report("there is no source \(sourceName); declared are: \(names)", at: "source")
            }
            return nil
        }
        var configuration = ListConfiguration(title: title, source: source, ids: ids)
        configuration.columns = columns
        if let selection { configuration.selection = selection }
        if let pageSize { configuration.pageSize = pageSize }
        if let distance { configuration.prefetchDistance = distance }
        let final = configuration
        return FeatureRegistration(id: name, title: title) { List(final) }
    }

    private static func column(_ node: WorkspaceNode) -> Column? {
        node.expect(keys: ["key", "label", "type", "role"])
        let label = node.string("label")
        let type = node.oneOf("type", Column.Kind.self)
        let role = node.oneOf("role", Column.Role.self)
        guard let key = node.requiredString("key") else { return nil }
        let fallback: Column.Kind = role == .toggle ? .toggle : .text
        return Column(key: key, label: label, type: type ?? fallback, role: role ?? .none)
    }
}
