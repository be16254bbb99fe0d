import Synchronization

/// A notice that rows of a source are not what they were.
public struct SourceChange: Sendable, Equatable {
    /// The operation that changed them, if it came through the source; nil where somebody else did it.
    public let opID: String?

    /// Makes a notice.
    public init(opID: String? = nil) {
        self.opID = opID
    }
}

/// Tells everybody who listens that a source's rows have changed.
///
/// All members may be used from any thread.
public final class ChangeFeed: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<SourceChange>.Continuation] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// A feed that nobody listens to yet.
    public init() {}

    /// The notices from now on, until the listener's task is cancelled.
    public func listen() -> AsyncStream<SourceChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: SourceChange.self)
        let id = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = continuation
            return state.count
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// How many listen.
    public var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Tells all of them.
    public func tell(_ change: SourceChange = SourceChange()) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield(change) }
    }
}
