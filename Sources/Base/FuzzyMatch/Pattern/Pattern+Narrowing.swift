extension Pattern {
    /// True only if every match of this pattern is certainly also a match of `other`.
    ///
    /// While a query grows letter by letter, each pattern narrows the preceding pattern, so that only the matches of
    /// the preceding pattern need to be searched. In some cases, the result is false although every match is also a
    /// match of `other`.
    public func narrows(_ other: Pattern) -> Bool {
        other.groups.allSatisfy { wanted in
            groups.contains { group in
                group.allSatisfy { term in wanted.contains { self.implies(term, other, $0) } }
            }
        }
    }

    /// True if this pattern's fuzzy term begins with the units of the other pattern's fuzzy term and has more units.
    ///
    /// Then matching can continue from the positions of the last unit of the other pattern's term. The result is false
    /// if one of the patterns has several terms, or a term that is not fuzzy.
    func extends(_ other: Pattern) -> Bool {
        terms.count == 1 && other.terms.count == 1 && !terms[0].isInverse && !other.terms[0].isInverse
            && terms[0].kind == .fuzzy && other.terms[0].kind == .fuzzy && terms[0].folding == other.terms[0].folding
            && units.count > other.units.count && units.starts(with: other.units)
    }

    /// True only if every match of a term of this pattern is certainly also a match of a term of another pattern.
    private func implies(_ index: Int, _ other: Pattern, _ wanted: Int) -> Bool {
        let term = terms[index]
        let wantedTerm = other.terms[wanted]
        let text = units[term.units]
        let wantedText = other.units[wantedTerm.units]
        guard term.folding == wantedTerm.folding, term.isInverse == wantedTerm.isInverse else { return false }
        if term.kind == wantedTerm.kind, text == wantedText { return true }
        if term.isInverse { return false }
        return switch wantedTerm.kind {
        case .fuzzy: Self.holds(text, wantedText)
        // A match of a term that is not fuzzy contains an uninterrupted run of all units.
        case .exact: term.kind != .fuzzy && text.indices.contains { text[$0...].starts(with: wantedText) }
        case .prefix: [.prefix, .equal].contains(term.kind) && text.starts(with: wantedText)
        case .suffix: [.suffix, .equal].contains(term.kind) && text.reversed().starts(with: wantedText.reversed())
        case .equal: false
        }
    }

    /// True if a text contains the units of another text in order.
    private static func holds(_ text: ArraySlice<UInt32>, _ units: ArraySlice<UInt32>) -> Bool {
        var rest = units
        for unit in text where unit == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
