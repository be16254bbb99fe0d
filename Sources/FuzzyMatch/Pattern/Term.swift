import TextFolding

/// One term of a pattern, ready to be compared.
///
/// It holds nothing that is counted, so that a copy costs nothing.
struct Term: Sendable {
    enum Kind {
        case fuzzy, exact, prefix, suffix, equal
    }

    let kind: Kind
    /// Whether a row matches that doesn't hold the term.
    let isInverse: Bool
    /// What this term doesn't mind.
    let folding: Folding
    /// Where its folded text stands among the units of its pattern; never empty.
    let units: Range<Int>
    /// Characters that each matching field holds.
    let mask: CharacterMask

    /// Reads a word with its operators, and appends its units to those of its pattern.
    ///
    /// Nil if the operators leave nothing to look for.
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
            // What stands at the end is exact already.
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
        // A term that is nothing but accents would have nothing left.
        if fold([]) == fold(.accents) { folding.insert(.accents) }
        self.kind = kind
        self.folding = folding
        units = pattern.count..<pattern.count + fold(folding).count
        guard !units.isEmpty else { return nil }
        pattern += fold(folding)
        // Fields are indexed without case.
        mask = CharacterMask(fold(folding.union(.case)))
    }
}
