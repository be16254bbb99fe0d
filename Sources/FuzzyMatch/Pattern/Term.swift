import TextFolding

/// One term of a pattern, ready to be compared.
struct Term: Sendable {
    enum Kind {
        case fuzzy, exact, prefix, suffix, equal
    }

    let kind: Kind
    /// Whether a row matches that doesn't hold the term.
    let isInverse: Bool
    /// What this term doesn't mind.
    let folding: Folding
    /// The folded text; never empty.
    let units: [UInt32]
    /// Characters that each matching field holds.
    let mask: CharacterMask

    /// Reads a word with its operators; nil if they leave nothing to look for.
    init?(_ word: String) {
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
        units = fold(folding)
        guard !units.isEmpty else { return nil }
        // Fields are indexed without case.
        mask = CharacterMask(fold(folding.union(.case)))
    }
}
