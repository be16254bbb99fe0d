import FHDeclarations
import FHJSON
import FHKindParts
import FeatureKit

/// Reads the declaration of a view.
package enum ViewDeclaration: KindDeclaration {
    package static let kind = FeatureKind.view

    package static let showsFeatures = true

    /// The members of a view's state that no child can have as its name.
    private static let reserved = ["title", "phase", "isStale", "row", "layout", "panes"]

    /// None: an output of a child is an output of the view, and can have any name.
    package static func outputs(of feature: JSONValue) -> [String] { [] }

    package static func reportMistakes(among features: [(String, WorkspaceNode)]) {
        for (_, node) in features where declares(node.value) { FollowingCircles.report(in: node) }
    }

    package static func opened(with feature: JSONValue) -> [String] {
        (feature["children"] ?? .null).members.compactMap { _, child in
            let follows = (child["params"] ?? .null).members.contains { PaneDeclaration.isFollowed($0.value) }
            return follows ? nil : child["feature"]?.stringValue
        }
    }

    package static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(keys: FeatureDeclaration.commonKeys + ["row", "layout", "children", "panes"])
        var configuration = ViewConfiguration(title: title)
        node.member("title").map { TemplateDeclaration.check(configuration.title, $0) }
        configuration.row = row(node, context)
        let children = node.objects("children")
        for (child, place) in children {
            if reserved.contains(child) {
                place.report("no child can be named \(child), which is a member of the view's state")
            }
            let siblings = children.map(\.0).filter { !isSameText($0, child) }
            guard let source = PaneDeclaration.source(place, siblings: siblings, context) else { continue }
            configuration.panes.append((child, source))
        }
        let layout = LayoutDeclaration(node, children: children.map(\.0), context)
        configuration.layout = layout.lines
        configuration.panes += layout.documents
        if let panes = node.member("panes") {
            let reader = ArrangementDeclaration(children: children.map(\.0))
            configuration.arrangement = reader.arrangement(panes)
            reader.reportMissing(panes, layout)
        } else {
            for (child, place) in children where !layout.shown.contains(child) {
                place.report("is not shown: add {\"child\": \"\(child)\"} to layout, or arrange the children in panes")
            }
        }
        if configuration.layout.isEmpty, configuration.panes.isEmpty {
            node.report("lacks layout and children: it shows nothing")
        }
        let final = configuration
        // A title about the row is filled in when there is one.
        let shown = configuration.title.isAboutRows ? name : title
        return FeatureRegistration(
            id: name, title: shown, presentation: presentation, shownParams: { ShownParams().text(of: $0) },
            opening: OpeningParams([]), params: { _, keys throws(ActionRefusal) in DeclaredView(final, keys: keys) })
    }

    private static func row(_ node: WorkspaceNode, _ context: WorkspaceContext) -> ViewConfiguration.Row? {
        guard let row = node.member("row") else { return nil }
        guard row.value.isObject else {
            row.report("must be an object with source and id")
            return nil
        }
        row.expect(keys: ["source", "id"])
        let source = context.source(row)
        if !source.capabilities.contains(.query) {
            row.report("a row can't be found by its id: the source can't filter its rows", at: "source")
        }
        return context.rowID(row, in: node).map { ViewConfiguration.Row(source, id: $0) }
    }
}
