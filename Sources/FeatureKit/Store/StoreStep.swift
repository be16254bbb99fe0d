import JSON

/// One revision in an instance's past: why there is it, and which effects began with it.
///
/// It holds neither a state nor an action's params.
public struct StoreStep: Sendable, Equatable {
    /// The revision.
    public let revision: Int
    /// Why there is it.
    public let cause: Cause
    /// The wire ids of the effects that began since the revision before it.
    public let began: [String]

    /// Notes a revision.
    public init(revision: Int, cause: Cause, began: [String]) {
        self.revision = revision
        self.cause = cause
        self.began = began
    }

    /// Writes its members without braces: `revision`, those of a snapshot's `cause`, and `began` where something did.
    public func writeMembers(to json: inout JSONWriter, viewer: Int) {
        json.field("revision", revision)
        cause.writeMembers(to: &json, viewer: viewer)
        if !began.isEmpty { json.field("began", began) }
    }
}

/// What an effect delivered after it was cancelled; it was dropped.
public struct DroppedDelivery: Sendable, Equatable {
    /// The wire id of the effect; nil where it had ended by itself.
    public let effect: String?
    /// The child that the effect was of.
    public let path: [String]
}

/// Hears of what happens in a store, for a trace.
///
/// Called on the core thread. Nothing that it hears holds a state or an action's params.
public protocol StoreObserver: AnyObject {
    /// An action was applied.
    func applied(_ step: StoreStep)
    /// An effect delivered something too late.
    func dropped(_ delivery: DroppedDelivery, at revision: Int)
}
