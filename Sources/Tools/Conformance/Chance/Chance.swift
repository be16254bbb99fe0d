import Glibc

/// A random number generator that depends only on its seed: `nrand48(3)`.
struct Chance: RandomNumberGenerator {
    private var state: [UInt16]

    init(seed: Int) {
        // Consecutive seeds would start with nearly equal numbers, so the seed is spread.
        let spread = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15
        state = [16, 32, 48].map { UInt16(truncatingIfNeeded: spread >> $0) }
    }

    mutating func next() -> UInt64 {
        // The low bits of the generator are weaker, so only high bits are used.
        (0..<4).reduce(0) { bits, _ in bits << 16 | UInt64(nrand48(&state) >> 15 & 0xFFFF) }
    }

    /// True with a probability of 1 in `count`.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    mutating func one<Choices: Collection>(of choices: Choices) -> Choices.Element? {
        choices.randomElement(using: &self)
    }
}
