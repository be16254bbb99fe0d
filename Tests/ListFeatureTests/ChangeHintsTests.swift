import FHJSON
import FeatureKit
import OrderedCollections
import Testing

@testable import FHListFeature

@Suite struct ChangeHintsTests {
    private func rows(_ ids: String) -> Rows {
        var rows: Rows = [:]
        for id in ids { rows["\(id)"] = Row(id: "\(id)", value: .emptyObject) }
        return rows
    }

    @Test(arguments: [
        ("abc", "abc", "", "", ""), ("abc", "cab", "", "", "c"), ("abcd", "bcda", "", "", "a"),
        ("ab", "axb", "x", "", ""), ("abc", "ac", "", "b", ""), ("abc", "cxa", "x", "b", "c"), ("", "ab", "ab", "", ""),
    ])
    func namesAsFewMovesAsThereAre(old: String, new: String, inserted: String, removed: String, moved: String) {
        let hints = ChangeHints(from: rows(old), to: rows(new))
        #expect(hints.inserted.joined() == inserted)
        #expect(hints.removed.joined() == removed)
        #expect(hints.moved.count == moved.count)
        #expect(hints.changed.isEmpty)
    }

    private func rows(_ numbers: some Sequence<Int>) -> Rows {
        var rows: Rows = [:]
        for number in numbers { rows["\(number)"] = Row(id: "\(number)", value: .emptyObject) }
        return rows
    }

    @Test func aThousandIDsAreNamed() {
        let named = NamedChanges(ChangeHints(from: rows(0..<400), to: rows(400..<1_000)))
        #expect(named.inserted.count == 600 && named.removed.count == 400 && named.isComplete)
    }

    @Test func moreThanAThousandIDsAreCutAfterTheFirstOnes() {
        let named = NamedChanges(ChangeHints(from: rows(0..<100_000), to: rows(99_990..<100_001)))
        #expect(named.inserted == ["100000"] && !named.isComplete)
        #expect(named.removed == (0..<999).map(String.init))
        let loaded = NamedChanges(ChangeHints(from: [:], to: rows(0..<1_001)))
        #expect(loaded.inserted.count == 1_000 && loaded.inserted.last == "999" && !loaded.isComplete)
        #expect(loaded.removed.isEmpty && loaded.moved.isEmpty && loaded.changed.isEmpty)
    }

    @Test func fewMovesAmongManyRowsAreNamed() {
        let named = NamedChanges(ChangeHints(from: rows(0..<5_000), to: rows(Array(1..<5_000) + [0])))
        #expect(named.moved == ["0"] && named.isComplete)
    }
}
