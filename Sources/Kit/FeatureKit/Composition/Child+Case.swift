import Synchronization

/// Checked embedding of a child's actions in the action of the parent.
extension Child {
    /// Returns a function that makes the case, and traps if the case has another name or a labelled payload.
    ///
    /// No action would ever reach the child of such a case. Only the first action is checked, because reflection takes
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

/// The payload of the action if it is the case with this name; otherwise nil.
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
