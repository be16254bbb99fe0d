/// A type-erased feature state with value semantics, changed in place while it is uniquely referenced.
package struct AnyState: Sendable, Equatable {
    private var box: any StateBox

    init<State: Sendable>(_ state: State) {
        box = TypedBox(state)
    }

    func read<State: Sendable, Result>(_ type: State.Type, _ body: (State) -> Result) -> Result {
        body(unsafeDowncast(box, to: TypedBox<State>.self).state)
    }

    /// Calls `body` with the state if the state has this type; otherwise returns nil.
    func readIfPossible<State: Sendable, Result>(_ type: State.Type, _ body: (State) -> Result) -> Result? {
        (box as? TypedBox<State>).map { body($0.state) }
    }

    func value<State: Sendable>(_ type: State.Type) -> State { read(type) { $0 } }

    /// Calls `body` to change the state in place; a shared state is copied first.
    mutating func change<State: Sendable, Result>(_ type: State.Type, _ body: (inout State) -> Result) -> Result {
        precondition(box is TypedBox<State>, "a state of another feature")
        if !isKnownUniquelyReferenced(&box) { box = box.copy() }
        return body(&unsafeDowncast(box, to: TypedBox<State>.self).state)
    }

    package static func == (a: AnyState, b: AnyState) -> Bool {
        a.box === b.box || a.box.equals(b.box)
    }
}

private protocol StateBox: AnyObject, Sendable {
    func copy() -> any StateBox
    func equals(_ other: any StateBox) -> Bool
}

/// Unchecked `Sendable`: the box is changed only while a single ``AnyState`` references it.
private final class TypedBox<State: Sendable>: StateBox, @unchecked Sendable {
    var state: State

    init(_ state: State) {
        self.state = state
    }

    func copy() -> any StateBox { TypedBox(state) }

    func equals(_ other: any StateBox) -> Bool {
        guard let other = other as? TypedBox<State>, let mine = state as? any Equatable else { return false }
        return mine.equals(other.state)
    }
}

extension Equatable {
    fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}
