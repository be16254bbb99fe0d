extension Pattern {
    /// Whether all that this pattern matches is matched by the other one too.
    ///
    /// So it is while a query grows letter by letter: then only what matched before needs to be looked at. It may be
    /// false where it is so, and is never true where it isn't.
    public func narrows(_ other: Pattern) -> Bool {
        other.groups.allSatisfy { wanted in
            groups.contains { group in
                group.allSatisfy { term in wanted.contains { self.implies(term, other, $0) } }
            }
        }
    }

    /// Whether this pattern's only term begins with the units of another's, if both are fuzzy, and has more.
    ///
    /// Then it is enough to know where the last of those may lie.
    func extends(_ other: Pattern) -> Bool {
        terms.count == 1 && other.terms.count == 1 && !terms[0].isInverse && !other.terms[0].isInverse
            && terms[0].kind == .fuzzy && other.terms[0].kind == .fuzzy && terms[0].folding == other.terms[0].folding
            && units.count > other.units.count && units.starts(with: other.units)
    }

    /// Whether what matches a term matches one of another pattern.
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
        // What is exact has a run of all its units.
        case .exact: term.kind != .fuzzy && text.indices.contains { text[$0...].starts(with: wantedText) }
        case .prefix: [.prefix, .equal].contains(term.kind) && text.starts(with: wantedText)
        case .suffix: [.suffix, .equal].contains(term.kind) && text.reversed().starts(with: wantedText.reversed())
        case .equal: false
        }
    }

    /// Whether a text holds the units of another in their order.
    private static func holds(_ text: ArraySlice<UInt32>, _ units: ArraySlice<UInt32>) -> Bool {
        var rest = units
        for unit in text where unit == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }
}
