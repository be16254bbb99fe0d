/// A place where somebody listens, until it is cancelled.
public struct Subscription: Sendable {
    /// Ends it; to be called at most once.
    public let cancel: @Sendable () -> Void

    /// Makes a subscription.
    ///
    /// - Parameter cancel: ends it; called at most once, on the core thread.
    public init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }
}

extension Effect {
    /// Listens to something that tells of events from any thread, as long as the feature lives.
    ///
    /// It listens from the moment the effect starts, and what is told is in the store's inbox at once: unlike a task it
    /// misses nothing, and keeps to the order in which things are told. It doesn't count for `settled`.
    /// - Parameters:
    ///   - id: what the effect's wire id begins with.
    ///   - name: what kind of work it is, for people who look at `effects`; the id by default.
    ///   - listen: begins to listen, on the core thread, which it must not block.
    public static func subscription(
        _ id: String, name: String? = nil, _ listen: @escaping @Sendable (Send<Action>) -> Subscription
    ) -> Effect {
        Effect(.subscription(Label(id: id, name: name ?? id, isBackground: true), listen))
    }
}
