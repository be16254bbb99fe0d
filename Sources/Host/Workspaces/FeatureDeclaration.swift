import FHHosting
import FHJSON
import FeatureKit

/// Reads the declaration of a feature, and dispatches on its kind.
enum FeatureDeclaration {
    private enum Kind: String, CaseIterable {
        case list, form, search, flow
    }

    /// The members that features of all kinds accept.
    static let commonKeys = ["kind", "title", "toolbar", "modals", "outputs"]

    static func feature(_ name: String, _ node: WorkspaceNode, _ context: WorkspaceContext) -> FeatureRegistration? {
        if name.isEmpty || name.contains(":") { node.report("a feature's name is not empty and holds no colon") }
        if node.value.kind != .object {
            node.report("must be an object")
            return nil
        }
        if node.value["kind"] == nil { node.report("lacks kind: list, form, search or flow") }
        guard let kind = node.oneOf("kind", Kind.self) else { return nil }
        let title = node.string("title") ?? name
        let presentation = PresentationDeclaration(node, context)
        let configuration = presentation.configuration
        let feature =
            switch kind {
            case .list: ListDeclaration.feature(name, title, configuration, node, context)
            case .form: FormDeclaration.feature(name, title, configuration, node, context)
            case .search: SearchDeclaration.feature(name, title, configuration, node, context)
            case .flow: FlowDeclaration.feature(name, title, configuration, node, context)
            }
        if let feature { presentation.reportMistakes(of: feature) }
        return feature
    }
}
