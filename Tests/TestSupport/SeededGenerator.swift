import Glibc

/// A SplitMix64 generator: the same seed gives the same numbers everywhere.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator with a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Makes a generator for a test and prints its seed; `TEST_SEED` repeats a run.
    ///
    /// Without `TEST_SEED`, the seed is `FIRST_SEED` or, if that is not set either, always the same number.
    public static func announced(_ test: StaticString) -> SeededGenerator {
        let seed = givenSeed ?? firstSeed
        print("\(test): TEST_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    fileprivate static var givenSeed: UInt64? { getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) } }

    /// The first seed of a test: `FIRST_SEED`, or a fixed number.
    ///
    /// A fixed number makes runs of the same sources equal, so that no test fails by chance. `make soak` sets
    /// `FIRST_SEED` to a new number.
    fileprivate static var firstSeed: UInt64 { environmentNumber("FIRST_SEED").map { UInt64($0) } ?? 120_970_802 }
}

/// Calls `body` with many seeds.
///
/// A failing check reports its seed; `TEST_SEED=<seed>` runs only that seed. `SEED_PERCENT` is the share of the seeds
/// that is used, 100 without it: `make test` uses the first quarter, `.ci/run` all of them.
public func forEachSeed(_ count: Int, _ body: (UInt64, inout SeededGenerator) throws -> Void) rethrows {
    for seed in SeededGenerator.seeds(count) {
        var generator = SeededGenerator(seed: seed)
        try body(seed, &generator)
    }
}

/// Calls `body` with many seeds, one after the other.
public func forEachSeed(_ count: Int, _ body: (UInt64, inout SeededGenerator) async throws -> Void) async rethrows {
    for seed in SeededGenerator.seeds(count) {
        var generator = SeededGenerator(seed: seed)
        try await body(seed, &generator)
    }
}

extension SeededGenerator {
    /// Returns `count` consecutive seeds, which are printed; only `TEST_SEED` if that is set.
    fileprivate static func seeds(_ count: Int) -> [UInt64] {
        if let replay = givenSeed { return [replay] }
        let first = firstSeed
        let count = max(1, count * (environmentNumber("SEED_PERCENT") ?? 100) / 100)
        print("seeds \(first)..<\(first + UInt64(count))")
        return (0..<UInt64(count)).map { first + $0 }
    }
}
