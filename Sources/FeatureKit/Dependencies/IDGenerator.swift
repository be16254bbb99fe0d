import Synchronization

/// Makes short ids that are not guessed by chance: 60 random bits as 12 characters.
///
/// From one seed always the same sequence.
public final class IDGenerator: Sendable {
    private let generator: Mutex<SplitMix64>
    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Begins with a seed; the same seed gives the same ids.
    public init(seed: UInt64) {
        generator = Mutex(SplitMix64(seed: seed))
    }

    /// The next id.
    public func next() -> String {
        var bits = generator.withLock { $0.next() }
        return String(unsafeUninitializedCapacity: 12) { bytes in
            for index in 0..<12 {
                bytes[index] = Self.letters[Int(bits & 31)]
                bits >>= 5
            }
            return 12
        }
    }
}
