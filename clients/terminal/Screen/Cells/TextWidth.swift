import CFHWidth

/// The width of text in a terminal, in columns.
///
/// A grapheme cluster has the width that most terminals give it. This is the width of its widest scalar, except that
/// flags, which are two regional indicators, and characters with the variation selector for emoji have the width 2.
/// (Unicode Standard Annex 11 and 29, Unicode Technical Standard 51.)
public enum TextWidth {
    /// Returns the number of columns of a grapheme cluster: 0, 1 or 2.
    public static func columns(of character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        var width = 0
        for scalar in character.unicodeScalars {
            if isEmojiSelector(scalar) || isRegionalIndicator(scalar), character.unicodeScalars.count > 1 { return 2 }
            width = max(width, columns(of: scalar))
        }
        return width
    }

    /// Returns the number of columns of a scalar: 0, 1 or 2.
    public static func columns(of scalar: Unicode.Scalar) -> Int { Int(min(max(0, shim_columns(scalar.value)), 2)) }

    /// Returns the number of columns of a text in one line, as ``Canvas`` draws it.
    public static func columns(of text: some StringProtocol) -> Int {
        if let count = text.utf8.withContiguousStorageIfAvailable(asciiCount), let count { return count }
        return text.reduce(into: 0) { $0 += columns(of: VisibleText.visible($1)) }
    }

    /// Returns the longest beginning of a text that is at most `width` columns wide.
    public static func prefix(of text: String, width: Int) -> Substring {
        var left = width
        let end = text.indices.first { index in
            left -= columns(of: VisibleText.visible(text[index]))
            return left < 0
        }
        return text[..<(end ?? text.endIndex)]
    }

    /// The number of bytes if all are printable ASCII; nil otherwise.
    private static func asciiCount(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
    }

    private static func isEmojiSelector(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0xFE0F }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// Returns true if terminals disagree about the width of a cluster.
    ///
    /// After such a cluster, the place of the terminal's cursor is unknown.
    static func isUncertain(_ character: Character) -> Bool {
        if character.isASCII { return false }
        let scalars = character.unicodeScalars
        guard scalars.count > 1 else { return false }
        return scalars.contains { isEmojiSelector($0) || isRegionalIndicator($0) }
            || scalars.lazy.filter { columns(of: $0) > 0 }.count > 1
    }
}
