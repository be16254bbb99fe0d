import Foundation

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Runs `body` with many seeds.
///
/// A failing check names its seed; `JSON_TEST_SEED=<seed>` runs that one alone.
func forEachSeed(_ count: Int, _ body: (UInt64, inout SeededGenerator) throws -> Void) rethrows {
    var seeds: [UInt64] = []
    if let replay = ProcessInfo.processInfo.environment["JSON_TEST_SEED"].flatMap({ UInt64($0) }) {
        seeds = [replay]
    } else {
        let first = UInt64.random(in: 0..<1_000_000_000)
        print("seeds \(first)..<\(first + UInt64(count))")
        seeds = (0..<UInt64(count)).map { first + $0 }
    }
    for seed in seeds {
        var generator = SeededGenerator(seed: seed)
        try body(seed, &generator)
    }
}
