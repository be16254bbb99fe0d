/// A query, read once and matched against many rows.
///
/// Words between spaces are terms, and a row has to match all of them; `\ ` is a space within a term.
///
/// | term | matches |
/// |---|---|
/// | `abc` | the letters in this order, with anything between them |
/// | `'abc` | the text itself |
/// | `^abc` `abc$` `^abc$` | the text at the start, at the end, as the whole field |
/// | `!abc` `!^abc` `!abc$` | rows without it |
/// | `!'abc` | rows without the letters in this order |
/// | `a \| b` | one of several terms |
///
/// A term with an upper-case letter minds the case, one with an accented letter minds accents; other terms don't.
/// An operator without a text after it is no term, so that a half-typed query matches what it matched before.
/// Of a query the first 1,000 scalars are read.
public struct Pattern: Sendable {
    let terms: [Term]
    /// The folded texts of the terms, one behind the other.
    let units: [UInt32]
    /// The terms of each group, of which one has to match.
    let groups: [Range<Int>]
    /// Characters that each matching row holds in one of its fields.
    let mask: CharacterMask
    /// Whether some term says what a row should hold, so that one row can match better than another.
    let isRanking: Bool
    /// What fields are worth at most to its only term.
    let ceiling: Ceiling?

    /// Reads a query; each text is one.
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

    /// Whether it has no term: all rows match.
    public var isEmpty: Bool { groups.isEmpty }

    /// Lends the terms.
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

    /// How many scalars of a query are read; it bounds what a term costs in a long field.
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
