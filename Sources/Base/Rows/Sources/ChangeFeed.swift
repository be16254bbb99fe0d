import Synchronization

/// A notification that rows of a source have changed.
public struct SourceChange: Sendable, Equatable {
    /// The `opId` of the call to the source that made the change; nil for a change that no call has made.
    public let opID: String?
    /// The kind of change.
    public let kind: Kind
    /// The edition of the rows that the change concerns, as in ``Page/edition``; nil if the source has no editions.
    public let edition: Int?

    /// The kind of a change.
    public enum Kind: String, Sendable {
        /// Rows were inserted, updated, moved or deleted.
        case changed
        /// The rows may have changed, and are to be loaded again; the shown ones don't count as outdated.
        case due
        /// Rows were added after a page with ``Page/Growth/live``, or the rows are complete.
        case grown
        /// The rows ended with a failure.
        ///
        /// The next page contains the failure.
        case failed
    }

    /// Makes a notification.
    public init(opID: String? = nil, kind: Kind = .changed, edition: Int? = nil) {
        self.opID = opID
        self.kind = kind
        self.edition = edition
    }
}

/// Notifies all listeners that a source's rows have changed.
///
/// All members are thread-safe.
///
/// ```swift
/// let feed = ChangeFeed()
/// let subscription = feed.listen { change in print(change.kind) }
/// feed.tell()
/// subscription.cancel()
/// ```
public final class ChangeFeed: Sendable {
    private struct State {
        var listeners: [Int: @Sendable (SourceChange) -> Void] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let onFirst: @Sendable (ChangeFeed) -> Void
    private let onLast: @Sendable (ChangeFeed) -> Void

    /// Makes a feed without listeners.
    ///
    /// - Parameters:
    ///   - onFirst: called when the first listener is added.
    ///   - onLast: called when the last listener is removed.
    public init(
        onFirst: @escaping @Sendable (ChangeFeed) -> Void = { _ in },
        onLast: @escaping @Sendable (ChangeFeed) -> Void = { _ in }
    ) {
        self.onFirst = onFirst
        self.onLast = onLast
    }

    /// Adds a listener.
    ///
    /// The listener is called on the thread that calls ``tell(_:)``.
    public func listen(_ hear: @escaping @Sendable (SourceChange) -> Void) -> Subscription {
        let (id, isFirst) = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = hear
            return (state.count, state.listeners.count == 1)
        }
        if isFirst { onFirst(self) }
        return Subscription { [weak self] in self?.remove(id) }
    }

    private func remove(_ id: Int) {
        let isLast = state.withLock { state in
            state.listeners.removeValue(forKey: id) != nil && state.listeners.isEmpty
        }
        if isLast { onLast(self) }
    }

    /// The number of listeners.
    public var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Calls all listeners on this thread, in the order in which they were added.
    public func tell(_ change: SourceChange = SourceChange()) {
        let listeners = state.withLock { $0.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for hear in listeners { hear(change) }
    }
}
