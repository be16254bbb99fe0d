extension Effect {
    /// Subscribes to events as long as the feature exists; the events can come from any thread.
    ///
    /// The subscription begins when the effect starts, and each event is posted to the store's inbox immediately.
    /// Unlike a task, a subscription misses no event and keeps the order of events. A subscription doesn't count for
    /// `settled`.
    /// - Parameters:
    ///   - id: the prefix of the effect's wire id.
    ///   - name: the kind of work shown in `effects`; by default the id.
    ///   - listen: starts the subscription, on the core thread, which it must not block.
    public static func subscription(
        _ id: String, name: String? = nil, _ listen: @escaping @Sendable (Send<Action>) -> Subscription
    ) -> Effect {
        Effect(.subscription(Label(id: id, name: name ?? id, isBackground: true), listen))
    }
}
