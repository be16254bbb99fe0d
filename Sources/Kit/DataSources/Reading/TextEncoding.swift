/// The encoding of a file or of a command's output.
public enum TextEncoding: String, Sendable, CaseIterable {
    /// UTF-8.
    case utf8 = "utf-8"
    /// ISO 8859-1: each byte is the character with the same number.
    case latin1
    /// The Windows code page for Western Europe.
    case windows1252 = "windows-1252"
    /// UTF-16.
    ///
    /// Without a byte-order mark, the text is big-endian if its first byte is zero and its second byte is not, and
    /// otherwise little-endian.
    case utf16 = "utf-16"
}

/// An encoding together with its byte order.
enum TextForm: Equatable {
    case utf8, latin1, windows1252, utf16LittleEndian, utf16BigEndian

    /// The name of the encoding, for users.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .latin1: "latin1"
        case .windows1252: "windows-1252"
        case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        }
    }

    /// The byte-order marks and their forms.
    static let marks: [(mark: [UInt8], form: TextForm)] = [
        ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ]

    /// Adds the byte order to an encoding, for a text without a byte-order mark.
    ///
    /// - Parameters:
    ///   - encoding: The encoding of the text.
    ///   - head: The first bytes of the text, from which the byte order of UTF-16 is determined.
    init(_ encoding: TextEncoding, of head: some Collection<UInt8>) {
        switch encoding {
        case .utf8: self = .utf8
        case .latin1: self = .latin1
        case .windows1252: self = .windows1252
        case .utf16:
            let isBig = head.count > 1 && head.first == 0 && head.dropFirst().first != 0
            self = isBig ? .utf16BigEndian : .utf16LittleEndian
        }
    }
}

/// The characters of windows-1252 from 0x80 to 0x9F.
///
/// Undefined bytes are the control characters with the same number, as in the WHATWG Encoding Standard.
enum Windows1252 {
    private static let upper: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    /// Returns the character of a byte.
    static func character(_ byte: UInt8) -> UInt32 {
        (0x80...0x9F).contains(byte) ? UInt32(upper[Int(byte) - 0x80]) : UInt32(byte)
    }

    /// Returns the byte of a character; nil if windows-1252 does not contain the character.
    static func byte(_ character: UInt32) -> UInt8? {
        if character < 0x80 || (0xA0...0xFF).contains(character) { return UInt8(character) }
        return upper.firstIndex { UInt32($0) == character }.map { UInt8($0 + 0x80) }
    }
}
