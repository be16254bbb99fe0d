import FHDeclarations
import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Reads the declaration of a list.
package enum ListDeclaration: KindDeclaration {
    package static let kind = FeatureKind.list
    package static let hasActionButtons = true

    /// The outputs of the list; empty if it has a detail, whose outputs can have any name.
    package static func outputs(of feature: JSONValue) -> [String] {
        feature["detail"] == nil ? ["openItem"] + ids("actions", of: feature) : []
    }

    package static func filters(of feature: JSONValue) -> [String]? { ids("filters", of: feature) }

    package static func hasMarks(_ feature: JSONValue) -> Bool { selectsMultiple(feature) }

    package static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(
            keys: FeatureDeclaration.commonKeys + [
                "source", "pageSize", "selection", "columns", "prefetchDistance", "maxPages", "filters", "filter",
                "sort", "groupBy", "where", "defaults", "actions", "detail", "empty", "tone",
            ])
        let columns = ColumnDeclaration.columns(node)
        let order = SortDeclaration(columns)
        let selection = node.oneOf("selection", SelectionMode.self)
        let pageSize = node.integer("pageSize", in: 1...Window.largestLimit)
        let distance = node.integer("prefetchDistance", in: 0...Window.largestLimit)
        let maxPages = node.integer("maxPages", in: 1...Window.largestLimit)
        var configuration = ListConfiguration(title: title, source: context.source(node), ids: context.ids)
        configuration.sourceLabel = context.sourceLabel(node)
        configuration.columns = columns
        configuration.tones = ToneDeclaration.tones(node)
        configuration.fixed = node.member("where").flatMap(FilterDeclaration.condition)
        configuration.defaults = node.object("defaults")
        configuration.actions = RowActionDeclaration.actions(node, of: configuration.source, context)
        configuration.whenEmpty = presentation.whenEmpty?.json
        configuration.filters = FilterDeclaration.filters(node)
        configuration.filter = FilterDeclaration.first(node)
        configuration.sort = order.sort(node)
        configuration.groupBy = order.groupBy(node)
        configuration.detail = node.member("detail").flatMap { PaneDeclaration.source($0, siblings: nil, context) }
        if let selection { configuration.selection = selection }
        if let pageSize { configuration.pageSize = pageSize }
        configuration.maxPages = maxPages
        if let distance { configuration.prefetchDistance = distance }
        let final = configuration
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { ShownParams().text(of: $0) },
            opening: OpeningParams([]), params: { _, keys throws(ActionRefusal) in List(final, keys: keys) })
    }
}
