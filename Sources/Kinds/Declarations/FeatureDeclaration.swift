import FHJSON
import FeatureKit

/// Reads the declaration of a feature of any kind.
package enum FeatureDeclaration {
    /// The members that features of all kinds accept.
    package static let commonKeys =
        ["kind", "title", "params", "toolbar", "modals", "outputs"] + MenuEntryDeclaration.keys

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
        guard let params = DeclaredParams(node, own: kind.ownParams) else {
            return feature(name, node, of: kind, context)
        }
        guard let template = feature(name, example(node, params), of: kind, context) else { return nil }
        let declaration = node.value
        return FeatureRegistration(like: template, params: params.schema, own: kind.ownParams) {
            given throws(ActionRefusal) in
            let values = try params.values(in: given)
            let bound = try feature(name, declaration, of: kind, context.binding(values))
            return (bound, values.object)
        }
    }

    /// The params that a feature declares; nil if it declares none.
    package static func params(_ node: WorkspaceNode, _ kinds: DeclaredKinds) -> DeclaredParams? {
        DeclaredParams(node, own: kinds.kind(of: node.value)?.ownParams ?? [])
    }

    /// The name of the param in a reference; nil for any other value.
    package static func param(_ value: JSONValue) -> String? { ParamReferences.name(value) }

    /// True for the declaration of a feature with params of its own.
    package static func hasParams(_ value: JSONValue) -> Bool { ParamReferences.params(ofFeature: value) != nil }

    /// The declaration of a feature with example values in place of its params.
    package static func example(_ node: WorkspaceNode, _ kinds: DeclaredKinds) -> WorkspaceNode {
        guard node.value.isObject, let params = params(node, kinds) else { return node }
        return example(node, params)
    }

    private static func example(_ node: WorkspaceNode, _ params: DeclaredParams) -> WorkspaceNode {
        ParamReferences(values: params.examples, isExample: true).bound(node)
    }

    /// Makes a feature with the values of its params.
    private static func feature(
        _ name: String, _ declaration: JSONValue, of kind: any KindDeclaration.Type, _ context: WorkspaceContext
    ) throws(ActionRefusal) -> FeatureRegistration {
        // Lines are not needed: an error is about the values.
        let mistakes = MistakeList(text: [])
        let node = WorkspaceNode(declaration, pointer: JSONPointer([]), mistakes: mistakes)
        let bound = ParamReferences(values: context.values).bound(node)
        let made = feature(name, bound, of: kind, context)
        if let refusal = context.faults.first { throw refusal }
        let found = mistakes.all
        guard let made, found.isEmpty else {
            throw .invalidParams(
                found.map {
                    .init(path: "", code: "invalid", message: "with these params, \($0.pointer) \($0.message)")
                })
        }
        return made
    }

    private static func feature(
        _ name: String, _ node: WorkspaceNode, of kind: any KindDeclaration.Type, _ context: WorkspaceContext
    ) -> FeatureRegistration? {
        let title = node.string("title") ?? name
        let presentation = PresentationDeclaration(node, context)
        let configuration = presentation.configuration
        let feature = kind.feature(name, title, configuration, node, context)
        let menu = MenuEntryDeclaration.entry(node)
        if let feature { presentation.reportMistakes(of: feature, plural: kind.plural) }
        return feature?.listed(as: menu)
    }
}
