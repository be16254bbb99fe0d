import FHDeclarations
import FHJSON
import FeatureKit

/// Reads the declaration of a flow.
package enum FlowDeclaration: KindDeclaration {
    package static let kind = FeatureKind.flow
    package static let showsFeatures = true
    package static let ownParams = ["id", "values", "version", "routes"]
    package static let outputsRows = false

    package static func reportMistakes(among features: [(String, WorkspaceNode)]) {
        FlowCircles(among: features).reportMistakes()
    }

    package static func opened(with feature: JSONValue) -> [String] {
        FlowCircles.rootFeature(of: feature).map { [$0] } ?? []
    }

    package static func outputs(of feature: JSONValue) -> [String] { ["complete", "cancel", "timeout", "fail"] }

    package static func routes(of feature: JSONValue) -> [String]? {
        let declared = feature["routes"].map { $0.members.map { $0.key } } ?? []
        let root = feature["root"]?.stringValue.map { [$0] } ?? []
        return declared + root.filter { !declared.contains($0) }
    }

    package static func hasOutputBySteps(_ feature: JSONValue) -> Bool {
        feature["steps"]?.isArray == true && feature["output"]?.stringValue != Wizard.OutputShape.merged.rawValue
    }

    package static func feature(
        _ name: String, _ title: String, _ presentation: PresentationConfiguration, _ node: WorkspaceNode,
        _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        let own = ["root", "routes", "outputSchema", "timeoutMs"]
        node.expect(keys: FeatureDeclaration.commonKeys + own + WizardDeclaration.keys)
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
        // A declared route takes precedence over a feature of the same name, because a route can have params.
        if node.member("routes")?.value[root] == nil {
            guard let link = context.feature(node, "root") else { return nil }
            routes[root] = FlowConfiguration.Route(feature: link)
        }
        var configuration = FlowConfiguration(
            title: title, root: root, routes: routes, outputs: outputs, timeoutMs: timeoutMs)
        configuration.outputSchema = node.member("outputSchema").flatMap { SchemaDeclaration.schema($0) }
        return feature(name, configuration, presentation)
    }

    private static func feature(
        _ name: String, _ configuration: FlowConfiguration, _ presentation: PresentationConfiguration
    ) -> FeatureRegistration {
        FeatureRegistration(
            id: name, title: configuration.title, presentation: presentation,
            // The param `routes` is not shown, because each entry of the stack shows the params of its route.
            shownParams: { ShownParams(without: "routes").text(of: $0) },
            opening: OpeningParams(["values", "id"] + (configuration.wizard == nil ? ["routes"] : [])),
            params: { params, keys throws(ActionRefusal) in try Flow(configuration, params: params, keys: keys) })
    }

    private static func route(_ node: WorkspaceNode, _ context: WorkspaceContext) -> FlowConfiguration.Route? {
        node.expect(keys: ["feature", "params", "onOutput"])
        let params = node.object("params") ?? .emptyObject
        let onOutput = PresentationDeclaration.onOutput(node)
        if node.value.kind == .object, node.value["feature"] == nil { node.report("lacks feature, the name of one") }
        return context.feature(node).map { .init(feature: $0, params: params, onOutput: onOutput) }
    }
}
