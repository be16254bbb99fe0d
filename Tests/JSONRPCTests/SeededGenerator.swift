import Glibc

/// SplitMix64: the same seed gives the same draws everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A generator for one test, its seed printed; `TEST_SEED` repeats a run.
    static func announced(_ test: StaticString) -> SeededGenerator {
        let given = getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
        print("\(test): TEST_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
