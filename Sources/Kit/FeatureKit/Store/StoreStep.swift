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

    /// Writes `revision`, the members of a snapshot's `cause`, and `began` if any effect started, without braces.
    public func writeMembers(to json: inout JSONWriter, viewer: Int) {
        json.field("revision", revision)
        cause.writeMembers(to: &json, viewer: viewer)
        if !began.isEmpty { json.field("began", began) }
    }
}

/// A delivery that was dropped, because its effect had been cancelled or had ended.
public struct DroppedDelivery: Sendable, Equatable {
    /// The wire id of the effect; nil if it is unknown, for example because the effect had ended by itself.
    public let effect: String?
    /// The path of the feature that started the effect; empty for the root feature, and if ``effect`` is nil.
    public let path: [String]
}

/// An observer of a store's events, for a trace.
///
/// Called on the core thread. The events contain no states and no params of actions.
public protocol StoreObserver: AnyObject {
    /// An action was applied.
    func applied(_ step: StoreStep)
    /// A delivery was dropped, because its effect was no longer running.
    func dropped(_ delivery: DroppedDelivery, at revision: Int)
}
