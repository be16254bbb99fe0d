/// Sequences that switch reports of a terminal on or off, request its state, or set its clipboard.
///
/// A terminal that doesn't know a sequence ignores it.
public enum TerminalRequests {
    /// Requests the background colour (OSC 11).
    public static let background = Array("\u{1B}]11;?\u{1B}\\".utf8)
    /// Requests whether the terminal supports synchronized output (DECRQM of mode 2026).
    public static let synchronization = Array("\u{1B}[?2026$p".utf8)
    /// Requests the place of the cursor (DSR 6).
    public static let cursor = Array("\u{1B}[6n".utf8)
    /// Makes the terminal mark the beginning and end of pasted text (mode 2004).
    public static let beginPastes = Array("\u{1B}[?2004h".utf8)
    /// Ends ``beginPastes``.
    public static let endPastes = Array("\u{1B}[?2004l".utf8)
    /// Makes the terminal report buttons and drags of the mouse (modes 1002 and 1006).
    public static let beginMouse = Array("\u{1B}[?1002h\u{1B}[?1006h".utf8)
    /// Ends ``beginMouse``.
    public static let endMouse = Array("\u{1B}[?1006l\u{1B}[?1002l".utf8)

    /// Returns the sequence that puts a text on the clipboard (OSC 52).
    ///
    /// - Parameter text: the text. A terminal may refuse long texts.
    public static func copy(_ text: String) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + Array("\u{1B}\\".utf8)
    }

    /// Returns bytes in base64 (RFC 4648).
    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << ((3 - group.count) * 8)
            for place in 0..<4 {
                text.append(place <= group.count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return text
    }
}
