import FHJSON
import TestSupport
import Testing

@testable import FHFeatureValues
@testable import FHRowCollections
@testable import FHRows
@testable import FeatureKit

/// Compares the rows that copies report as shared with the contents of the rows.
@Suite struct RowSharingTests {
    private func row(_ id: Int, _ version: Int = 0) -> SourceRow {
        SourceRow(id: "row \(id)", value: JSONText.build { $0.value(version) })
    }

    private func range(in count: Int, using generator: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0...count, using: &generator)
        return start..<Int.random(in: start...count, using: &generator)
    }

    /// Exactly the replaced rows differ, if each replacement has another value.
    @Test(arguments: [1, 50, 4_096, 4_097, 9_000])
    func ofReplacedRowsJustThoseDiffer(count: Int) {
        forEachSeed(20) { seed, generator in
            let rows = RowCollection((0..<count).map { row($0) })
            var newer = rows
            for version in 1...Int.random(in: 1...70, using: &generator) {
                newer.put(row(Int.random(in: 0..<count, using: &generator), version))
            }
            let places = range(in: count, using: &generator)
            let (old, new) = (Array(rows[places]), Array(newer[places]))
            let expected = old.indices.filter { old[$0] != new[$0] }
            switch newer.sharing(places, with: rows, places) {
            case .inOrder(let different): #expect(different == expected, "seed \(seed)")
            case .numbered(let numbers, let newNumbers, _):
                let different = numbers.indices.filter { numbers[$0] != newNumbers[$0] }
                #expect(different == expected, "seed \(seed)")
            }
            #expect(rows.sharing(places, with: rows, places) == .inOrder(different: []), "seed \(seed)")
        }
    }

    /// A single replaced row among many is found without reading the other rows.
    @Test func oneReplacedRowIsKnownByItsPlace() {
        let rows = RowCollection((0..<9_000).map { row($0) })
        var newer = rows
        newer.put(row(4_500, 1))
        #expect(newer.sharing(4_400..<4_600, with: rows, 4_400..<4_600) == .inOrder(different: [100]))
        #expect(newer.sharing(0..<100, with: rows, 0..<100) == .inOrder(different: []))
    }

    /// The replacement of a separately stored row is detected, although the row of the block differs from both.
    @Test func aRowThatIsReplacedAgainIsKnownByItsPlace() {
        var rows = RowCollection((0..<9_000).map { row($0) })
        for id in [17, 4_500, 8_999] { rows.put(row(id, 1)) }
        var newer = rows
        for version in 2...3 { newer.put(row(4_500, version)) }
        #expect(newer.sharing(0..<9_000, with: rows, 0..<9_000) == .inOrder(different: [4_500]))
        #expect(rows[4_500] == row(4_500, 1))
        #expect(newer[4_500] == row(4_500, 3))
        let older = newer
        newer.put(row(17, 2))
        newer.put(row(18, 1))
        #expect(newer.sharing(0..<9_000, with: older, 0..<9_000) == .inOrder(different: [17, 18]))
        #expect(newer.sharing(0..<9_000, with: rows, 0..<9_000) == .inOrder(different: [17, 18, 4_500]))
    }

    /// If two copies of one collection store the same rows separately, the rows that differ are still found.
    @Test func copiesOfACopyKnowWhereTheyDiffer() {
        forEachSeed(200) { seed, generator in
            var base = RowCollection((0..<300).map { row($0) })
            for id in 0..<Int.random(in: 0...200, using: &generator) { base.put(row(id, 1)) }
            var copies = [base, base]
            var version = 1
            for index in copies.indices {
                for _ in 0..<[0, 1, 5, 600].randomElement(using: &generator)! {
                    version += 1
                    let id = Int.random(in: 0..<300, using: &generator)
                    if Int.random(in: 0..<5, using: &generator) > 0 {
                        copies[index].put(row(id, version))
                    } else {
                        copies[index].dropValues(in: id..<id + 1)
                    }
                }
            }
            for (one, other) in [(copies[0], copies[1]), (copies[1], copies[0]), (copies[0], base), (base, copies[1])] {
                let different = (0..<300).filter { one[$0] != other[$0] }
                switch one.sharing(0..<300, with: other, 0..<300) {
                case .inOrder(let places):
                    #expect(Set(places).isSuperset(of: different), "seed \(seed)")
                    #expect(places == Array(Set(places)).sorted(), "seed \(seed)")
                case .numbered(let numbers, let newNumbers, _):
                    #expect(different.allSatisfy { numbers[$0] != newNumbers[$0] }, "seed \(seed)")
                }
            }
        }
    }

    /// Rows that only moved, or that are part of another range, are distinguished by numbers as well as by ids.
    @Test func rowsThatOnlyMoveAreKnownByNumbers() {
        let rows = RowCollection((0..<100).map { row($0) })
        var newer = rows
        newer.move(["row 7"], before: "row 3")
        #expect(areIDs(rows.sharing(40..<90, with: rows, 0..<50)) == true)
        #expect(areIDs(newer.sharing(0..<50, with: rows, 0..<50)) == true)
        newer.put(row(7, 1))
        #expect(areIDs(newer.sharing(0..<50, with: rows, 0..<50)) == false, "row 7 has another number and the same id")
    }

    private func areIDs(_ sharing: ListSharing) -> Bool? {
        if case .numbered(_, _, let areIDs) = sharing { areIDs } else { nil }
    }

    /// Rows that are reported as equal are equal after any edits, even if both collections are copies of a third one.
    @Test func whatIsSaidToBeTheSameIsTheSame() {
        forEachSeed(200) { seed, generator in
            var rows = RowCollection((0..<300).map { row($0) })
            var all = [rows]
            var version = 0
            for _ in 0..<4 {
                let older = all.randomElement(using: &generator)!
                if Bool.random(using: &generator) { rows = older }
                for _ in 0..<[0, 1, 5, 600].randomElement(using: &generator)! {
                    version += 1
                    let id = Int.random(in: 0..<400, using: &generator)
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0, 1: rows.put(row(id, version))
                    case 2: rows.remove(["row \(id)"])
                    case 3: rows.dropValues(in: rows.isEmpty ? 0..<0 : rows.count / 2..<rows.count / 2 + 1)
                    default: rows.move(["row \(id)"], before: "row \(Int.random(in: 0..<400, using: &generator))")
                    }
                }
                all.append(rows)
                let places = range(in: min(older.count, rows.count), using: &generator)
                let isSame = Bool.random(using: &generator)
                let newPlaces = isSame ? places : range(in: rows.count, using: &generator)
                let (old, new) = (Array(older[places]), Array(rows[newPlaces]))
                switch rows.sharing(newPlaces, with: older, places) {
                case .inOrder(let different):
                    #expect(old.map(\.id) == new.map(\.id), "seed \(seed)")
                    let others = old.indices.filter { !different.contains($0) }
                    #expect(others.allSatisfy { old[$0] == new[$0] }, "seed \(seed)")
                    #expect(different == different.sorted(), "seed \(seed)")
                case .numbered(let numbers, let newNumbers, let areIDs):
                    #expect(numbers.count == old.count && newNumbers.count == new.count, "seed \(seed)")
                    let known = Dictionary(zip(numbers, old)) { first, _ in first }
                    for (number, row) in zip(newNumbers, new) {
                        #expect(number != 0 && (known[number] ?? row) == row, "seed \(seed)")
                    }
                    if areIDs {
                        let missing = zip(newNumbers, new).filter { known[$0.0] == nil }.map(\.1.id)
                        #expect(Set(missing).isDisjoint(with: old.map(\.id)), "seed \(seed)")
                    }
                }
            }
        }
    }
}
