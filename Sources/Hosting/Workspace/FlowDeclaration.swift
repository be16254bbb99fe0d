import FeatureKit
import FlowFeature
import JSON

/// A flow as a workspace declares it.
enum FlowDeclaration {
    static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        node.expect(keys: FeatureDeclaration.commonKeys + ["root", "routes", "timeoutMs"] + WizardDeclaration.keys)
        let outputs = Set(presentation.outputs.keys)
        let timeoutMs = node.timeoutMs
        if node.value["steps"] != nil {
            return WizardDeclaration.wizard(name, node, context).map { wizard in
                let configuration = FlowConfiguration(
                    title: title, wizard: wizard, outputs: outputs, timeoutMs: timeoutMs)
                return feature(name, configuration, presentation)
            }
        }
        for key in WizardDeclaration.keys where node.value[key] != nil {
            node.report("is for a flow with steps", at: key)
        }
        if node.value["root"] == nil { node.report("lacks root, a string; or steps") }
        var routes: [String: FlowConfiguration.Route] = [:]
        for (name, node) in node.objects("routes") { routes[name] = route(node, context) }
        guard let root = node.string("root") else { return nil }
        // A route of that name comes first: it can have params.
        if node.member("routes")?.value[root] == nil {
            guard let link = context.feature(node, "root") else { return nil }
            routes[root] = FlowConfiguration.Route(feature: link)
        }
        let configuration = FlowConfiguration(
            title: title, root: root, routes: routes, outputs: outputs, timeoutMs: timeoutMs)
        return feature(name, configuration, presentation)
    }

    private static func feature(
        _ name: String, _ configuration: FlowConfiguration, _ presentation: PresentationConfiguration
    ) -> FeatureRegistration {
        FeatureRegistration(
            id: name, title: configuration.title, presentation: presentation,
            // What the stack was opened with is in its entries, as far as each may be shown.
            shownParams: { ShownParams(without: "routes").text(of: $0) },
            params: { params, keys throws(ActionRefusal) in try Flow(configuration, params: params, keys: keys) })
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
                    node.report(
                        "leads back to the flow itself (\(way)); begin with another feature",
                        below: JSONPointer(node.value["steps"] == nil ? ["root"] : ["steps", "0", "feature"]))
                }
                if seen.contains(root) { break }
                seen.append(root)
            }
        }
    }

    private static func rootFeature(of node: WorkspaceNode) -> String? {
        guard node.value["kind"]?.stringValue == "flow" else { return nil }
        if let first = node.value["steps"]?.elements.first { return first["feature"]?.stringValue }
        guard let root = node.value["root"]?.stringValue else { return nil }
        guard let route = node.value["routes"]?[root] else { return root }
        return route["feature"]?.stringValue
    }
}
