/// A parsed query.
///
/// Words separated by spaces are terms, and a row has to match all terms. `\ ` is a space within a term.
///
/// | term | matches |
/// |---|---|
/// | `abc` | the letters in this order, with anything between them |
/// | `'abc` | the text `abc`, with nothing between the letters |
/// | `^abc` `abc$` `^abc$` | the text at the start, at the end, as the whole field |
/// | `!abc` `!^abc` `!abc$` | rows that don't have the text, don't begin with it, don't end with it |
/// | `!'abc` | rows without the letters in this order |
/// | `a \| b` | at least one of several terms |
///
/// A term with an upper-case letter is case-sensitive, and a term with an accented letter is accent-sensitive. An
/// operator without text is ignored, so that a query keeps its matches while it is typed. Only the first 1,000 scalars
/// of a query are read.
public struct Pattern: Sendable {
    let terms: [Term]
    /// The folded texts of the terms, concatenated.
    let units: [UInt32]
    /// The groups of alternatives, as ranges of `terms`; at least one term of each group has to match.
    let groups: [Range<Int>]
    /// The mask of the characters that each matching row contains in at least one of its fields.
    let mask: CharacterMask
    /// True if at least one term is not inverse.
    ///
    /// Then matches can differ in score.
    let isRanking: Bool
    /// The upper bound of scores for the only term; nil for several terms, or if the term has no such bound.
    let ceiling: Ceiling?

    /// Parses a query.
    ///
    /// Every text is a valid query.
    public init(_ query: String) {
        var terms: [Term] = []
        var units: [UInt32] = []
        var groups: [Range<Int>] = []
        var isAlternative = false
        for word in Self.words(of: query) {
            if word == "|", !groups.isEmpty, !isAlternative {
                isAlternative = true
                continue
            }
            guard let term = Term(word, &units) else { continue }
            let start = isAlternative ? groups.removeLast().lowerBound : terms.count
            terms.append(term)
            groups.append(start..<terms.count)
            isAlternative = false
        }
        self.terms = terms
        self.units = units
        self.groups = groups
        mask = groups.reduce(into: CharacterMask()) { mask, group in
            let term = terms[group.lowerBound]
            if group.count == 1, !term.isInverse { mask.formUnion(term.mask) }
        }
        isRanking = !terms.allSatisfy(\.isInverse)
        ceiling = terms.count == 1 ? Ceiling(terms[0], units) : nil
    }

    /// True if the pattern has no terms, so that all rows match.
    public var isEmpty: Bool { groups.isEmpty }

    func withTerms<Result>(_ body: (Terms) -> Result) -> Result {
        terms.withUnsafeBufferPointer { terms in
            units.withUnsafeBufferPointer { units in
                groups.withUnsafeBufferPointer { groups in
                    body(
                        Terms(
                            terms: terms, units: units, groups: groups, mask: mask, isRanking: isRanking,
                            ceiling: ceiling))
                }
            }
        }
    }

    /// The maximum number of scalars in a query.
    ///
    /// It limits the cost of a term in a long field.
    private static let maximumLength = 1000

    private static func words(of query: String) -> [String] {
        var words = [String.UnicodeScalarView()]
        for scalar in query.unicodeScalars.prefix(maximumLength) {
            let last = words.count - 1
            if scalar != " " {
                words[last].append(scalar)
            } else if words[last].last == "\\" {
                words[last].removeLast()
                words[last].append(scalar)
            } else {
                words.append(String.UnicodeScalarView())
            }
        }
        return words.filter { !$0.isEmpty }.map { String($0) }
    }
}
