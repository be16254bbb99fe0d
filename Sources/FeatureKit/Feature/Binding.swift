import JSON

/// A value of a feature's state that a front end sets as it is: a text, a toggle, a stepper, a slider.
///
/// The value `text` gives the feature the action `setText` with `{"value": …}`, which changes the state without the
/// reducer; a named follow-up then reaches the reducer as an action of its own.
public struct Binding<F: Feature>: Sendable {
    /// The member of the state.
    public let name: String
    /// The action's name on the wire.
    public let action: String
    private let schema: @Sendable () -> JSONText
    private let isSettable: @Sendable (F.State) -> Bool
    /// The action that is sent when the value has been set.
    public let followUp: F.Action?
    private let set: @Sendable (JSONValue) throws -> @Sendable (inout F.State) -> Void

    private struct Params<Value: Codable>: Codable {
        let value: Value
    }

    /// Binds a value.
    ///
    /// - Parameters:
    ///   - name: the member of the state.
    ///   - state: where the state keeps it.
    ///   - isEnabled: whether it can be set now; else the action is refused, `disabled`.
    ///   - settle: what else must fit the new value, in the same revision.
    ///   - followUp: an action that is sent then, a revision of its own.
    public init<Value: Codable & Sendable>(
        _ name: String, _ state: SendableKeyPath<F.State, Value>,
        isEnabled: @escaping @Sendable (F.State) -> Bool = { _ in true },
        settle: @escaping @Sendable (inout F.State) -> Void = { _ in }, then followUp: F.Action? = nil
    ) {
        self.init(name, state, isEnabled: isEnabled, settle: settle, then: followUp) { value, _ in value }
    }

    /// Binds a value that stays within a range, which the state may decide; what lies outside is clamped.
    public init<Value: Codable & Sendable & Comparable>(
        _ name: String, _ state: SendableKeyPath<F.State, Value>,
        in range: @escaping @Sendable (F.State) -> ClosedRange<Value>,
        isEnabled: @escaping @Sendable (F.State) -> Bool = { _ in true },
        settle: @escaping @Sendable (inout F.State) -> Void = { _ in }, then followUp: F.Action? = nil
    ) {
        self.init(name, state, isEnabled: isEnabled, settle: settle, then: followUp) { value, state in
            let range = range(state)
            return min(max(value, range.lowerBound), range.upperBound)
        }
    }

    private init<Value: Codable & Sendable>(
        _ name: String, _ state: SendableKeyPath<F.State, Value>, isEnabled: @escaping @Sendable (F.State) -> Bool,
        settle: @escaping @Sendable (inout F.State) -> Void, then followUp: F.Action?,
        fit: @escaping @Sendable (Value, F.State) -> Value
    ) {
        self.name = name
        action = "set" + name.prefix(1).uppercased() + name.dropFirst()
        schema = { JSONSchema.of(Params<Value>.self, isClosed: true) }
        isSettable = isEnabled
        self.followUp = followUp
        set = { params in
            let unknown = ActionRefusal.Field.unknown(in: params, known: ["value"])
            if !unknown.isEmpty { throw ActionRefusal.invalidParams(unknown) }
            let value = try JSONDecoding.decode(Params<Value>.self, from: params).value
            return {
                $0[keyPath: state] = fit(value, $0)
                settle(&$0)
            }
        }
    }

    /// What the catalog says of the action; derived whenever it is asked for.
    public var description: ActionDescription { ActionDescription(name: action, params: schema()) }

    /// Whether the value can be set now.
    public func isEnabled(in state: F.State) -> Bool { isSettable(state) }

    /// The change that the params ask for.
    ///
    /// - Throws: ``ActionRefusal/invalidParams(_:)``.
    func change(_ params: JSONValue) throws(ActionRefusal) -> @Sendable (inout F.State) -> Void {
        do {
            return try set(params)
        } catch {
            throw ActionRefusal(error)
        }
    }
}
