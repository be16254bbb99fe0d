import Synchronization

/// A generator of ids, as a dependency of features: random in a running host, predetermined in tests.
public struct IDGenerator: Sendable {
    /// Returns the next id.
    public var next: @Sendable () -> String

    /// Makes a generator from a function.
    public init(next: @escaping @Sendable () -> String) {
        self.next = next
    }

    /// Makes a generator of ids with 60 pseudorandom bits in 12 characters; the same seed gives the same sequence.
    public init(seed: UInt64) {
        let generator = Mutex(SplitMix64(seed: seed))
        self.init { Self.id(of: generator.withLock { $0.next() }) }
    }

    /// A generator of ids with 60 bits from the system's random generator, in 12 characters.
    public static let live = IDGenerator { id(of: .random(in: .min ... .max)) }

    /// A generator that fails any test that uses it.
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
