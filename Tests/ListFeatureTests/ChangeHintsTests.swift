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
}
