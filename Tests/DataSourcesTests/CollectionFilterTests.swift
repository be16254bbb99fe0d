import FHJSON
import FHRowCollections
import FeatureKit
import TestSupport
import Testing

@testable import FHDataSources

/// A filter of many rows at once gives the rows that match one by one.
@Suite(.hangLimit)
struct CollectionFilterTests {
    private static let texts = [
        "err", "ERR", "an eRror", "é", "e\u{301}", "a\"b", "tab\there", "back\\slash", "7", "-7.5e3", "", " ", "ß", "ſ",
        "日本", "K", "k",
        "a longer text that goes beyond one block of sixty-four bytes, in which nothing is found at all, as in most",
    ]

    private func value(_ draws: inout SeededGenerator) -> JSONText {
        switch Int.random(in: 0..<9, using: &draws) {
        case 0: .integer(Int.random(in: -100...100, using: &draws))
        case 1: .bool(true)
        case 2: (try? JSONText(parsing: "[\(text(&draws).string),7]")) ?? .emptyObject
        case 3: .object("inner", text(&draws))
        default: text(&draws)
        }
    }

    private func text(_ draws: inout SeededGenerator) -> JSONText {
        .string(Self.texts.randomElement(using: &draws) ?? "")
    }

    private static let queries: [RowQuery] = [
        RowQuery(text: "err"), RowQuery(text: "ERR 7"), RowQuery(text: "e", textKeys: ["a"]), RowQuery(text: "é"),
        RowQuery(text: "\"b"), RowQuery(text: "\\"), RowQuery(text: "7", textKeys: ["b"]), RowQuery(text: "k"),
        RowQuery(text: "err", textKeys: ["/b/inner"]), RowQuery(text: "ss"), RowQuery(text: "inner"),
        RowQuery(predicate: .contains("a", "err")), RowQuery(predicate: .contains("b", "ERR")),
        RowQuery(predicate: .contains("b", "")), RowQuery(predicate: .contains("a", .value(.integer(7)))),
        RowQuery(predicate: .all([.contains("a", "e"), .contains("b", "r")])),
        RowQuery(predicate: .any([.contains("a", "err"), .contains("b", "7")])),
        RowQuery(predicate: .not(.contains("a", "err")), text: "long"), RowQuery(text: "no such text"),
    ]

    @Test func manyRowsAtOnceMatchAsEachRow() {
        forEachSeed(10) { seed, draws in
            var rows = RowCollection()
            let hasVersions = Bool.random(using: &draws)
            var writer = RowWriter()
            for number in 0..<Int.random(in: 0...1_500, using: &draws) {
                let version = hasVersions ? Self.texts.randomElement(using: &draws) : nil
                writer.append(id: "e\(number)", version: version) { json in
                    json.beginObject()
                    json.field("a", value(&draws))
                    json.field("b", value(&draws))
                    json.endObject()
                }
            }
            for row in writer.finish() { rows.put(row) }
            // Some rows lie elsewhere, so that the rows do not follow each other in their blocks.
            for number in 0..<Int.random(in: 0...20, using: &draws) where rows.count > 0 {
                let row = rows[Int.random(in: 0..<rows.count, using: &draws)]
                rows.put(SourceRow(id: row.id, value: .object("a", .string("err \(number)"))))
                rows.move([row.id], before: nil)
            }
            for query in Self.queries {
                let start = rows.isEmpty ? 0 : Int.random(in: 0..<rows.count, using: &draws)
                var (filter, found) = (CollectionFilter(query), [UInt32]())
                filter.append(matchesIn: start..<rows.count, of: rows, to: &found)
                var each = RowFilter(query)
                let wanted = (start..<rows.count).filter { place in
                    rows[place].withTexts { _, value in each.matches(value) }
                }
                #expect(found.map(Int.init) == wanted, "TEST_SEED=\(seed) \(query)")
            }
        }
    }
}
