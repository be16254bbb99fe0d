import FHJSON
import FeatureKit

/// Reads the declaration of a feature of any kind.
package enum FeatureDeclaration {
    /// The members that features of all kinds accept.
    package static let commonKeys = ["kind", "title", "toolbar", "modals", "outputs"]

    package static func feature(_ name: String, _ node: WorkspaceNode, _ context: WorkspaceContext)
        -> FeatureRegistration?
    {
        if name.isEmpty || name.contains(":") { node.report("a feature's name must not be empty or contain a colon") }
        if node.value.kind != .object {
            node.report("must be an object")
            return nil
        }
        if node.value["kind"] == nil { node.report("lacks kind: \(context.kinds.choice)") }
        guard let kind = context.kinds.kind(of: node) else { return nil }
        let title = node.string("title") ?? name
        let presentation = PresentationDeclaration(node, context)
        let configuration = presentation.configuration
        let feature = kind.feature(name, title, configuration, node, context)
        if let feature { presentation.reportMistakes(of: feature, plural: kind.plural) }
        return feature
    }
}
