/// Bounds of what peers say of failures: words for programs, and sentences for people.
public enum PeerText {
    /// The most bytes of a word.
    public static let longestWord = 100
    /// The most bytes of a sentence.
    public static let longestSentence = 16 << 10
    /// The most mistakes of one answer.
    public static let mostMistakes = 1_000

    /// A word as it is passed on: ASCII letters, the first of them small; nil where it is none, or too long.
    public static func word(_ text: String) -> String? {
        let bytes = text.utf8
        guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
        guard bytes.count <= longestWord else { return nil }
        let isWord = bytes.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        return isWord ? text : nil
    }

    /// A sentence as it is passed on: the beginning of one that is too long, and `…`.
    public static func sentence(_ text: String) -> String {
        guard text.utf8.count > longestSentence else { return text }
        let mark = "…"
        var end = text.utf8.index(text.startIndex, offsetBy: longestSentence - mark.utf8.count)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + mark
    }
}
