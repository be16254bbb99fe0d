import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The buttons below a form, and the keys that press them.
struct FormButtons {
    private let node: Node
    private let actions: FormActions

    init(_ node: Node) {
        self.node = node
        actions = FormActions(node)
    }

    /// The buttons, in order; none for a step of a flow.
    var buttons: [Button] {
        actions.all.map { offered in
            Button(
                "\(node.identity)\u{1F}\(offered.action)", offered.title, role: offered.role, unless: offered.reason,
                press: offered.send)
        }
    }

    /// The keys.
    var bindings: [Binding] {
        var bindings: [Binding] = []
        if actions.isOffered("nextStep") {
            bindings.append(Binding(.nextStep, "Next step") { node.send("nextStep") })
        }
        if actions.isOffered("previousStep") {
            bindings.append(Binding(.previousStep, "Step back") { node.send("previousStep") })
        }
        if actions.hasSteps, !actions.isInFlow, !actions.isOffered("previousStep") {
            // The key must not have another effect while going back is impossible, such as in the first step.
            let reason = node.refusal(of: "previousStep") ?? ""
            bindings.append(Binding(.previousStep, "Step back", .hidden, unless: reason) {})
        }
        let submit = { node.send("submit") }
        if actions.isInFlow {
            // In a step of a flow, the key submits the form too. It is hidden, because the flow shows a key for that.
            if actions.isOffered("submit"), node.can("submit") {
                bindings.append(Binding(.finish, "Submit", .hidden, act: submit))
            }
        } else if actions.isLastStep {
            bindings.append(Binding(.finish, "Submit", unless: node.refusal(of: "submit"), act: submit))
        }
        return bindings
    }
}
