/// A Bloom filter of a text's characters.
///
/// If the bit of a character is missing, the character does not occur in the text.
struct CharacterMask: OptionSet, Sendable {
    let rawValue: UInt64

    /// A bit that marks text with characters other than ASCII.
    static let wide = CharacterMask(rawValue: 1 << 63)

    /// The bits of all characters that ASCII text can contain.
    static let ascii = CharacterMask(rawValue: ~wide.rawValue)

    /// The bits of white space.
    ///
    /// Other characters share some of these bits.
    static let white = CharacterMask(
        rawValue: (0..<0x80).filter { CharacterClass.ofASCII[Int($0)] == .white }.reduce(0) { $0 | bits(of: $1) })

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The mask of folded units.
    init(_ units: [UInt32]) {
        rawValue = units.reduce(0) { $0 | Self.bits(of: $1) }
    }

    /// The mask of ASCII bytes.
    ///
    /// A byte that is not ASCII sets only `wide`.
    init(bytes: UnsafeBufferPointer<UInt8>) {
        var bits: UInt64 = 0
        Self.ofBytes.withUnsafeBufferPointer { table in
            for byte in bytes { bits |= table[Int(byte)] }
        }
        rawValue = bits
    }

    /// True if the bit of a character stands for this character alone, or for both cases of a letter.
    static func isAlone(_ unit: UInt8) -> Bool { bits(of: UInt32(unit)) < 1 << 41 }

    /// Returns the bit of an ASCII character; for any other character, `wide` and one more bit.
    ///
    /// The bit of an ASCII letter stands for both cases. A digit, a space and a common punctuation character have bits
    /// that no other ASCII character has. The other characters share bits.
    private static func bits(of unit: UInt32) -> UInt64 {
        switch unit {
        case 0x61...0x7A: 1 << UInt64(unit - 0x61)
        case 0x41...0x5A: 1 << UInt64(unit - 0x41)
        case 0x30...0x39: 1 << UInt64(26 + unit - 0x30)
        case 0x2F: 1 << 36
        case 0x2E: 1 << 37
        case 0x5F: 1 << 38
        case 0x2D: 1 << 39
        case 0x20: 1 << 40
        case 0..<0x80: 1 << UInt64(41 + unit % 6)
        default: wide.rawValue | 1 << UInt64(47 + (unit &* 0x9E37_79B1) >> 28)
        }
    }

    /// For each byte, its bit if it is ASCII; otherwise `wide`.
    private static let ofBytes = (0..<256).map { $0 < 0x80 ? bits(of: UInt32($0)) : wide.rawValue }
}
