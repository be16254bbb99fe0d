import FHJSON
import FHJSONRPC

/// The limits of a host, reported by `initialize`.
///
/// Sizes are in bytes, times in milliseconds.
public struct Limits: Sendable, Equatable {
    /// The maximum length of a frame.
    public var maxFrameBytes = FrameDecoder.defaultMaxFrameBytes
    /// The number of updates that a slow reader may have queued before newer ones replace older ones.
    public var maxQueuedUpdates = 64
    /// The number of bytes of updates that a slow reader may have queued before newer ones replace older ones.
    public var maxQueuedBytes = 1 << 20
    /// The number of bytes of unread answers at which a session reads no more input, until the client has read answers.
    public var maxUnreadBytes = 16 << 20
    /// The time for which the host waits for pending work after the end of the input.
    public var drainMs = 2_000
    /// The maximum number of sessions, if there can be several; nil if there is only one.
    public var maxSessions: Int?
    /// The maximum number of unanswered requests of a session.
    public var maxInFlight = 10_000
    /// The maximum number of members of a batch.
    public var maxBatchMembers = 100_000
    /// The maximum number of open instances.
    public var maxInstances = 10_000
    /// The maximum time that a step of virtual time waits for work outside the host.
    public var realWaitMs = 5_000
    /// The timeout of a wait whose request doesn't specify one.
    public var defaultTimeoutMs = 30_000

    /// Creates the limits of protocol version 1.
    public init() {}

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("maxFrameBytes", maxFrameBytes)
        json.field("maxQueuedUpdates", maxQueuedUpdates)
        json.field("maxQueuedBytes", maxQueuedBytes)
        json.field("maxUnreadBytes", maxUnreadBytes)
        json.field("drainMs", drainMs)
        if let maxSessions { json.field("maxSessions", maxSessions) }
        json.field("maxInFlight", maxInFlight)
        json.field("maxBatchMembers", maxBatchMembers)
        json.field("maxInstances", maxInstances)
        json.field("realWaitMs", realWaitMs)
        json.endObject()
    }
}
