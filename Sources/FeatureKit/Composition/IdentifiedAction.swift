/// An action of the element with an id, among those of ``Child/forEach(_:state:shown:action:_:)``.
public struct IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable, NestedAction {
    /// Whose action it is.
    public let id: ID
    /// The action.
    public let action: Action

    /// An action of the element with an id.
    public static func element(id: ID, action: Action) -> Self { Self(id: id, action: action) }

    var nested: Any { action }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Codable where ID: Codable, Action: Codable {}

/// What a parent's action holds for a feature whose states are kept by id.
public typealias IdentifiedActionOf<F: Feature> = IdentifiedAction<F.State.ID, F.Action>
where F.State: Identifiable, F.State.ID: Sendable

/// A value in an action's case that holds another action, whose name it goes by.
protocol NestedAction {
    var nested: Any { get }
}
