/// Limits for the codes and messages of failures from other processes.
public enum PeerText {
    /// The maximum length of a code, in bytes.
    public static let longestWord = 100
    /// The maximum length of a message, in bytes.
    public static let longestSentence = 16 << 10
    /// The maximum number of validation errors in one answer.
    public static let mostMistakes = 1_000

    /// Returns a code; nil if the code is invalid.
    ///
    /// A valid code consists of at most ``longestWord`` ASCII letters and begins with a lower-case letter.
    public static func word(_ text: String) -> String? {
        let bytes = text.utf8
        guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
        guard bytes.count <= longestWord else { return nil }
        let isWord = bytes.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return isWord ? text : nil
    }

    /// Returns a message, truncated with `…` if it is longer than ``longestSentence``.
    public static func sentence(_ text: String) -> String {
        guard text.utf8.count > longestSentence else { return text }
        let mark = "…"
        var end = text.utf8.index(text.startIndex, offsetBy: longestSentence - mark.utf8.count)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + mark
    }
}
