public import FHJSON

/// An action that a feature offers as a button.
public struct OfferedAction {
    /// The feature.
    public let node: Node
    /// The name of the action.
    public let action: String
    /// The title for users.
    public let title: String
    /// The role, such as `primary` or `cancel`; empty if there is none.
    public let role: String
    /// The name of the key that the workspace declares for the action; empty if there is none.
    public let key: String
    /// The purpose, in a sentence for users; empty if none is declared.
    public let description: String
    /// The params, an object.
    public let params: JSONValue
    /// The reason, for users, why the host would refuse the action now; nil if it would not.
    public let reason: String?

    init(
        _ node: Node, _ action: String, _ title: String, role: String = "", key: String = "",
        description: String = "", params: JSONValue = .emptyObject, unless reason: String?
    ) {
        self.node = node
        self.action = action
        self.title = title
        self.role = role
        self.key = key
        self.description = description
        self.params = params
        self.reason = reason
    }

    init(_ node: Node, _ action: String, _ title: String, role: String = "") {
        self.init(node, action, title, role: role, unless: node.refusal(of: action))
    }

    /// Sends the action.
    public func send() { node.send(action, title: title, .members(of: params)) }
}

extension Node {
    /// The buttons of the toolbar: cancellations first, confirmations last, the others in the order of declaration.
    public var toolbar: [OfferedAction] {
        let places = ["cancellation": -1, "confirmation": 1]
        let items = snapshot.json.objects("toolbar").enumerated().sorted { a, b in
            (places[a.element.text("role")] ?? 0, a.offset) < (places[b.element.text("role")] ?? 0, b.offset)
        }
        return items.map { offered($0.element) }
    }

    /// Reads a button that a snapshot contains.
    func offered(_ item: JSONValue) -> OfferedAction {
        let (action, params) = (item.text("action"), item.object("params"))
        return OfferedAction(
            self, action, item.text("title"), role: item.text("role"), key: item.text("key"),
            description: item.text("description"), params: params,
            unless: reason(against: action, params).map(session.words(for:)))
    }

    /// The host's reason why an action of the toolbar would be refused now; nil if it would not.
    private func reason(against action: String, _ params: JSONValue) -> String? {
        if let reason = snapshot.reason(against: action) { return reason }
        guard action == "accept", let available = state.value("availableActions") else { return nil }
        let applies = available.elements.contains { isSameText($0.stringValue, params.text("action")) }
        return applies ? nil : "notApplicable"
    }

    /// The buttons of a flow for other steps, in order; none if the flow has ended, or has no steps.
    public var stepActions: [OfferedAction] {
        let steps = state.object("steps")
        guard state["status"]?.stringValue ?? "active" == "active", steps.count > 0 else { return [] }
        let isLast = steps.number("index") >= steps.number("count") - 1
        return [OfferedAction(self, "back", "Back")]
            + (steps.isTrue("canSkip") ? [OfferedAction(self, "skip", "Skip")] : [])
            + [OfferedAction(self, "next", isLast ? "Finish" : "Next", role: "primary")]
    }

    /// The buttons for the draft of a form or of a flow; none if no draft is offered.
    public var draftActions: [OfferedAction] {
        let hasDraft = kind == "flow" ? state.object("steps").isTrue("hasDraft") : state.isTrue("hasDraft")
        guard hasDraft else { return [] }
        return [OfferedAction(self, "restoreDraft", "Restore"), OfferedAction(self, "discardDraft", "Discard")]
    }
}

/// The actions that a form offers as buttons.
public struct FormActions {
    private let node: Node

    /// Reads the state of a form.
    public init(_ node: Node) { self.node = node }

    /// True if the form belongs to a flow with steps, whose own buttons submit it.
    public var isInFlow: Bool { node.step.count > 0 }
    /// True if the form has steps.
    public var hasSteps: Bool { node.state.value("step") != nil }
    /// True if the form has no steps, or shows its last one.
    public var isLastStep: Bool {
        let step = node.state.object("step")
        return step.number("index") >= step.number("count") - 1
    }
    private var isBusy: Bool { ["submitting", "validating"].contains(node.state.text("status")) }

    /// Returns true if an action has a button now.
    public func isOffered(_ action: String) -> Bool {
        switch action {
        case "submit": isLastStep && !isBusy
        case "cancelSubmit": isBusy
        case "nextStep", "previousStep": hasSteps && node.can(action)
        default: true
        }
    }

    /// The buttons, in order; none for a step of a flow.
    public var all: [OfferedAction] {
        guard !isInFlow else { return [] }
        // A form that is an instance itself can't be cancelled, so a button resets its values instead.
        let leave = node.snapshot.path.isEmpty ? ("reset", "Reset", "") : ("cancel", "Cancel", "cancel")
        let all = [
            ("previousStep", "Back", ""), ("nextStep", "Next", "primary"), ("submit", "Submit", "primary"),
            ("cancelSubmit", "Stop", ""), leave,
        ]
        return all.filter { isOffered($0.0) }.map { OfferedAction(node, $0, $1, role: $2) }
    }
}
