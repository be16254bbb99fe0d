import FHJSON

/// A past revision of an instance: its cause, and the effects that started with it.
///
/// A step contains neither a state nor the params of an action.
public struct StoreStep: Sendable, Equatable {
    /// The number of the revision.
    public let revision: Int
    /// The cause of the revision.
    public let cause: Cause
    /// The wire ids of the effects that started since the previous revision.
    public let began: [String]

    /// Makes a step.
    public init(revision: Int, cause: Cause, began: [String]) {
        self.revision = revision
        self.cause = cause
        self.began = began
    }

    /// Writes the members without braces: `revision`, the members of a snapshot's `cause`, and `began` if any effect
    /// started.
    public func writeMembers(to json: inout JSONWriter, viewer: Int) {
        json.field("revision", revision)
        cause.writeMembers(to: &json, viewer: viewer)
        if !began.isEmpty { json.field("began", began) }
    }
}

/// A delivery that was dropped, because its effect had been cancelled or had ended.
public struct DroppedDelivery: Sendable, Equatable {
    /// The wire id of the effect; nil if the effect had ended without being cancelled.
    public let effect: String?
    /// The path of the effect's child.
    public let path: [String]
}

/// An observer of a store's events, for a trace.
///
/// Called on the core thread. The events contain no states and no params of actions.
public protocol StoreObserver: AnyObject {
    /// An action was applied.
    func applied(_ step: StoreStep)
    /// An effect delivered something too late.
    func dropped(_ delivery: DroppedDelivery, at revision: Int)
}
