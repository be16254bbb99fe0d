import FHDeclarations
import FHHosting
import FHJSON
import FeatureKit

/// Checks the references between features, once all features are read.
///
/// A reference to a feature whose declaration could not be read is skipped, because that error is already reported.
struct FeatureReferences {
    private let features: [String: FeatureRegistration]
    private let names: [String: DeclaredNames]
    /// The params of the features that declare some, by feature.
    private let params: [String: DeclaredParams]

    init(_ features: [FeatureRegistration], _ nodes: [(String, WorkspaceNode)], _ kinds: DeclaredKinds) {
        let declared = nodes.compactMap { name, node in
            FeatureDeclaration.params(node, kinds).map { (name, $0) }
        }
        params = Dictionary(declared) { first, _ in first }
        self.features = Dictionary(features.map { ($0.id, $0) }) { first, _ in first }
        names = Dictionary(nodes.map { ($0, DeclaredNames($1.value, kinds)) }) { first, _ in first }
    }

    func reportMistakes(in node: WorkspaceNode, of name: String) {
        for (_, modal) in node.objects("modals") {
            reportParams(of: modal, in: name)
            reportMissingTarget(of: modal, in: name)
            reportAnswersBySteps(of: modal)
        }
        for (_, child) in node.objects("children") { reportParams(ofPane: child, in: name) }
        if let detail = node.member("detail") { reportParams(ofPane: detail, in: name) }
        guard names[name]?.takesOutputsOfOthers == true else { return }
        for step in node.member("steps")?.elementsIfAny ?? [] { reportParams(of: step, in: name) }
        let shown = shown(by: node)
        for (_, route) in node.objects("routes") {
            reportParams(of: route, in: name)
            reportAction(of: route, of: shown)
            reportAnswersBySteps(of: route)
        }
    }

    /// Reports the values in a form's opening params for which the form has no field.
    private func reportUnknownValues(in node: WorkspaceNode, for feature: String) {
        guard let names = names[feature], names.fields != nil, let params = node.member("params"), params.value.isObject
        else { return }
        params.expect(keys: ["id", "values"] + (self.params[feature]?.names.sorted() ?? []))
        guard let values = params.member("values") else { return }
        for (path, known) in names.valuesWithoutField(in: values.value) {
            let list = WorkspaceContext.list(known)
            values.report("there is no field \(path.last ?? ""); \(list)", below: JSONPointer(path))
        }
    }

    /// Reports opening params that the feature named in `node` doesn't accept.
    ///
    /// - Parameter parent: the name of the feature in which `node` is.
    private func reportParams(of node: WorkspaceNode, in parent: String) {
        guard let name = node.value["feature"]?.stringValue, let feature = features[name],
            let params = node.value["params"], params.kind == .object
        else { return }
        reportUnknownValues(in: node, for: name)
        if let declared = self.params[name] {
            let ofRows = ["id", "values", "version"]
            let known = declared.names.sorted() + ofRows + declared.own.filter { !ofRows.contains($0) }
            var mistakes = ActionRefusal.Field.unknown(in: params, known: known)
            // The values of the parent's own params are known only when it is opened.
            if self.params[parent] == nil { mistakes += declared.mistakes(in: params) }
            node.report(mistakes, of: "params") { "\(name) can't be opened so: \($0)" }
            return
        }
        do {
            _ = try feature.child(params, keys: KeySequence())
        } catch {
            switch error {
            case .invalidParams(let fields): node.report(fields, of: "params") { "\(name) can't be opened so: \($0)" }
            case .unavailable("tooDeep", _):
                node.report("\(name) can't be opened so: what it begins with leads back to itself", at: "params")
            default: break
            }
        }
    }

    /// Reports the params of a pane; a param that follows a row counts as one with a valid value.
    private func reportParams(ofPane pane: WorkspaceNode, in parent: String) {
        let params: JSONValue = pane.value["params"] ?? .null
        guard params.members.contains(where: { PaneDeclaration.isFollowed($0.value) }) else {
            return reportParams(of: pane, in: parent)
        }
        guard let name = pane.value["feature"]?.stringValue, let feature = features[name] else { return }
        guard let declared = self.params[name] else {
            return pane.report("\(name) declares no params, so it can't follow a row", at: "params")
        }
        var mistakes = ActionRefusal.Field.unknown(in: params, known: declared.names.sorted() + declared.own)
        let fixed = JSONText.build { json in
            json.beginObject()
            for (name, value) in params.members {
                json.key(name)
                if !PaneDeclaration.isFollowed(value) {
                    json.value(value)
                } else {
                    json.value(declared.examples.values[name] ?? .string("1"))
                }
            }
            json.endObject()
        }
        let isFollowed = { (path: String) in
            params.members.contains { "/\($0.key)" == path && PaneDeclaration.isFollowed($0.value) }
        }
        if self.params[parent] == nil {
            mistakes += declared.mistakes(in: fixed.value).filter { !isFollowed($0.path) }
        }
        pane.report(mistakes, of: "params") { "\(feature.id) can't be opened so: \($0)" }
    }

    /// Reports an action that needs a row although the modal has no target.
    ///
    /// Without a target, the row is the one whose id is in the output. The output of a form, for instance, has no id.
    private func reportMissingTarget(of modal: WorkspaceNode, in presenter: String) {
        guard modal.value["target"] == nil, let link = PresentationDeclaration.onOutput(modal),
            let child = modal.value["feature"]?.stringValue, features[child] != nil,
            names[child]?.outputsRows == false, let presenter = features[presenter],
            presenter.mistake(in: link, on: .output(hasID: true)) == nil,
            case .invalidParams = presenter.mistake(in: link, on: .output(hasID: false))
        else { return }
        modal.report(
            "\(link.name) needs a row; name it with \"target\": \"activeItem\", or \"selection\"", at: "onOutput")
    }

    /// Reports an `updateItem` whose patch would be a flow's answers grouped by step.
    ///
    /// The ids of the steps would become members of the row.
    private func reportAnswersBySteps(of node: WorkspaceNode) {
        guard let link = PresentationDeclaration.onOutput(node), link.name == "updateItem", link.taken["patch"] == nil,
            link.params.value["patch"] == nil, let name = node.value["feature"]?.stringValue,
            names[name]?.hasOutputBySteps == true
        else { return }
        node.report(
            "updateItem would write the answers of \(name) by step; give that flow \"output\": \"merged\"",
            at: "onOutput")
    }

    /// The features that a flow can show, but only one feature of each kind; nil if a feature can't be resolved.
    private func shown(by flow: WorkspaceNode) -> [FeatureRegistration]? {
        let routes = flow.objects("routes")
        var names = routes.map { $0.1.value["feature"]?.stringValue }
        if let root = flow.value["root"]?.stringValue, !routes.contains(where: { $0.0 == root }) { names.append(root) }
        var shown: [FeatureKind: FeatureRegistration] = [:]
        for name in names {
            guard let feature = name.flatMap({ features[$0] }) else { return nil }
            shown[feature.kind] = feature
        }
        return Array(shown.values)
    }

    /// Reports the action that a route declares for its output, if no feature that the flow can show has the action.
    private func reportAction(of route: WorkspaceNode, of shown: [FeatureRegistration]?) {
        guard let link = PresentationDeclaration.onOutput(route), let shown else { return }
        if shown.allSatisfy({ $0.mistake(in: link, on: .output(hasID: true)) != nil }) {
            route.report("no feature of the flow has an action \(link.name) for an output", at: "onOutput")
        }
    }
}
