import FHJSON
import FeatureKit

/// The form's answer as a step of a flow.
///
/// It consists of values and of lines of text.
extension Form {
    /// The values including secrets.
    ///
    /// Nil if the form has no secure field, or if it submits to a source.
    func sealed(_ handedOn: Submission.HandedOn) -> SealedValues? {
        guard case .none = configuration.submit, plan.fields.contains(where: { $0.type == .secure }) else { return nil }
        return SealedValues(handedOn.input.revealJSON(), secrets: handedOn.secrets.map { $0.reveal() })
    }

    /// The current values and a line of text for each top-level field.
    ///
    /// Nil if the form's output is the output of an operation.
    public func answer(in state: FormState) -> Answer? {
        if case .perform = configuration.submit { return nil }
        return Answer(values: plan.encode(plan.tree.allRoots, in: 0, state) { $0.counts }, lines: plan.lines(state))
    }
}

extension FormPlan {
    fileprivate func lines(_ state: FormState) -> [Answer.Line] {
        tree.allRoots.compactMap { node in
            text(of: node, in: 0, state).map {
                Answer.Line(path: [fields[node].name], label: fields[node].node.field.label, text: $0)
            }
        }
    }

    /// The text of a field for the user; nil for an empty value and for secrets.
    private func text(of node: Int, in container: Int, _ state: FormState) -> String? {
        let field = fields[node]
        let address = FieldAddress(container, field.node.local)
        guard state[address].counts else { return nil }
        switch field.type {
        case .secure: return nil
        case .group: return text(ofAll: field.node.children, in: container, state)
        case .repeated:
            let texts = state.items(of: address).compactMap { text(ofAll: field.node.children, in: $0, state) }
            return texts.isEmpty ? nil : texts.joined(separator: "; ")
        default: return text(of: field.handedOn(state[address].value), node, state)
        }
    }

    /// Returns the texts of the fields in a group or an item, each with the label of its field; nil if there are none.
    private func text(ofAll nodes: [Int], in container: Int, _ state: FormState) -> String? {
        let texts = nodes.compactMap { node in
            text(of: node, in: container, state).map { "\(fields[node].node.field.label): \($0)" }
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private func text(of value: FieldValue, _ node: Int, _ state: FormState) -> String? {
        if let title = title(of: value, node, state) { return title }
        switch value {
        case .bool(let bool): return bool ? "Yes" : "No"
        case .number(let number): return number.text
        case .text(let text): return text.isEmpty ? nil : text
        case .list(let values):
            let texts = values.compactMap { text(of: $0, node, state) }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        case .null, .secret, .items, .rows: return nil
        }
    }

    /// Returns the title of the option with this value; nil if no loaded option has the value.
    private func title(of value: FieldValue, _ node: Int, _ state: FormState) -> String? {
        if fields[node].optionsSource != nil { return state.options[node]?.titles[value] }
        return fields[node].node.field.options.first { FieldValue(scalar: $0.value.value) == value }?.title
    }
}
