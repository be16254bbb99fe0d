/// An element's action with the element's id: the payload of the case in ``Child/forEach(_:state:shown:action:_:)``.
public struct IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable, NestedAction {
    /// The id of the element.
    public let id: ID
    /// The element's action.
    public let action: Action

    /// Makes an action for the element with this id.
    public static func element(id: ID, action: Action) -> Self { Self(id: id, action: action) }

    var nested: Any { action }
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Codable where ID: Codable, Action: Codable {}

/// The payload of a parent's action for the elements that are children of the type `F`.
public typealias IdentifiedActionOf<F: Feature> = IdentifiedAction<F.State.ID, F.Action>
where F.State: Identifiable, F.State.ID: Sendable

/// A payload that wraps another action, and has the name of the wrapped action on the wire.
protocol NestedAction {
    var nested: Any { get }
}
