import FHDeclarations
import FHHosting
import FHJSON
import FeatureKit

/// Finds unused routes, modals and outputs, and templates that are never filled in.
///
/// The findings are warnings, not errors, because a client can push routes and present modals without a declared
/// button.
enum UnusedDeclarations {
    /// Warns of each unused declaration.
    ///
    /// The workspace must be free of errors. Otherwise misspelled names would cause false warnings.
    static func report(among features: [(String, WorkspaceNode)], _ kinds: DeclaredKinds) {
        let outer = linksOfRoutes(features.map(\.1.value))
        let opened = features.reduce(into: Set<String>()) { collectOpened(in: $1.1.value, into: &$0) }
        reportOutputs(of: features, kinds)
        for (name, node) in features {
            let links = DeclaredLink.all(of: node.value) + (outer[name] ?? [])
            let modals = node.objects("modals")
            let presented = presented(links, among: modals.map(\.0))
            for (modal, node) in modals where !presented.contains(modal) {
                node.report("nothing presents this modal; \(advice)")
            }
            for (_, node) in modals { reportUnfilledTexts(of: node) }
            let sent = links.filter { link in link.modal.map { presented.contains($0) } ?? true }
            let led = DeclaredLink.Names.union(sent.map(\.routes))
            let root = node.value["root"]?.stringValue
            for (route, node) in node.objects("routes") where route != root {
                if opened.contains(route) || led.contains(route) { continue }
                node.report("nothing pushes this route; \(advice)")
            }
        }
    }

    /// Warns of names under `outputs` that no output has.
    private static func reportOutputs(of features: [(String, WorkspaceNode)], _ kinds: DeclaredKinds) {
        let names = features.map { DeclaredNames($1.value, kinds) }
        let isAnyKnown = names.contains(where: \.hasAnyOutput)
        let all = Set(texts: names.flatMap(\.outputs))
        for (own, (_, node)) in zip(names, features) where !own.hasAnyOutput {
            if own.takesOutputsOfOthers && isAnyKnown { continue }
            let outputs = own.outputs
            let known = own.takesOutputsOfOthers ? all : Set(texts: outputs)
            for (output, place) in node.objects("outputs") where !known.contains(output) {
                place.report("no output has this name; here they are \(LikelyName.list(outputs))")
            }
        }
    }

    /// Warns of placeholders in the texts of a modal without a target.
    private static func reportUnfilledTexts(of modal: WorkspaceNode) {
        guard modal.value["target"] == nil else { return }
        for key in ["title", "message"] {
            guard let text = modal.value[key]?.stringValue, RowTemplate(text).isAboutRows else { continue }
            modal.report("stays as it is: only a modal with a target is filled in", at: key)
        }
    }

    private static let advice = "let the toolbar, a button or an output do so, unless a client does so by itself"

    /// Collects the names of the routes in all declared opening params, regardless of the flow to which the routes
    /// belong.
    private static func collectOpened(in value: JSONValue, into routes: inout Set<String>) {
        for (key, member) in value.members {
            // The routes of a `replace` belong to the flow that handles it, and are found among the declared actions of
            // that flow.
            if key == "params", value["action"]?.stringValue != "replace" {
                routes.formUnion((member["routes"] ?? .null).elements.compactMap { $0["route"]?.stringValue })
            }
            collectOpened(in: member, into: &routes)
        }
        if value.isArray { for element in value.elements { collectOpened(in: element, into: &routes) } }
    }

    /// The actions under `onOutput` of routes, by the names of the features that can receive the actions.
    ///
    /// The receiver can be any feature that the route's flow can show.
    private static func linksOfRoutes(_ features: [JSONValue]) -> [String: [DeclaredLink]] {
        var links: [String: [DeclaredLink]] = [:]
        for flow in features {
            let routes = flow["routes"]?.members.map(\.value) ?? []
            let onOutput = routes.compactMap { route in route["onOutput"].flatMap { DeclaredLink($0) } }
            if onOutput.isEmpty { continue }
            let shown = routes.map { $0["feature"] } + [flow["root"]]
            for name in Set(shown.compactMap { $0?.stringValue }) { links[name, default: []] += onOutput }
        }
        return links
    }

    /// The modals that can be presented, directly or from another modal that can be presented.
    private static func presented(_ links: [DeclaredLink], among modals: [String]) -> Set<String> {
        let byModal = Dictionary(grouping: links) { $0.modal }
        let inside = byModal.mapValues { DeclaredLink.Names.union($0.map(\.presented)) }
        let declared = Set(modals)
        var presented: Set<String> = []
        var waiting = [inside[nil] ?? DeclaredLink.Names()]
        while let names = waiting.popLast() {
            for modal in names.isAny ? declared : names.names.intersection(declared) {
                guard presented.insert(modal).inserted, let more = inside[modal] else { continue }
                waiting.append(more)
            }
            if presented.count == declared.count { return presented }
        }
        return presented
    }
}
