/// Escapes text so that a terminal shows the text and does not interpret it.
///
/// If a character could move the cursor, control the terminal, begin a line or change the text direction, it is escaped
/// as in JSON: `\u001b`. A line of JSON therefore keeps its meaning.
public enum TerminalText {
    /// Escapes a text for a single line.
    public static func line(_ text: String) -> String { filtered(text, keepsLayout: false) }

    /// Escapes a text but keeps its line breaks and tabs, as for a help page.
    public static func lines(_ text: String) -> String { filtered(text, keepsLayout: true) }

    /// True if a terminal or a line reader may interpret the character instead of showing it.
    ///
    /// These are the control characters (C0, DEL and C1), the line and paragraph separators, and the characters that
    /// control the text direction.
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

    /// Appends the escape of a byte that is not valid UTF-8, such as `\x9b`.
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
