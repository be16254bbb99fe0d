import FHJSON

/// A value of a feature's state that clients set directly: a text, a toggle, a stepper, a slider.
///
/// A binding named `text` adds the action `setText` with the params `{"value": …}`. The store applies this action
/// without calling the reducer. It then sends the follow-up action, if there is one, to the reducer:
///
/// ```swift
/// static let bindings = [Binding<Self>("text", \.text, then: .textChanged)]
/// ```
public struct Binding<F: Feature>: Sendable {
    /// The name of the value, which is also its name in the JSON of the state.
    public let name: String
    /// The action's name on the wire.
    public let action: String
    private let schema: @Sendable () -> JSONText
    private let isSettable: @Sendable (F.State) -> Bool
    /// The action sent after the value has been set; nil for none.
    public let followUp: F.Action?
    private let set: @Sendable (JSONValue) throws -> @Sendable (inout F.State) -> Void

    private struct Params<Value: Codable>: Codable {
        let value: Value
    }

    /// Binds a value.
    ///
    /// - Parameters:
    ///   - name: the name of the value in the JSON of the state.
    ///   - state: the property of the state.
    ///   - isEnabled: returns true if the value can be set now; otherwise the action is refused as `disabled`.
    ///   - settle: changes other properties of the state to match the new value, in the revision that sets the value.
    ///   - followUp: an action sent afterwards, as a separate revision; nil for none.
    public init<Value: Codable & Sendable>(
        _ name: String, _ state: SendableKeyPath<F.State, Value>,
        isEnabled: @escaping @Sendable (F.State) -> Bool = { _ in true },
        settle: @escaping @Sendable (inout F.State) -> Void = { _ in }, then followUp: F.Action? = nil
    ) {
        self.init(name, state, isEnabled: isEnabled, settle: settle, then: followUp) { value, _ in value }
    }

    /// Binds a value that is clamped to a range, which may depend on the state.
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

    /// The description of the action for the catalog, derived at each call.
    public var description: ActionDescription { ActionDescription(name: action, params: schema()) }

    /// True if the value can be set now.
    public func isEnabled(in state: F.State) -> Bool { isSettable(state) }

    /// Returns a function that sets the value in the params.
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
