import FHDeclarations
import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Reads the declaration of a search.
package enum SearchDeclaration: KindDeclaration {
    package static let kind = FeatureKind.search
    package static let plural = "searches"

    private static let keys = [
        "source", "keys", "prompt", "debounceMs", "minLength", "columns", "pageSize", "prefetchDistance", "filters",
        "filter", "groupBy", "where", "selection", "actions", "enabledWhen", "historyLimit",
    ]

    package static func outputs(of feature: JSONValue) -> [String] { ids("actions", of: feature) }

    package static func filters(of feature: JSONValue) -> [String]? { ids("filters", of: feature) }

    package static func hasMarks(_ feature: JSONValue) -> Bool { selectsMultiple(feature) }

    package static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(keys: FeatureDeclaration.commonKeys + keys)
        let columns = ColumnDeclaration.columns(node)
        var configuration = SearchConfiguration(
            title: title, source: context.source(node), keys: matchedKeys(node), columns: columns, ids: context.ids)
        if let prompt = node.string("prompt") { configuration.prompt = prompt }
        if let debounce = node.integer("debounceMs", in: 0...60_000) { configuration.debounceMs = debounce }
        if let length = node.integer("minLength", in: 0...1_000) { configuration.minLength = length }
        if let size = node.integer("pageSize", in: 1...Window.largestLimit) { configuration.pageSize = size }
        if let distance = node.integer("prefetchDistance", in: 0...Window.largestLimit) {
            configuration.prefetchDistance = distance
        }
        configuration.fixed = node.member("where").flatMap(FilterDeclaration.condition)
        configuration.filters = FilterDeclaration.filters(node)
        configuration.filter = FilterDeclaration.first(node)
        configuration.groupBy = node.string("groupBy")
        if let selection = node.oneOf("selection", SelectionMode.self) { configuration.selection = selection }
        configuration.actions = actions(node, of: configuration.source, context)
        configuration.enabledWhen = node.member("enabledWhen").flatMap(FilterDeclaration.condition)
        if let limit = node.integer("historyLimit", in: 0...1_000) { configuration.historyLimit = limit }
        let final = configuration
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { ShownParams().text(of: $0) },
            opening: OpeningParams([]), params: { _, _ throws(ActionRefusal) in Search(final) })
    }

    /// Reads the member `keys`: the row members in which the search looks for the query.
    ///
    /// Each element is a key, or an object with a key and a weight.
    private static func matchedKeys(_ node: WorkspaceNode) -> [SearchConfiguration.Key] {
        guard let member = node.member("keys") else { return [] }
        guard member.value.isArray else {
            member.report("must be an array of strings, or of objects of key and weight")
            return []
        }
        if member.value.count > SearchConfiguration.largestKeyCount {
            member.report("must be at most \(SearchConfiguration.largestKeyCount) keys")
        }
        return member.elements.compactMap { node in
            if let key = node.value.stringValue { return SearchConfiguration.Key(key) }
            guard node.value.isObject else {
                node.report("must be a string, or an object of key and weight")
                return nil
            }
            node.expect(keys: ["key", "weight"])
            let weight = node.integer("weight", in: SearchConfiguration.weights) ?? 1
            return node.requiredString("key").map { SearchConfiguration.Key($0, weight: weight) }
        }
    }

    /// Reads the actions on results, and reports repeated ids.
    private static func actions(
        _ node: WorkspaceNode, of source: any DataSource, _ context: WorkspaceContext
    ) -> [SearchConfiguration.Choice] {
        var places: [String: WorkspaceNode] = [:]
        return (node.member("actions")?.elements ?? []).compactMap { node in
            node.expect(keys: ["id", "title", "perform", "source"])
            let title = node.requiredString("title")
            let performer = performer(node, source, context)
            guard let id = node.requiredString("id") else { return nil }
            if id.isEmpty { node.report("must not be empty", at: "id") }
            if let first = places[id] { node.report("has the id \(id) of \(first.pointer); ids must differ") }
            places[id] = places[id] ?? node
            return title.map { SearchConfiguration.Choice(id: id, title: $0, performer: performer) }
        }
    }

    /// Reads the operation of an action, and the source that performs the operation.
    ///
    /// If the action names no source, the source of the search performs the operation.
    private static func performer(
        _ node: WorkspaceNode, _ source: any DataSource, _ context: WorkspaceContext
    ) -> SearchConfiguration.Choice.Performer? {
        let hasOwn = node.value["source"] != nil
        guard node.value["perform"] != nil else {
            if hasOwn { node.report("is for an action with perform", at: "source") }
            return nil
        }
        let source = hasOwn ? context.source(node) : source
        guard let operation = node.string("perform") else { return nil }
        if let mistake = source.diagnostic(ofOperation: operation) {
            switch mistake {
            case .noOperations where !hasOwn:
                node.report("the search's source has no operations; name one in source that has", at: "perform")
            case .noOperations: node.report(mistake.message, at: "source")
            case .unknown: node.report(mistake.message, at: "perform")
            }
        }
        return SearchConfiguration.Choice.Performer(source: source, operation: operation)
    }
}
