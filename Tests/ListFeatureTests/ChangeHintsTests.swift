import FeatureKit
import JSON
import OrderedCollections
import Testing

@testable import ListFeature

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

    /// Inserted, removed, moved, changed: what two steps come to.
    @Test(arguments: [
        ("a|||", "||b|", "a||b|"), ("a|||", "|a||", "|||"), ("|a||", "a|||", "||a|a"), ("|||a", "|||a", "|||a"),
        ("|||a", "|a||", "|a||"), ("a|||", "||a|a", "a|||"), ("|||", "||a|b", "||a|b"), ("||a|", "|a|b|", "|a|b|"),
    ])
    func twoStepsAreOne(first: String, second: String, both: String) {
        let hints = self.hints(first).followed(by: self.hints(second))
        #expect(hints == self.hints(both))
    }

    private func hints(_ text: String) -> ChangeHints {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map { $0.map { String($0) } }
        var hints = ChangeHints()
        (hints.inserted, hints.removed, hints.moved, hints.changed) = (parts[0], parts[1], parts[2], parts[3])
        return hints
    }
}
