import Synchronization

/// Makes short ids that are not guessed by chance: 60 random bits as 12 characters.
///
/// From one seed always the same sequence (SplitMix64).
public final class IDGenerator: Sendable {
    private let state: Mutex<UInt64>
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Begins with a seed; the same seed gives the same ids.
    public init(seed: UInt64) {
        state = Mutex(seed)
    }

    /// The next id.
    public func next() -> String {
        var bits = state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
        return String(unsafeUninitializedCapacity: 12) { bytes in
            for index in 0..<12 {
                bytes[index] = Self.letters[Int(bits & 31)]
                bits >>= 5
            }
            return 12
        }
    }
}
