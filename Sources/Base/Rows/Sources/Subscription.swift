/// The registration of a listener, which can be cancelled.
public struct Subscription: Sendable {
    /// Ends the subscription.
    ///
    /// Call it at most once.
    public let cancel: @Sendable () -> Void

    /// Makes a subscription.
    ///
    /// - Parameter cancel: ends the subscription. It is called at most once, on the core thread.
    public init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }
}
