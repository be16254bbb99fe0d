/// The services of a host that a store needs.
public struct StoreEnvironment {
    /// The clock of the effects.
    public let clock: any StoreClock
    /// The source of the effects' sequence numbers, shared by all stores of a host.
    public let effects: EffectSequence
    /// Called from any thread when an effect has delivered something.
    ///
    /// The host then calls ``AnyStore/deliver()`` on the core thread.
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

/// The counter for the sequence numbers of a host's effects.
public final class EffectSequence {
    private var last = 0

    /// Makes a counter that begins at 1.
    public init() {}

    func next() -> Int {
        last += 1
        return last
    }
}
