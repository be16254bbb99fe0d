import FeatureKit
import JSON

/// Routes and modals that nothing in a workspace leads to, outputs that nothing hands on, and texts that nothing fills in.
///
/// No mistakes: a front end can push and present by itself.
enum UnusedDeclarations {
    /// Notes them; in a workspace that has mistakes a wrong name would seem to lead nowhere.
    static func report(among features: [(String, WorkspaceNode)]) {
        let outer = linksOfRoutes(features.map(\.1.value))
        let opened = features.reduce(into: Set<String>()) { collectOpened(in: $1.1.value, into: &$0) }
        reportOutputs(of: features)
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
                node.report("nothing leads to this route; \(advice)")
            }
        }
    }

    /// Notes names under `outputs` that no output has.
    private static func reportOutputs(of features: [(String, WorkspaceNode)]) {
        let names = features.map { DeclaredNames($1.value) }
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

    /// Notes texts with placeholders of a modal that is about no rows.
    private static func reportUnfilledTexts(of modal: WorkspaceNode) {
        guard modal.value["target"] == nil else { return }
        for key in ["title", "message"] {
            guard let text = modal.value[key]?.stringValue, RowTemplate(text).isAboutRows else { continue }
            modal.report("stays as it is: only a modal with a target is filled in", at: key)
        }
    }

    private static let advice = "let the toolbar, a button or an output do so, unless a front end does by itself"

    /// The names of routes that flows are opened with, whichever flow that is: by what is declared as params.
    private static func collectOpened(in value: JSONValue, into routes: inout Set<String>) {
        for (key, member) in value.members {
            // Those of a `replace` are of the flow itself, and known by where it is sent.
            if key == "params", value["action"]?.stringValue != "replace" {
                routes.formUnion((member["routes"] ?? .null).elements.compactMap { $0["route"]?.stringValue })
            }
            collectOpened(in: member, into: &routes)
        }
        if value.isArray { for element in value.elements { collectOpened(in: element, into: &routes) } }
    }

    /// By feature: what routes have it do with the output of what is pushed over it.
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

    /// The modals that are presented, also by what stands in another of them.
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
