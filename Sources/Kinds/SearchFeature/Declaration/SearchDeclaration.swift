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
        "filter", "groupBy", "where", "selection", "actions", "detail", "enabledWhen", "historyLimit", "empty",
        "tone",
    ]

    /// The outputs of the search; empty if it has a detail, whose outputs can have any name.
    package static func outputs(of feature: JSONValue) -> [String] {
        feature["detail"] == nil ? ids("actions", of: feature) : []
    }

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
        configuration.tones = ToneDeclaration.tones(node)
        if let prompt = node.string("prompt") { configuration.prompt = prompt }
        if let debounce = node.integer("debounceMs", in: 0...60_000) { configuration.debounceMs = debounce }
        if let length = node.integer("minLength", in: 0...1_000) { configuration.minLength = length }
        if let size = node.integer("pageSize", in: 1...Window.largestLimit) { configuration.pageSize = size }
        if let distance = node.integer("prefetchDistance", in: 0...Window.largestLimit) {
            configuration.prefetchDistance = distance
        }
        configuration.fixed = node.member("where").flatMap(FilterDeclaration.condition)
        configuration.whenEmpty = presentation.whenEmpty?.json
        configuration.filters = FilterDeclaration.filters(node)
        configuration.filter = FilterDeclaration.first(node)
        configuration.groupBy = node.string("groupBy")
        if let selection = node.oneOf("selection", SelectionMode.self) { configuration.selection = selection }
        configuration.actions = RowActionDeclaration.actions(node, of: configuration.source, context)
        configuration.detail = node.member("detail").flatMap { PaneDeclaration.source($0, siblings: nil, context) }
        configuration.enabledWhen = node.member("enabledWhen").flatMap(FilterDeclaration.condition)
        if let limit = node.integer("historyLimit", in: 0...1_000) { configuration.historyLimit = limit }
        let final = configuration
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { ShownParams().text(of: $0) },
            opening: OpeningParams([]), params: { _, keys throws(ActionRefusal) in Search(final, keys: keys) })
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
}
