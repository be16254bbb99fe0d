import Synchronization

/// A child's actions as those of its parent: the case that has the child's name.
extension Child {
    /// The case itself, which traps where it has another name or labels what it holds: no action would ever reach the
    /// child.
    ///
    /// Only the first action is looked at: reflection takes some microseconds.
    static func checked<Payload: Sendable>(
        _ name: String, _ action: @escaping @Sendable (Payload) -> Parent.Action
    ) -> @Sendable (Payload) -> Parent.Action {
        let isChecked = Flag()
        return { held in
            let whole = action(held)
            if isChecked.isRaised { return whole }
            // Also in a release, where a precondition says nothing.
            if payload(Payload.self, of: whole, in: name) == nil {
                fatalError("the child \(name) of \(Parent.self) needs the case \(name)(\(Payload.self)), not \(whole)")
            }
            isChecked.raise()
            return whole
        }
    }
}

/// What the case with this name holds, if the action is that case.
func payload<Payload>(_ type: Payload.Type, of action: some Sendable, in name: String) -> Payload? {
    // An enum case can't be taken apart by name; its reflection can.
    guard let payload = Mirror(reflecting: action).children.first, payload.label == name else { return nil }
    return payload.value as? Payload
}

private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}
