/// Text that a terminal shows and does not obey.
///
/// A character that could move the cursor, change the terminal, begin a line or turn the direction of a line is written
/// as JSON escapes it: `\u001b`. A line of JSON is therefore the same JSON afterwards.
public enum TerminalText {
    /// A text in one line.
    public static func line(_ text: String) -> String { filtered(text, keepsLayout: false) }

    /// A text whose line breaks and tabs are layout, such as a help page.
    public static func lines(_ text: String) -> String { filtered(text, keepsLayout: true) }

    /// Whether a terminal, or a program that reads lines, might do something else than show the character.
    ///
    /// These are the control characters (C0, DEL and C1), the line and paragraph separators, and the controls of
    /// direction.
    public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Appends the escape of a character below U+10000, as in JSON.
    public static func appendEscape(of scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        bytes += "\\u".utf8
        for shift in stride(from: 12, through: 0, by: -4) { bytes.append(digit(scalar.value >> UInt32(shift))) }
    }

    /// Appends a byte that is no text as `\x9b`.
    static func appendEscape(ofByte byte: UInt8, to bytes: inout [UInt8]) {
        bytes += "\\x".utf8
        bytes.append(digit(UInt32(byte >> 4)))
        bytes.append(digit(UInt32(byte)))
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        let digit = UInt8(value & 0xF)
        return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    private static func filtered(_ text: String, keepsLayout: Bool) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let isLayout = keepsLayout && (scalar == "\n" || scalar == "\t")
            if isControl(scalar), !isLayout {
                appendEscape(of: scalar, to: &bytes)
            } else {
                bytes += scalar.utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
