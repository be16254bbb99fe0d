import FHJSON
import TestSupport
import Testing

@testable import FHFeatureValues
@testable import FHRowCollections
@testable import FHRows
@testable import FeatureKit

/// Compares collections of rows with plain arrays.
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
            // Copies still contain the rows from the time of the copy.
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
        // A dropped row can get its value back; dropped rows can be removed and moved like any other rows.
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

    /// Items that are written as a block equal items that are written member by member, whatever the ids contain.
    @Test func itemsAreWrittenAsTheirMembersAre() throws {
        var ids = [
            "", "7", "row 12345678", "a\"b", "a\\b", "line\nbreak", "über", "a\u{2028}b", "\u{1}", "\u{7f}", "日本",
        ]
        ids += (0..<5_000).map { "id-\($0)" }
        var rows = RowCollection(ids.map { id in SourceRow(id: id, value: .object("name", .string(id + "!"))) })
        rows.put(SourceRow(id: "id-17", value: .object("name", .string("another block"))))
        rows.dropValues(in: 20..<30)
        for places in [0..<rows.count, 3..<18, 25..<26, 4..<4] {
            let items = JSONText.build { json in
                json.beginArray()
                rows.writeItems(in: places, to: &json)
                json.endArray()
            }
            let found = try JSONValue(parsing: items.bytes)
            #expect(found.count == places.count)
            for (item, row) in zip(found.elements, rows[places]) {
                #expect(item["id"]?.stringValue == row.id)
                #expect(item["value"] == row.value.value)
                #expect(item["pending"]?.isNull == true)
                #expect(item["dropped"]?.boolValue == (row.isDropped ? true : nil))
            }
        }
    }

    @Test func aMemberIsReadWhereItLies() {
        let row = SourceRow(
            id: "1", value: JSONText.build { $0.raw(#"{"a":{"b":1},"b":[2,{"b":3}],"c":"x","d\u0065":4}"#) })
        #expect(row.member("b") == row.value.value["b"])
        #expect(row.member("c")?.stringValue == "x")
        #expect(row.member("de")?.intValue == 4)
        #expect(row.member("e") == nil)
    }
}
