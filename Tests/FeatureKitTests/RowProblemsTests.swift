import FHJSON
import FeatureKit
import Testing

@Suite struct RowProblemsTests {
    private static func problem(_ line: Int) -> RowProblems.Problem {
        RowProblems.Problem(line: line, code: "invalidJSON", message: "is not JSON.")
    }

    @Test func theFirstHundredAreListedAndAllAreCounted() {
        var problems = RowProblems()
        for line in 1...130 { problems.add(Self.problem(line)) }
        #expect(problems.count == 130)
        #expect(problems.listed.count == 100)
        #expect(problems.listed.last?.line == 100)
    }

    @Test func problemsOfTwoPartsAreAddedUp() {
        var (first, second) = (RowProblems(), RowProblems())
        for line in 1...90 { first.add(Self.problem(line)) }
        second.add((91...110).map(Self.problem), count: 500)
        first.add(contentsOf: second)
        #expect(first.count == 590)
        #expect(first.listed.compactMap(\.line) == Array(1...100))
    }

    @Test func problemsAreReadAsTheyAreWritten() {
        var problems = RowProblems()
        problems.add(.init(line: 3, id: "k", code: "repeatedId", message: "a"))
        problems.add(.init(code: "other", message: "b"))
        let text = JSONText.build { problems.write(to: &$0) }
        #expect(RowProblems(text.value) == problems)
        #expect(RowProblems(.emptyObject) == nil)
    }

    @Test func aPageWithoutProblemsHasNone() {
        #expect(Page(rows: [SourceRow](), endReached: true, problems: RowProblems()).problems == nil)
    }

    @Test func theErrorNamesTheFirstProblemAndTheNumber() {
        var problems = RowProblems()
        problems.add(Self.problem(3))
        #expect(problems.failure.message == "1 problem: line 3: is not JSON.")
        problems.add(Self.problem(7))
        #expect(problems.failure.message == "2 problems; the first is line 3: is not JSON.")
    }
}
