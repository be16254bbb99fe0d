import FeatureKit
import FlowFeature
import JSON

/// A flow as a workspace declares it.
enum FlowDeclaration {
    static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(keys: FeatureDeclaration.commonKeys + ["root", "routes"])
        var routes: [String: FlowConfiguration.Route] = [:]
        for (name, node) in node.objects("routes") { routes[name] = route(node, context) }
        guard let root = node.requiredString("root") else { return nil }
        // A route of that name comes first: it can have params.
        if node.member("routes")?.value[root] == nil {
            guard let link = context.feature(node, "root") else { return nil }
            routes[root] = FlowConfiguration.Route(feature: link)
        }
        let configuration = FlowConfiguration(
            title: title, root: root, routes: routes, outputs: Set(presentation.outputs.keys))
        return FeatureRegistration(
            id: name, title: title, presentation: presentation, shownParams: { ShownParams().text(of: $0) },
            params: { _, keys throws(ActionRefusal) in Flow(configuration, keys: keys) })
    }

    private static func route(_ node: WorkspaceNode, _ context: WorkspaceContext) -> FlowConfiguration.Route? {
        node.expect(keys: ["feature", "params", "onOutput"])
        let params = node.object("params") ?? .emptyObject
        let onOutput = PresentationDeclaration.onOutput(node)
        if node.value.kind == .object, node.value["feature"] == nil { node.report("lacks feature, the name of one") }
        return context.feature(node).map { .init(feature: $0, params: params, onOutput: onOutput) }
    }

    // MARK: Circles

    /// Notes each flow whose root leads back to itself: it could never be opened.
    static func reportCircles(among features: [(String, WorkspaceNode)]) {
        let roots = features.compactMap { name, node in rootFeature(of: node).map { (name, $0) } }
        let next = Dictionary(roots) { first, _ in first }
        for (name, node) in features {
            var seen = [name]
            while let root = next[seen[seen.count - 1]] {
                if root == name {
                    let way = (seen + [name]).joined(separator: " → ")
                    node.report("leads back to the flow itself (\(way)); begin with another feature", at: "root")
                }
                if seen.contains(root) { break }
                seen.append(root)
            }
        }
    }

    private static func rootFeature(of node: WorkspaceNode) -> String? {
        guard node.value["kind"]?.stringValue == "flow", let root = node.value["root"]?.stringValue else { return nil }
        guard let route = node.value["routes"]?[root] else { return root }
        return route["feature"]?.stringValue
    }
}
