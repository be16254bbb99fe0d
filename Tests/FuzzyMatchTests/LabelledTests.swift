import FuzzyMatch
import Testing

/// What a person expects to find first who types this: said before it was tried, whatever the scores are.
struct LabelledCase: Sendable, CustomTestStringConvertible {
    let query: String
    let best: String
    /// What may match too, and stands behind the best.
    let others: [String]
    /// What must not match.
    let strangers: [String]

    init(_ query: String, _ best: String, over others: String..., not strangers: String...) {
        self.query = query
        self.best = best
        self.others = others
        self.strangers = strangers
    }

    var testDescription: String { "\(query) → \(best)" }
}

/// Paths, symbols, commands and names, with what has to come first among them.
struct LabelledTests {
    static let cases = LabelledCase.paths + LabelledCase.symbols + LabelledCase.commands + LabelledCase.names

    /// In whatever order they come.
    @Test(arguments: cases)
    func theBestComesFirst(labelled: LabelledCase) {
        let rows = [labelled.best] + labelled.others + labelled.strangers
        for rows in [rows, rows.reversed(), Array(rows.dropFirst() + rows.prefix(1))] {
            let found = ranked(labelled.query, rows)
            #expect(found.first == labelled.best)
            #expect(Set(found).isDisjoint(with: labelled.strangers))
        }
    }

    /// The scores say what is best; only one case in twenty may need what breaks a tie.
    @Test func scoresTellTheBestFromTheOthers() {
        let ties = Self.cases.filter { labelled in
            let found = ranked(labelled.query, in: makeIndex([labelled.best] + labelled.others))
            return found.count > 1 && found[0].score == found[1].score
        }
        #expect(Self.cases.count >= 200)
        #expect(ties.count * 20 <= Self.cases.count, "\(ties.map(\.testDescription))")
    }
}
