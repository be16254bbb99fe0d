import FHJSON
import Testing

@testable import FHFeatureValues
@testable import FHRowCollections
@testable import FHRows
@testable import FeatureKit

@Suite struct RowVersionTests {
    private func text(_ text: String) throws -> JSONText { try JSONText(parsing: text) }

    private func items(_ rows: RowCollection) -> String {
        JSONText.build { json in
            json.beginArray()
            rows.writeItems(in: 0..<rows.count, to: &json)
            json.endArray()
        }.string
    }

    @Test func theDigestOfATextIsItsVersion() throws {
        let row = SourceRow(id: "a", value: try text(#"{"id":"a","n":1}"#))
        #expect(row.ownVersion == nil)
        #expect(row.version.utf8.count == RowDigest.length)
        #expect(row.version == SourceRow(id: "b", value: row.value).version)
        #expect(row.version != row.merged(with: try text(#"{"n":2}"#)).version)
    }

    @Test func textsOfAllLengthsThatDifferInOneByteHaveDifferentDigests() {
        var seen: Set<UInt64> = []
        var count = 0
        for length in 0..<70 {
            let text = [UInt8](repeating: 0x61, count: length)
            for place in -1..<length {
                var other = text
                if place >= 0 { other[place] = 0x62 }
                seen.insert(other.withUnsafeBytes { RowDigest($0).bits })
                count += 1
            }
        }
        #expect(seen.count == count)
    }

    @Test func aDigestIsTheSameInEachProcess() {
        let text = Array(#"{"id":"a","title":"A row that is longer than 16 bytes"}"#.utf8)
        #expect(text.withUnsafeBytes { RowDigest($0).text } == "x36Q8GGrIh1")
    }

    @Test func theSourcesOwnVersionCountsMore() throws {
        let value = try text(#"{"id":"a"}"#)
        let row = SourceRow(id: "a", value: value, version: "7")
        #expect(row.version == "7" && row.ownVersion == "7" && row.value == value && row.id == "a")
        #expect(row != SourceRow(id: "a", value: value))
        #expect(row != SourceRow(id: "a", value: value, version: "8"))
        #expect(row.merged(with: try text(#"{"n":2}"#)).ownVersion == nil)
        #expect(SourceRow(id: "a", value: value, version: "") == SourceRow(id: "a", value: value))
    }

    @Test func rowsWithAndWithoutVersionsAreWrittenTogether() throws {
        var writer = RowWriter()
        writer.append(id: "a") { $0.raw("{}") }
        writer.append(id: "b", version: "2") { $0.raw(#"{"n":1}"#) }
        writer.append(id: "c") { $0.raw("[]") }
        let rows = writer.finish()
        #expect(rows.map(\.id) == ["a", "b", "c"])
        #expect(rows.map(\.ownVersion) == [nil, "2", nil])
        #expect(rows.map(\.value.string) == ["{}", #"{"n":1}"#, "[]"])
    }

    /// A thousand rows that are added one by one are gathered into blocks several times.
    @Test func versionsOutliveGatheringAndBatches() throws {
        var rows = RowCollection()
        for number in 0..<1_000 {
            let value = try text(#"{"n":\#(number)}"#)
            rows.put(SourceRow(id: "\(number)", value: value, version: number % 3 == 0 ? nil : "v\(number)"))
        }
        for row in rows.batch(0..<1_000) {
            #expect(row.ownVersion == (row.id.isEmpty || (Int(row.id) ?? 0) % 3 == 0 ? nil : "v\(row.id)"))
        }
    }

    @Test func itemsHaveVersionsUnlessTheirValueWasDropped() throws {
        var rows = RowCollection()
        rows.put(SourceRow(id: "a", value: try text(#"{"n":1}"#)))
        rows.put(SourceRow(id: "b", value: try text(#"{"n":2}"#), version: "\"2\""))
        rows.put(SourceRow(id: "c", value: try text(#"{"n":3}"#)))
        let version = rows[0].version
        rows.dropValues(in: 2..<3)
        #expect(
            items(rows)
                == #"[{"id":"a","value":{"n":1},"version":"\#(version)","pending":null},"#
                + #"{"id":"b","value":{"n":2},"version":"\"2\"","pending":null},"#
                + #"{"id":"c","value":{},"pending":null,"dropped":true}]"#)
    }

    @Test func aConflictNamesItsRows() throws {
        let rows = try ["a", "b", "c", "d"].map { SourceRow(id: $0, value: try text(#"{"n":1}"#)) }
        let failure = Failure.conflict(current: [rows[0]])
        #expect(failure.code == "conflict" && !failure.retryable && failure.current == [rows[0]])
        #expect(failure.message.hasPrefix("the row a was changed"))
        #expect(Failure.conflict(current: rows).message.hasPrefix("the rows a, b, c, … were changed"))
        #expect(Failure.conflict(current: [], message: "no").message == "no")
    }
}
