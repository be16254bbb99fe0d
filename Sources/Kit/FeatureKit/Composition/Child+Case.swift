import Synchronization

/// The check that a child's action is embedded in the right case of the parent's action.
extension Child {
    /// Returns `action` with a check, which traps if `action` makes a case whose name is not `name`, or whose payload
    /// has a label.
    ///
    /// An action in such a case would never reach the child. Only the first action is checked, because reflection takes
    /// some microseconds.
    static func checked<Payload: Sendable>(
        _ name: String, _ action: @escaping @Sendable (Payload) -> Parent.Action
    ) -> @Sendable (Payload) -> Parent.Action {
        let isChecked = Flag()
        return { held in
            let whole = action(held)
            if isChecked.isRaised { return whole }
            // Checked in release builds too, where a failed precondition prints no message.
            if payload(Payload.self, of: whole, in: name) == nil {
                fatalError("the child \(name) of \(Parent.self) needs the case \(name)(\(Payload.self)), not \(whole)")
            }
            isChecked.raise()
            return whole
        }
    }
}

/// Returns the payload of the action if the action's case has this name and payload type; otherwise nil.
func payload<Payload>(_ type: Payload.Type, of action: some Sendable, in name: String) -> Payload? {
    // Swift can't extract an enum case's payload by the case's name; reflection can.
    guard let payload = Mirror(reflecting: action).children.first, payload.label == name else { return nil }
    return payload.value as? Payload
}

private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
