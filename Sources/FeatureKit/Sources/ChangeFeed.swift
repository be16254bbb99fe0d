import Synchronization

/// A notice that rows of a source are not what they were.
public struct SourceChange: Sendable, Equatable {
    /// The operation that changed them, if it came through the source; nil where somebody else did it.
    public let opID: String?
    /// What has become of the rows.
    public let kind: Kind
    /// Which making of the rows it is about; nil where a source doesn't tell.
    public let edition: Int?

    /// What has become of rows.
    public enum Kind: String, Sendable {
        /// They are others.
        case changed
        /// There are further rows behind a page that was ``Page/Growth/live``, or its rows have come to their end.
        case grown
        /// They have come to their end with a failure, which the next page says.
        case failed
    }

    /// Makes a notice.
    public init(opID: String? = nil, kind: Kind = .changed, edition: Int? = nil) {
        self.opID = opID
        self.kind = kind
        self.edition = edition
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
    private let onFirst: @Sendable (ChangeFeed) -> Void
    private let onLast: @Sendable (ChangeFeed) -> Void

    /// A feed that nobody listens to yet.
    ///
    /// - Parameters:
    ///   - onFirst: called when somebody listens where nobody did.
    ///   - onLast: called when nobody listens any more.
    public init(
        onFirst: @escaping @Sendable (ChangeFeed) -> Void = { _ in },
        onLast: @escaping @Sendable (ChangeFeed) -> Void = { _ in }
    ) {
        self.onFirst = onFirst
        self.onLast = onLast
    }

    /// Hears the notices from now on, on whatever thread they are told.
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

    /// How many listen.
    public var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Tells all of them, before it returns.
    public func tell(_ change: SourceChange = SourceChange()) {
        let listeners = state.withLock { $0.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for hear in listeners { hear(change) }
    }
}
