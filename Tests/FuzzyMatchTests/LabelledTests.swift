import FHFuzzyMatch
import Testing

/// A query with the result that a user expects first; all cases were written before any scores were measured.
struct LabelledCase: Sendable, CustomTestStringConvertible {
    let query: String
    let best: String
    /// Texts that may match too, after the best.
    let others: [String]
    /// Texts that must not match.
    let strangers: [String]

    init(_ query: String, _ best: String, over others: String..., not strangers: String...) {
        self.query = query
        self.best = best
        self.others = others
        self.strangers = strangers
    }

    var testDescription: String { "\(query) → \(best)" }
}

/// Paths, symbols, commands and names, with the expected best results.
struct LabelledTests {
    static let cases = LabelledCase.paths + LabelledCase.symbols + LabelledCase.commands + LabelledCase.names

    /// The best result does not depend on the order of the rows.
    @Test(arguments: cases)
    func theBestComesFirst(labelled: LabelledCase) {
        let rows = [labelled.best] + labelled.others + labelled.strangers
        for rows in [rows, rows.reversed(), Array(rows.dropFirst() + rows.prefix(1))] {
            let found = ranked(labelled.query, rows)
            #expect(found.first == labelled.best)
            #expect(Set(found).isDisjoint(with: labelled.strangers))
        }
    }

    /// Scores alone determine the best result, except in at most one case in twenty, which needs the tie-break.
    @Test func scoresTellTheBestFromTheOthers() {
        let ties = Self.cases.filter { labelled in
            let found = ranked(labelled.query, in: makeIndex([labelled.best] + labelled.others))
            return found.count > 1 && found[0].score == found[1].score
        }
        #expect(Self.cases.count >= 200)
        #expect(ties.count * 20 <= Self.cases.count, "\(ties.map(\.testDescription))")
    }
}
