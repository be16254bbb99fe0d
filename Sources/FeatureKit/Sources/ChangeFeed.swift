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
        var listeners: [Int: @Sendable (SourceChange) -> Void] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    /// A feed that nobody listens to yet.
    public init() {}

    /// Hears the notices from now on, on whatever thread they are told.
    public func listen(_ hear: @escaping @Sendable (SourceChange) -> Void) -> Subscription {
        let id = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = hear
            return state.count
        }
        return Subscription { [weak self] in
            self?.state.withLock { $0.listeners[id] = nil }
        }
    }

    /// How many listen.
    public var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Tells all of them, before it returns.
    public func tell(_ change: SourceChange = SourceChange()) {
        let listeners = state.withLock { $0.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for hear in listeners { hear(change) }
    }
}
