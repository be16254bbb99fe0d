import FHHosting
import FHJSON
import FeatureKit

/// Reads the declaration of a feature of any kind.
enum FeatureDeclaration {
    /// The members that features of all kinds accept.
    static let commonKeys = ["kind", "title", "toolbar", "modals", "outputs"]

    static func feature(_ name: String, _ node: WorkspaceNode, _ context: WorkspaceContext) -> FeatureRegistration? {
        if name.isEmpty || name.contains(":") { node.report("a feature's name is not empty and holds no colon") }
        if node.value.kind != .object {
            node.report("must be an object")
            return nil
        }
        if node.value["kind"] == nil { node.report("lacks kind: \(WorkspaceKind.names)") }
        guard let kind = node.oneOf("kind", WorkspaceKind.self) else { return nil }
        let title = node.string("title") ?? name
        let presentation = PresentationDeclaration(node, context)
        let configuration = presentation.configuration
        let feature = kind.declaration.feature(name, title, configuration, node, context)
        if let feature { presentation.reportMistakes(of: feature) }
        return feature
    }
}
