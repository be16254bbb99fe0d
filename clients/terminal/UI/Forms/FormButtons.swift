import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The buttons below a form, and the keys that press them.
struct FormButtons {
    private let node: Node

    init(_ node: Node) { self.node = node }

    /// True if the form belongs to a flow with steps, whose own buttons submit it.
    var isInFlow: Bool { node.step.count > 0 }
    private var hasSteps: Bool { node.state.value("step") != nil }
    private var isLastStep: Bool {
        let step = node.state.object("step")
        return step.number("index") >= step.number("count") - 1
    }
    private var isBusy: Bool { ["submitting", "validating"].contains(node.state.text("status")) }

    /// Returns true if an action has a button now.
    private func isOffered(_ action: String) -> Bool {
        switch action {
        case "submit": isLastStep && !isBusy
        case "cancelSubmit": isBusy
        case "nextStep", "previousStep": hasSteps && node.can(action)
        default: true
        }
    }

    /// The buttons, in order; none for a step of a flow.
    var buttons: [Button] {
        guard !isInFlow else { return [] }
        // A form that is an instance itself can't be cancelled, so a button resets its values instead.
        let leave = node.snapshot.path.isEmpty ? ("reset", "Reset", "") : ("cancel", "Cancel", "cancel")
        let all = [
            ("previousStep", "Back", ""), ("nextStep", "Next", "primary"), ("submit", "Submit", "primary"),
            ("cancelSubmit", "Stop", ""), leave,
        ]
        return all.filter { isOffered($0.0) }.map { action, title, role in
            Button("\(node.identity)\u{1F}\(action)", title, role: role, unless: node.refusal(of: action)) {
                node.send(action, title: title)
            }
        }
    }

    /// The keys.
    var bindings: [Binding] {
        var bindings: [Binding] = []
        if isOffered("nextStep") {
            bindings.append(Binding(.nextStep, "Next step") { node.send("nextStep") })
        }
        if isOffered("previousStep") {
            bindings.append(Binding(.previousStep, "Step back") { node.send("previousStep") })
        }
        if hasSteps, !isInFlow, !isOffered("previousStep") {
            // The key must not have another effect while going back is impossible, such as in the first step.
            let reason = node.refusal(of: "previousStep") ?? ""
            bindings.append(Binding(.previousStep, "Step back", .hidden, unless: reason) {})
        }
        let submit = { node.send("submit") }
        if isInFlow {
            // In a step of a flow, the key submits the form too. It is hidden, because the flow shows a key for that.
            if isOffered("submit"), node.can("submit") {
                bindings.append(Binding(.finish, "Submit", .hidden, act: submit))
            }
        } else if isLastStep {
            bindings.append(Binding(.finish, "Submit", unless: node.refusal(of: "submit"), act: submit))
        }
        return bindings
    }
}
