import FHJSON
import FHKindParts
import FeatureKit

extension FormConfiguration {
    /// The maximum nesting depth of fields, counting the form's own fields as the first level.
    public static let deepestField = 8

    /// The diagnostics for the form, each with a pointer to the invalid member of the declaration.
    public var mistakes: [DeclarationMistake] {
        let tree = FieldTree(self)
        let fields = tree.nodes.indices.flatMap { index in
            let node = tree.nodes[index]
            if tree.names(of: index).count > Self.deepestField {
                return [
                    DeclarationMistake(
                        node.pointer, "is nested in more than \(Self.deepestField - 1) fields; use fewer levels")
                ]
            }
            return tree.mistakes(of: index) + Self.mistakes(in: node.field.rules, below: node.pointer)
                + validationMistakes(node)
        }
        return fields + tree.nameMistakes + stepMistakes + Self.mistakes(in: rules, below: []) + submitMistakes
            + (draft?.mistakes ?? []) + FormReferences(tree, self).mistakes
    }

    private var stepMistakes: [DeclarationMistake] {
        if steps.isEmpty { return [DeclarationMistake(["steps"], "a form has at least one step")] }
        guard isStepped else { return [] }
        return DeclarationMistake.mistakes(inStepIDs: steps.map(\.id))
    }

    private static func mistakes(in rules: [FormRule], below pointer: [String]) -> [DeclarationMistake] {
        rules.enumerated().flatMap { place, rule in
            var mistakes: [DeclarationMistake] = []
            let own = pointer + ["rules", "\(place)"]
            if rule.code.isEmpty { mistakes.append(DeclarationMistake(own + ["code"], "a rule's code is not empty")) }
            if MessageCode(rawValue: rule.code) != nil {
                mistakes.append(
                    DeclarationMistake(
                        own + ["code"], "\(rule.code) is the code of a constraint; give the rule another code"))
            }
            if rule.message.isEmpty {
                mistakes.append(DeclarationMistake(own + ["message"], "a rule must have a message that is not empty"))
            }
            return mistakes
        }
    }

    // MARK: Sources

    private func validationMistakes(_ node: FieldTree.Node) -> [DeclarationMistake] {
        guard let validation = node.field.validation else { return [] }
        let pointer = node.pointer + ["validateWith"]
        if [.secure, .group, .repeated].contains(node.type) {
            return [
                DeclarationMistake(pointer, "a field of the type \(node.type.rawValue) can't be validated by a source")
            ]
        }
        return Self.mistakes(inOperation: validation.operation, of: validation.source, below: pointer)
    }

    private var submitMistakes: [DeclarationMistake] {
        switch submit {
        case .none: []
        case .insert(let source):
            source.capabilities.contains(.insert)
                ? []
                : [DeclarationMistake(["submit", "source"], "takes no new rows; name a source that can be changed")]
        case .update(let source):
            source.capabilities.contains(.update)
                ? []
                : [DeclarationMistake(["submit", "source"], "changes no rows; name a source that can be changed")]
        case .perform(let source, let operation):
            Self.mistakes(inOperation: operation, of: source, below: ["submit"])
        }
    }

    private static func mistakes(
        inOperation operation: String, of source: any DataSource, below pointer: [String]
    ) -> [DeclarationMistake] {
        guard let mistake = source.diagnostic(ofOperation: operation) else { return [] }
        return [DeclarationMistake(pointer + [mistake == .noOperations ? "source" : "operation"], mistake.message)]
    }
}
