import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHDataSources

/// Written rows are read back unchanged.
@Suite struct RoundTripTests {
    /// Text that is difficult for tables, and harmless text.
    private static let pieces = [
        "a", "b", "1", " ", "\"", "\"\"", ",", ";", "\t", "\n", "\r", "\r\n", "\u{FEFF}", "ä", "😀", "\u{2028}", "\\",
        "\u{1}", "'", "{", "[", "e\u{301}", "=",
    ]

    private static func text(_ random: inout SeededGenerator, without forbidden: Set<String> = []) -> String {
        let pieces = pieces.filter { !forbidden.contains($0) }
        return (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
    }

    private static let breaks: Set = ["\t", "\n", "\r", "\r\n"]

    @Test(arguments: [FileFormat.csv, .tsv])
    func tablesComeBack(format: FileFormat) throws {
        for seed in 0..<400 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let forbidden = format == .tsv ? Self.breaks : []
            var columns = ["id"]
            for number in 0..<Int.random(in: 0...4, using: &random) {
                columns.append("\(number)" + Self.text(&random, without: forbidden))
            }
            columns.shuffle(using: &random)
            let rows = (0..<Int.random(in: 0...5, using: &random)).map { number in
                let id = "\(number)" + Self.text(&random, without: forbidden)
                let value = JSONText.build { json in
                    json.beginObject()
                    for column in columns {
                        json.key(column)
                        json.value(column == "id" ? id : Self.text(&random, without: forbidden))
                    }
                    json.endObject()
                }
                return SourceRow(id: id, value: value)
            }
            let bytes = try format.encode(rows, columns: columns)
            let content = try format.decode(bytes, idKey: "id", name: "seed \(seed)")
            #expect(Array(content.rows) == rows, "seed \(seed)")
            #expect(content.notes.columns == columns, "seed \(seed)")
            #expect(try format.encode(content.rows, columns: content.notes.columns) == bytes, "seed \(seed)")
        }
    }

    /// A text is read as the same table with `\r\n` and with a byte-order mark.
    @Test func carriageReturnsAndMarksChangeNothing() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let fields = (0..<3).map { _ in Self.text(&random, without: ["\n", "\r", "\r\n"]) }
            let rows = try fields.enumerated().map { number, field in
                try row(#"{"id":"\#(number)","x":\#(JSONText.string(field))}"#)
            }
            let plain = try FileFormat.csv.encode(rows, columns: [])
            let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + plain.flatMap { $0 == 0x0A ? [0x0D, $0] : [$0] as [UInt8] }
            let text = EncodedText(marked, .utf8)
            #expect(try Array(FileFormat.csv.decode(text.bytes, idKey: "id", name: "t").rows) == rows, "seed \(seed)")
            #expect(try text.encoded(text.bytes) == marked)
        }
    }

    private static func value(_ random: inout SeededGenerator, depth: Int, _ json: inout JSONWriter) {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: json.null()
        case 1: json.value(Bool.random(using: &random))
        case 2: json.value(Int(truncatingIfNeeded: random.next()))
        case 3: json.value(Double.random(in: -1e9...1e9, using: &random))
        case 4: json.value(text(&random))
        case 5:
            json.beginArray()
            for _ in 0..<Int.random(in: 0...3, using: &random) { value(&random, depth: depth - 1, &json) }
            json.endArray()
        default:
            json.beginObject()
            for number in 0..<Int.random(in: 0...3, using: &random) {
                json.key("\(number)" + text(&random))
                value(&random, depth: depth - 1, &json)
            }
            json.endObject()
        }
    }

    @Test(arguments: [FileFormat.json, .jsonl])
    func objectsComeBack(format: FileFormat) throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let rows = try (0..<Int.random(in: 0...5, using: &random)).map { number in
                let isInteger = Bool.random(using: &random)
                let value = JSONText.build { json in
                    json.beginObject()
                    json.key("x")
                    Self.value(&random, depth: 3, &json)
                    json.key("key")
                    if isInteger { json.value(number) } else { json.value("r\(number)" + Self.text(&random)) }
                    json.endObject()
                }
                return try SourceRow(value.value, idKey: "key")
            }
            let bytes = try format.encode(rows, columns: [])
            let content = try format.decode(bytes, idKey: "key", name: "seed \(seed)")
            #expect(Array(content.rows) == rows, "seed \(seed)")
            #expect(try format.encode(content.rows, columns: []) == bytes, "seed \(seed)")
        }
    }

    /// Reading a file with any bytes succeeds or reports an error.
    @Test(arguments: FileFormat.allCases)
    func anyBytesAreReadOrRefused(format: FileFormat) throws {
        let bytes: [UInt8] = Array("id,\t\"\n\r{}[]:1a ".utf8) + [0xFF, 0xEF, 0xBB, 0xBF, 0x00]
        for seed in 0..<1_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in bytes.randomElement(using: &random)! }
            do {
                _ = try format.decode(text, idKey: "id", name: "t")
            } catch {
                #expect(error.code == "invalidData")
                #expect(error.message.hasPrefix("t, line "), "seed \(seed): \(error.message)")
            }
        }
    }
}
