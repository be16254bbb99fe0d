import FeatureKit
import JSON
import TestSupport
import Testing

@testable import DataSources

/// However output is cut into pieces, its records are those of a file with the same bytes.
@Suite struct PrintedRecordsTests {
    private static let pieces = [
        "a", "1", " ", "\"", "\"\"", ",", "\t", "\n", "\r", "\r\n", "\u{FEFF}", "ä", "😀", "{}", "\u{0}",
    ]

    /// Takes bytes in piece by piece, and gives the bytes of each record.
    private func records(
        _ bytes: [UInt8], _ format: CommandSource.Format, limit: Int = .max, _ random: inout SeededGenerator
    ) -> (records: PrintedRecords, isWithin: Bool) {
        var records = PrintedRecords(format, limit: limit)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(Int.random(in: 1...max(1, min(9, rest.count)), using: &random)))
            rest = rest.dropFirst(piece.count)
            if !piece.withUnsafeBytes({ records.append($0) }) { return (records, false) }
        }
        let isWithin = records.finish()
        return (records, isWithin)
    }

    private func fields(_ bytes: [UInt8], _ format: CommandSource.Format) throws -> [[String]] {
        guard let style = format.style else {
            return FileFormat.lines(bytes).filter { format == .lines || !$0.1.allSatisfy(isJSONSpace) }
                .map { [String(decoding: $0.1, as: UTF8.self)] }
        }
        var reader = DelimitedReader(bytes[...], style)
        var records: [[String]] = []
        while reader.next() {
            if let fault = reader.fault { throw fault }
            records.append(reader.texts().texts)
        }
        return records
    }

    @Test(arguments: CommandSource.Format.allCases)
    func piecesChangeNothing(format: CommandSource.Format) throws {
        try forEachSeed(500) { (seed, random) throws in
            var text = (0..<Int.random(in: 0...40, using: &random))
                .map { _ in Self.pieces.randomElement(using: &random)! }.joined()
            if Bool.random(using: &random) { text = "\u{FEFF}" + text }
            let bytes = Array(text.utf8)
            let (records, isWithin) = records(bytes, format, &random)
            #expect(isWithin)
            let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
            guard let expected = try? fields(isMarked ? Array(bytes.dropFirst(3)) : bytes, format) else {
                // Behind wrong quotes a file goes on with the next line.
                return
            }
            #expect(records.count == expected.count, "seed \(seed)")
            for index in 0..<min(records.count, expected.count) {
                #expect(
                    try fields(records.bytes(of: index..<index + 1), format) == [expected[index]],
                    "seed \(seed), record \(index)")
            }
            let start = Int.random(in: 0...records.count, using: &random)
            let end = Int.random(in: start...records.count, using: &random)
            #expect(
                try fields(records.bytes(of: start..<end), format) == Array(expected[start..<end]), "seed \(seed)")
        }
    }

    @Test(arguments: CommandSource.Format.allCases)
    func theLimitCutsBetweenTheSameRecords(format: CommandSource.Format) throws {
        forEachSeed(200) { seed, random in
            let bytes = Array((0..<60).map { _ in Self.pieces.randomElement(using: &random)! }.joined().utf8)
            let limit = Int.random(in: 0...300, using: &random)
            let first = records(bytes, format, limit: limit, &random)
            let second = records(bytes, format, limit: limit, &random)
            #expect(first.isWithin == second.isWithin, "seed \(seed)")
            #expect(first.records.count == second.records.count, "seed \(seed)")
            let kept = first.records.bytes(of: 0..<first.records.count)
            #expect(kept.count + 8 * first.records.count <= limit, "seed \(seed)")
        }
    }

    /// The whole way: rows that were written in a format are printed by a command and come back, page by page.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: [(CommandSource.Format.csv, FileFormat.csv), (.tsv, .tsv), (.jsonl, .jsonl)])
    func rowsComeBack(format: CommandSource.Format, file: FileFormat) async throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator.announced("rowsComeBack")
        for number in 0..<4 {
            let allowed = Self.pieces.filter { format == .csv || !["\t", "\n", "\r", "\r\n"].contains($0) }
            let rows = try (0..<100).map { number in
                let text = (0..<Int.random(in: 0...100, using: &random))
                    .map { _ in allowed.randomElement(using: &random)! }.joined()
                return try row(#"{"id":"\#(number)","x":\#(JSONText.string(text))}"#)
            }
            let path = try folder.write("\(number)", String(decoding: file.encode(rows, columns: []), as: UTF8.self))
            // Some of the pieces that the command prints end within a row.
            let source = try script("dd if='\(path)' bs=\(Int.random(in: 1...999, using: &random)) status=none", format)
            var found: [SourceRow] = []
            while true {
                let page = try await source.page(found.count, Int.random(in: 1...80, using: &random))
                found += page.rows
                if page.endReached { break }
            }
            #expect(found == rows)
        }
    }
}
