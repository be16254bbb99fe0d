import JSON
import TestSupport
import Testing

@testable import FeatureKit

/// Collections of rows beside plain arrays.
@Suite struct RowCollectionTests {
    private func row(_ id: Int, _ version: Int = 0) -> SourceRow {
        SourceRow(
            id: "row \(id)",
            value: JSONText.build { json in
                json.beginObject()
                json.field("id", "row \(id)")
                json.field("version", version)
                json.endObject()
            })
    }

    private func check(_ rows: RowCollection, is expected: [SourceRow], _ comment: Comment) {
        #expect(Array(rows) == expected, comment)
        for (place, row) in expected.enumerated() {
            if rows.place(of: row.id) == place, rows[id: row.id] == row { continue }
            Issue.record("\(row.id) stands at \(place) (\(comment))")
            return
        }
        let middle = expected.count / 3..<expected.count - expected.count / 3
        #expect(Array(rows.batch(middle)) == Array(expected[middle]), comment)
    }

    @Test func manyChangesGiveTheRowsOfAnArray() {
        forEachSeed(20) { seed, generator in
            var rows = RowCollection(chunkLimit: 8)
            var model: [SourceRow] = []
            var copies: [(RowCollection, [SourceRow])] = []
            for version in 0..<600 {
                step(&rows, &model, version, &generator)
                if version.isMultiple(of: 20) { check(rows, is: model, "seed \(seed)") }
                if version.isMultiple(of: 150) { copies.append((rows, model)) }
            }
            // What was copied is as it was then.
            for (rows, model) in copies { check(rows, is: model, "seed \(seed), a copy") }
            #expect(rows == RowCollection(model), "seed \(seed)")
            #expect(rows == copies[0].0 || rows != copies[0].0 && model != copies[0].1, "seed \(seed)")
        }
    }

    @Test func droppedValuesLeaveIDsAndPlaces() {
        let all = (0..<5_000).map { row($0) }
        var rows = RowCollection(all)
        let copy = rows
        rows.dropValues(in: 10..<4_990, except: "row 20")
        #expect(Array(rows[0..<10]) == Array(all[0..<10]))
        #expect(rows[20] == all[20] && rows[4_990] == all[4_990])
        #expect(rows[10].isDropped && !all[10].isDropped && rows[10].id == "row 10")
        #expect(rows[10].value == .emptyObject)
        #expect(rows.place(of: "row 3000") == 3_000)
        #expect(Array(copy) == all)
        // It comes back where it stands, goes, and stands elsewhere, like any other.
        #expect(rows.put(all[10]) != all[10])
        #expect(rows[10] == all[10])
        rows.remove(["row 11"])
        rows.move(["row 12"], before: "row 0")
        #expect(rows[0].id == "row 12" && rows[0].isDropped && rows.count == 4_999)
    }

    private func step(
        _ rows: inout RowCollection, _ model: inout [SourceRow], _ version: Int, _ generator: inout SeededGenerator
    ) {
        let new = row(Int.random(in: 0..<300, using: &generator), version)
        let known = model.firstIndex { $0.id == new.id }
        let some = model.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)).map(\.id)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
            let place = Int.random(in: 0...model.count, using: &generator)
            rows.put(new, at: place)
            if let known { model[known] = new } else { model.insert(new, at: place) }
        case 1, 2:
            #expect(rows.put(new) == known.map { model[$0] })
            if let known { model[known] = new } else { model.append(new) }
        case 3:
            #expect(rows.remove(some + ["no such row"]) == some.count)
            model.removeAll { some.contains($0.id) }
        default:
            let anchor = model.randomElement(using: &generator)?.id
            rows.move(some, before: anchor)
            let moved = model.filter { some.contains($0.id) }
            model.removeAll { some.contains($0.id) }
            let place = model.firstIndex { $0.id == anchor } ?? model.count
            model.insert(contentsOf: moved, at: place)
        }
    }

    @Test func rowsThatAreReplacedAgainAndAgainAreAsTheyWereReplacedLast() {
        var rows = RowCollection((0..<300).map { row($0) })
        for version in 1...60 {
            for id in 0..<300 where (id + version).isMultiple(of: 2) { rows.put(row(id, version)) }
        }
        check(rows, is: (0..<300).map { row($0, $0.isMultiple(of: 2) ? 60 : 59) }, "replaced")
    }

    @Test func rowsOfOneBatchShareItsText() {
        var writer = RowWriter()
        for id in 0..<10_000 { writer.append(id: "\(id)") { $0.value(id) } }
        let batch = writer.finish()
        let rows = RowCollection(batch)
        #expect(rows.count == 10_000 && batch.count == 10_000)
        #expect(zip(rows, batch).allSatisfy { $0.block === $1.block })
        #expect(rows.batch(5_000..<5_050) == RowBatch(batch[5_000..<5_050]))
    }

    @Test func anIDIsItsBytes() {
        var rows = RowCollection()
        rows.put(SourceRow(id: "e\u{301}", value: .integer(1)))
        rows.put(SourceRow(id: "\u{e9}", value: .integer(2)))
        #expect(rows.count == 2)
        #expect(rows[id: "\u{e9}"]?.value == .integer(2))
        #expect(rows[id: ""] == nil)
    }
}
