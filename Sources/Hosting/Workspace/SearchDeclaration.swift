import FeatureKit
import JSON
import SearchFeature

/// A search as a workspace declares it.
enum SearchDeclaration {
    static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(
            keys: FeatureDeclaration.commonKeys + ["source", "keys", "prompt", "debounceMs", "columns", "pageSize"])
        let columns = ColumnDeclaration.columns(node)
        let keys = node.strings("keys") ?? []
        if keys.count > SearchConfiguration.largestKeyCount {
            node.report("must be at most \(SearchConfiguration.largestKeyCount) keys", at: "keys")
        }
        let prompt = node.string("prompt")
        let debounce = node.integer("debounceMs", in: 0...60_000)
        let pageSize = node.integer("pageSize", in: 1...Window.largestLimit)
        var configuration = SearchConfiguration(
            title: title, source: context.source(node), keys: keys, columns: columns)
        if let prompt { configuration.prompt = prompt }
        if let debounce { configuration.debounceMs = debounce }
        if let pageSize { configuration.pageSize = pageSize }
        let final = configuration
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { ShownParams().text(of: $0) },
            params: { _, _ throws(ActionRefusal) in Search(final) })
    }
}
