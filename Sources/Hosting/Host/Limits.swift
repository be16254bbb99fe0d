import JSON
import JSONRPC

/// The bounds that a host keeps, as `initialize` tells them.
///
/// Sizes are bytes, times milliseconds.
public struct Limits: Sendable, Equatable {
    /// The longest frame that is read.
    public var maxFrameBytes = FrameDecoder.defaultMaxFrameBytes
    /// How many updates wait for a slow reader before newer ones replace older ones.
    public var maxQueuedUpdates = 64
    /// How many bytes of updates wait for a slow reader before newer ones replace older ones.
    public var maxQueuedBytes = 1 << 20
    /// How many bytes of answers wait unread before the session's input is no longer read.
    public var maxUnreadBytes = 16 << 20
    /// How long the end of the input waits for what is under way.
    public var drainMs = 2_000
    /// How many sessions there may be, where there may be several.
    public var maxSessions: Int?
    /// How many requests of a session may wait for their answer.
    public var maxInFlight = 10_000
    /// How many members a batch may have.
    public var maxBatchMembers = 100_000
    /// How many instances there may be.
    public var maxInstances = 10_000
    /// How long a step of virtual time waits for work outside the host.
    public var realWaitMs = 5_000
    /// How long a wait lasts where the request doesn't say.
    public var defaultTimeoutMs = 30_000

    /// The limits of protocol version 1.
    public init() {}

    func write(to json: inout JSONWriter) {
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
