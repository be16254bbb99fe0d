/// Which characters a text holds, roughly: what a mask lacks the text lacks.
struct CharacterMask: OptionSet, Sendable {
    let rawValue: UInt64

    /// The text is not plain ASCII.
    static let wide = CharacterMask(rawValue: 1 << 63)

    /// Whatever plain ASCII can hold.
    static let ascii = CharacterMask(rawValue: ~wide.rawValue)

    /// What fields with white space hold, among others.
    static let white = CharacterMask(
        rawValue: (0..<0x80).filter { CharacterClass.ofASCII[Int($0)] == .white }.reduce(0) { $0 | bits(of: $1) })

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The mask of folded units.
    init(_ units: [UInt32]) {
        rawValue = units.reduce(0) { $0 | Self.bits(of: $1) }
    }

    /// The mask of ASCII; of other text only that it is wide.
    init(bytes: UnsafeBufferPointer<UInt8>) {
        var bits: UInt64 = 0
        Self.ofBytes.withUnsafeBufferPointer { table in
            for byte in bytes { bits |= table[Int(byte)] }
        }
        rawValue = bits
    }

    /// Whether a plain text that has the bit of this character holds it, be it in lower or upper case.
    static func isAlone(_ unit: UInt8) -> Bool { bits(of: UInt32(unit)) < 1 << 41 }

    /// A bit for each letter and digit and for common punctuation; the others share some.
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

    /// The bits of each ASCII character, and for all other bytes only that they are wide.
    private static let ofBytes = (0..<256).map { $0 < 0x80 ? bits(of: UInt32($0)) : wide.rawValue }
}
