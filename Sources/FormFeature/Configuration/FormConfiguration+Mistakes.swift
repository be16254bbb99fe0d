import FeatureKit
import JSON

/// What is wrong with a declaration.
public struct FormMistake: Sendable, Equatable {
    /// The member that is wrong, from the form's declaration.
    public let pointer: JSONPointer
    /// What is wrong with it, and what would be right.
    public let message: String

    init(_ tokens: [String], _ message: String) {
        pointer = JSONPointer(tokens)
        self.message = message
    }
}

extension FormConfiguration {
    /// How deep fields may stand in groups and repeated fields, those of the form itself being the first.
    public static let deepestField = 8

    /// What is wrong with the form, each mistake at its place.
    public var mistakes: [FormMistake] {
        let tree = FieldTree(self)
        let fields = tree.nodes.indices.flatMap { index in
            let node = tree.nodes[index]
            if tree.names(of: index).count > Self.deepestField {
                return [
                    FormMistake(
                        node.pointer, "stands in more than \(Self.deepestField - 1) others; put it further out")
                ]
            }
            return tree.mistakes(of: index) + Self.mistakes(in: node.field.rules, below: node.pointer)
                + validationMistakes(node)
        }
        return fields + tree.nameMistakes + stepMistakes + Self.mistakes(in: rules, below: []) + submitMistakes
            + draftMistakes + FormReferences(tree, self).mistakes
    }

    private var stepMistakes: [FormMistake] {
        if steps.isEmpty { return [FormMistake(["steps"], "a form has at least one step")] }
        guard isStepped else { return [] }
        var known: Set<String> = []
        return steps.enumerated().compactMap { place, step in
            let pointer = ["steps", "\(place)", "id"]
            if step.id.isEmpty { return FormMistake(pointer, "a step's id is not empty") }
            if known.insert(step.id).inserted { return nil }
            return FormMistake(pointer, "the id \(step.id) is another step's already; ids must differ")
        }
    }

    private static func mistakes(in rules: [FormRule], below pointer: [String]) -> [FormMistake] {
        rules.enumerated().flatMap { place, rule in
            var mistakes: [FormMistake] = []
            let own = pointer + ["rules", "\(place)"]
            if rule.code.isEmpty { mistakes.append(FormMistake(own + ["code"], "a rule's code is not empty")) }
            if MessageCode(rawValue: rule.code) != nil {
                mistakes.append(
                    FormMistake(
                        own + ["code"], "\(rule.code) is the code of a constraint; give the rule one of its own"))
            }
            if rule.message.isEmpty { mistakes.append(FormMistake(own + ["message"], "a rule says what is wrong")) }
            return mistakes
        }
    }

    // MARK: Sources

    private func validationMistakes(_ node: FieldTree.Node) -> [FormMistake] {
        guard let validation = node.field.validation else { return [] }
        let pointer = node.pointer + ["validateWith"]
        if [.secure, .group, .repeated].contains(node.type) {
            return [FormMistake(pointer, "a field of the type \(node.type.rawValue) is judged by no source")]
        }
        return Self.mistakes(inOperation: validation.operation, of: validation.source, below: pointer)
    }

    private var submitMistakes: [FormMistake] {
        switch submit {
        case .none: []
        case .insert(let source):
            source.abilities.contains(.insert)
                ? []
                : [FormMistake(["submit", "source"], "takes no new rows; name a source that can be changed")]
        case .perform(let source, let operation):
            Self.mistakes(inOperation: operation, of: source, below: ["submit"])
        }
    }

    private static func mistakes(
        inOperation operation: String, of source: any DataSource, below pointer: [String]
    ) -> [FormMistake] {
        if !source.abilities.contains(.perform) {
            return [FormMistake(pointer + ["source"], "has no operations; name a source that has")]
        }
        guard let known = source.operations, !known.contains(operation) else { return [] }
        let all = known.joined(separator: ", ")
        return [FormMistake(pointer + ["operation"], "the source has no operation \(operation); it has: \(all)")]
    }

    private var draftMistakes: [FormMistake] {
        guard let draft else { return [] }
        var mistakes: [FormMistake] = []
        if !draft.source.abilities.isSuperset(of: [.insert, .update, .delete, .query]) {
            mistakes.append(
                FormMistake(["draft", "source"], "can't keep a draft; name a source that can be changed"))
        }
        if draft.id.isEmpty { mistakes.append(FormMistake(["draft", "id"], "a row's id is not empty")) }
        return mistakes
    }
}
