/// Text that can't control a terminal.
///
/// Texts come from files, commands and other programs. A control character in a text could move the cursor, and a
/// character that changes the direction of text could show words in another order. Each such character is drawn as one
/// visible character, so that positions in the text stay valid.
public enum VisibleText {
    /// Returns the character that is drawn in place of a character.
    public static func visible(_ character: Character) -> Character {
        if let ascii = character.asciiValue { return visible(ascii, character) }
        guard let first = character.unicodeScalars.first else { return character }
        // Looking at the first scalar is enough: except in CR LF, each of these scalars is a cluster of its own.
        if isTurning(first.value) { return "·" }
        return character == "\r\n" ? "⏎" : character
    }

    /// Returns a text with visible characters only.
    public static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        return String(text.map(visible(_:)))
    }

    private static func visible(_ ascii: UInt8, _ character: Character) -> Character {
        switch ascii {
        case 0x20..<0x7F: return character
        case 0x0A: return "⏎"
        case 0x09, 0x0D: return " "
        default: return "·"
        }
    }

    /// Returns true for C1 controls, for marks of direction, and for the separators of lines and paragraphs.
    private static func isTurning(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return true
        default: return false
        }
    }
}
