import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHDataSources

/// Output has the same records as a file with the same bytes, however the output is divided into chunks.
@Suite struct PrintedRecordsTests {
    private static let pieces = [
        "a", "1", " ", "\"", "\"\"", ",", "\t", "\n", "\r", "\r\n", "\u{FEFF}", "ä", "😀", "{}", "\u{0}",
    ]

    /// Appends bytes chunk by chunk.
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
                // After invalid quotes a file continues with the next line.
                return
            }
            #expect(records.count == expected.count, "seed \(seed)")
            #expect(
                try texts(of: records, atMost: 1).map { try fields($0, format) } == expected.map { [$0] },
                "seed \(seed)")
            let size = Int.random(in: 1...7, using: &random)
            #expect(
                try texts(of: records, atMost: size).flatMap { try fields($0, format) } == expected, "seed \(seed)")
        }
    }

    /// Takes a limited number of records at a time, and returns the bytes of each chunk.
    private func texts(of records: PrintedRecords, atMost size: Int) -> [[UInt8]] {
        var records = records
        var texts: [[UInt8]] = []
        while let chunk = records.take(atMost: size) {
            #expect(chunk.starts.count <= size)
            #expect(chunk.starts.indices.flatMap { chunk.bytes(of: $0) } == chunk.bytes)
            texts.append(chunk.bytes)
        }
        return texts
    }

    /// Records are taken while further records arrive.
    ///
    /// No record is lost, each has its line, and memory is released.
    @Test(arguments: CommandSource.Format.allCases)
    func recordsAreTakenOutWhileOthersCome(format: CommandSource.Format) {
        forEachSeed(20) { seed, random in
            var records = PrintedRecords(format, limit: .max)
            var (printed, line) = (0, 1)
            while printed < 4_000 {
                let text = (0..<Int.random(in: 1...400, using: &random)).map { "record \(printed + $0)\n" }.joined()
                printed += text.utf8.count { $0 == UInt8(ascii: "\n") }
                #expect(Array(text.utf8).withUnsafeBytes { records.append($0) })
                #expect(records.count == printed)
                while let chunk = records.take(atMost: Int.random(in: 1...300, using: &random)) {
                    #expect(chunk.line == line, "seed \(seed)")
                    #expect(chunk.bytes(of: 0) == Array("record \(line - 1)\n".utf8), "seed \(seed)")
                    line += chunk.starts.count
                    if Bool.random(using: &random) { break }
                }
            }
            #expect(records.count - records.takenCount == printed - (line - 1))
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
            let kept = texts(of: first.records, atMost: .max).joined()
            #expect(kept.count + 8 * first.records.count <= limit, "seed \(seed)")
        }
    }

    /// Rows that a command prints in a format are read back page by page.
    @Test(
        .hangLimit,
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
            // Some chunks of the output end within a row.
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
