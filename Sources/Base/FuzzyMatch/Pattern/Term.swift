import FHTextFolding

/// One term of a pattern, ready for matching.
///
/// The type has no reference-counted members, so that copies are cheap.
struct Term: Sendable {
    enum Kind {
        case fuzzy, exact, prefix, suffix, equal
    }

    let kind: Kind
    /// True if the term matches the rows in which its text does not occur.
    let isInverse: Bool
    /// The differences that the term ignores: case, accents.
    let folding: Folding
    /// The range of the term's folded text in the units of its pattern.
    ///
    /// It is never empty.
    let units: Range<Int>
    /// The mask of the characters that a field must contain so that the text of the term can occur in it.
    let mask: CharacterMask

    /// Parses a word with its operators, and appends its units to the units of the pattern.
    ///
    /// Nil if the word consists only of operators.
    init?(_ word: String, _ pattern: inout [UInt32]) {
        var text = Substring(word)
        var kind = Kind.fuzzy
        isInverse = text.first == "!"
        if isInverse {
            text.removeFirst()
            kind = .exact
        }
        if text.last == "$", text.count > 1 {
            text.removeLast()
            kind = .suffix
        }
        if text.first == "'" {
            text.removeFirst()
            // A term that must be at the end of a field is already exact.
            if kind != .suffix { kind = isInverse ? .fuzzy : .exact }
        } else if text.first == "^" {
            text.removeFirst()
            kind = kind == .suffix ? .equal : .prefix
        }
        var table = FoldTable()
        table.learn(text.unicodeScalars)
        func fold(_ folding: Folding) -> [UInt32] {
            var folded = WideText()
            for scalar in text.unicodeScalars { table.fold(scalar, folding, into: &folded) }
            return folded.units
        }
        var folding: Folding = []
        if !text.unicodeScalars.contains(where: \.properties.changesWhenLowercased) { folding.insert(.case) }
        // A term without accents ignores the accents of fields.
        if fold([]) == fold(.accents) { folding.insert(.accents) }
        self.kind = kind
        self.folding = folding
        units = pattern.count..<pattern.count + fold(folding).count
        guard !units.isEmpty else { return nil }
        pattern += fold(folding)
        // The masks of fields ignore case.
        mask = CharacterMask(fold(folding.union(.case)))
    }
}
