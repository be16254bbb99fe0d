/// What a store needs of its host.
public struct StoreEnvironment {
    /// The time that effects live on.
    public let clock: any StoreClock
    /// Numbers effects in the order in which they begin, over all stores of a host.
    public let effects: EffectSequence
    /// Called from any thread when an effect delivered something; the host then calls
    /// ``AnyStore/deliver()`` on the core thread.
    public let wake: @Sendable () -> Void

    /// Makes an environment.
    public init(
        clock: any StoreClock, effects: EffectSequence = EffectSequence(), wake: @escaping @Sendable () -> Void
    ) {
        self.clock = clock
        self.effects = effects
        self.wake = wake
    }
}

/// Counts the effects of a host.
public final class EffectSequence {
    private var last = 0

    /// Begins at 1.
    public init() {}

    func next() -> Int {
        last += 1
        return last
    }
}
