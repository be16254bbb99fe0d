import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// What copies of rows are known to have in common, beside what they say.
@Suite struct RowSharingTests {
    private func row(_ id: Int, _ version: Int = 0) -> SourceRow {
        SourceRow(id: "row \(id)", value: JSONText.build { $0.value(version) })
    }

    private func range(in count: Int, using generator: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0...count, using: &generator)
        return start..<Int.random(in: start...count, using: &generator)
    }

    /// Rows that were replaced, each by one that says something else, are just those that are not shared.
    @Test(arguments: [1, 50, 4_096, 4_097, 9_000])
    func ofReplacedRowsTheEndsAreThoseOfTheTexts(count: Int) {
        forEachSeed(20) { seed, generator in
            let rows = RowCollection((0..<count).map { row($0) })
            var newer = rows
            for version in 1...Int.random(in: 1...70, using: &generator) {
                newer.put(row(Int.random(in: 0..<count, using: &generator), version))
            }
            let places = range(in: count, using: &generator)
            let (start, end) = rows.ends(places, sharedWith: newer, places)
            let (old, new) = (Array(rows[places]), Array(newer[places]))
            let expected = sharedEnds(old.count, new.count) { old[$0] == new[$1] }
            #expect(start == expected.start && end == expected.end, "seed \(seed)")
            #expect(rows.isShared(with: rows) && !rows.isShared(with: newer), "seed \(seed)")
        }
    }

    /// Whatever was done, rows that count as shared are the same, and so are those with the same number.
    @Test func whatCountsAsSharedIsTheSame() {
        forEachSeed(300) { seed, generator in
            var rows = RowCollection((0..<300).map { row($0) })
            var version = 0
            for _ in 0..<4 {
                let older = rows
                for _ in 0..<[0, 1, 5, 600].randomElement(using: &generator)! {
                    version += 1
                    let id = Int.random(in: 0..<400, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0, 1: rows.put(row(id, version))
                    case 2: rows.remove(["row \(id)"])
                    default: rows.move(["row \(id)"], before: "row \(Int.random(in: 0..<400, using: &generator))")
                    }
                }
                let places = range(in: min(older.count, rows.count), using: &generator)
                let isSame = Bool.random(using: &generator)
                let newPlaces = isSame ? places : range(in: rows.count, using: &generator)
                let (old, new) = (Array(older[places]), Array(rows[newPlaces]))
                let (start, end) = older.ends(places, sharedWith: rows, newPlaces)
                #expect(start + end <= min(old.count, new.count), "seed \(seed)")
                #expect(old.prefix(start).elementsEqual(new.prefix(start)), "seed \(seed)")
                #expect(old.suffix(end).elementsEqual(new.suffix(end)), "seed \(seed)")
                if older.isShared(with: rows) { #expect(older == rows, "seed \(seed)") }
                let known = Dictionary(zip(older.tokens(places), old)) { first, _ in first }
                for (token, row) in zip(rows.tokens(newPlaces), new) {
                    #expect(token != 0 && (known[token] ?? row) == row, "seed \(seed)")
                }
            }
        }
    }
}
