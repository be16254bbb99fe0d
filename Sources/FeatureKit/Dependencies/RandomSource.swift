import Synchronization

/// Randomness as a dependency, which a feature's tests decide.
public struct RandomSource: Sendable {
    /// A whole number within a range.
    public var number: @Sendable (ClosedRange<Int>) -> Int

    /// Randomness of one's own.
    public init(number: @escaping @Sendable (ClosedRange<Int>) -> Int) {
        self.number = number
    }

    /// The system's.
    public static let live = RandomSource { Int.random(in: $0) }

    /// From one seed always the same numbers.
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let generator = Mutex(SplitMix64(seed: seed))
        return RandomSource { range in generator.withLock { Int.random(in: range, using: &$0) } }
    }

    /// Fails the test that asks.
    public static let unimplemented = RandomSource {
        Unimplemented.reached("RandomSource.number", returning: $0.lowerBound)
    }
}
