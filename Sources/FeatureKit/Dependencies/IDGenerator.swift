import Synchronization

/// Ids as a dependency: short ones that are not guessed by chance, or those that a test wants.
public struct IDGenerator: Sendable {
    /// The next id.
    public var next: @Sendable () -> String

    /// Ids of one's own.
    public init(next: @escaping @Sendable () -> String) {
        self.next = next
    }

    /// 60 random bits as 12 characters; from one seed always the same sequence.
    public init(seed: UInt64) {
        let generator = Mutex(SplitMix64(seed: seed))
        self.init { Self.id(of: generator.withLock { $0.next() }) }
    }

    /// 60 bits that the system draws, as 12 characters.
    public static let live = IDGenerator { id(of: .random(in: .min ... .max)) }

    /// Fails the test that asks.
    public static let unimplemented = IDGenerator { Unimplemented.reached("IDGenerator.next", returning: "id") }

    private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    private static func id(of bits: UInt64) -> String {
        var bits = bits
        return String(unsafeUninitializedCapacity: 12) { bytes in
            for index in 0..<12 {
                bytes[index] = letters[Int(bits & 31)]
                bits >>= 5
            }
            return 12
        }
    }
}
