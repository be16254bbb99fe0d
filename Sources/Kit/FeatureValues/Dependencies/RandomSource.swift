import Synchronization

/// Randomness as a dependency, which tests can make predictable.
public struct RandomSource: Sendable {
    /// Returns a whole number within a range.
    public var number: @Sendable (ClosedRange<Int>) -> Int

    /// Makes a source from a function.
    public init(number: @escaping @Sendable (ClosedRange<Int>) -> Int) {
        self.number = number
    }

    /// The system's random generator.
    public static let live = RandomSource { Int.random(in: $0) }

    /// A source of predictable numbers: the same seed gives the same sequence.
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let generator = Mutex(SplitMix64(seed: seed))
        return RandomSource { range in generator.withLock { Int.random(in: range, using: &$0) } }
    }

    /// A source that fails any test that uses it.
    public static let unimplemented = RandomSource {
        Unimplemented.reached("RandomSource.number", returning: $0.lowerBound)
    }
}
