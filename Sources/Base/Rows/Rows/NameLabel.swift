/// Derives labels for users from the names that programs use.
public enum NameLabel {
    /// The label of a name.
    ///
    /// For example, `pageCount`, `page_count` and `page-count` become `Page count`, and `URLPath` becomes `URL path`.
    ///
    /// A word in capitals keeps the capitals, unless the whole name is in capitals and has several words. A number
    /// after a word of four letters or more is a separate word: `addressLine2` becomes `Address line 2`. A name with
    /// white space is already a label, and only its first letter is capitalized.
    public static func label(of name: String) -> String {
        let parts = name.split { $0.isWhitespace || $0 == "_" || $0 == "-" || $0 == "." || $0 == "/" }
        guard !parts.isEmpty else { return name }
        if name.contains(where: \.isWhitespace) { return capitalized(trimmed(name)) }
        // `PAGE_COUNT` is written in capitals by convention, but `URL` alone may be an abbreviation.
        let isShouting = parts.count > 1 && !name.contains(where: \.isLowercase)
        let words = isShouting ? parts.map { $0.lowercased() } : parts.flatMap(words)
        let lowered = words.map { isAbbreviation($0) ? $0 : $0.prefix(1).lowercased() + $0.dropFirst() }
        return capitalized(lowered.joined(separator: " "))
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func trimmed(_ text: String) -> String {
        let inner = text.drop(while: \.isWhitespace)
        guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(inner[...last])
    }

    /// True if a word begins with two capitals, or with a capital and a digit.
    private static func isAbbreviation(_ word: String) -> Bool {
        let start = word.prefix(2)
        guard start.count == 2, start.first?.isUppercase == true else { return false }
        return start.allSatisfy { $0.isUppercase || $0.isNumber }
    }

    /// Splits a text without separators into words.
    ///
    /// A new word can begin at a capital letter or at a number.
    private static func words(_ part: Substring) -> [String] {
        let letters = Array(part)
        var words: [String] = []
        var word = ""
        for (index, letter) in letters.enumerated() {
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            if let previous = word.last, begins(letter, after: previous, before: next, in: word) {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        return words + [word]
    }

    private static func begins(_ letter: Character, after previous: Character, before next: Character?, in word: String)
        -> Bool
    {
        if letter.isUppercase { return !previous.isUppercase || next?.isLowercase == true }
        let isNumberOfWord = letter.isNumber && previous.isLetter
        return isNumberOfWord && word.count >= 4 && word.dropFirst().allSatisfy(\.isLowercase)
    }
}
