import FHJSON
import FHRowCollections
import FeatureKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

/// The lines of a file that is not in memory are those of the text.
@Suite(.hangLimit)
struct LineSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("a").string }

    /// A source that keeps no text in memory.
    private func source(_ bytes: [UInt8]) throws -> LineSource {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return LineSource(path: path, memoryLength: 0)
    }

    private func page(_ source: any DataSource, _ query: RowQuery = .all, _ offset: Int = 0, _ limit: Int = 1 << 40)
        async throws -> Page
    {
        try await source.fetch(FetchRequest(start: .offset(offset), limit: limit, query: query)).get()
    }

    // MARK: Rows

    /// Texts with lines of all kinds: blank, repeated, with carriage returns, with other letters, invalid, too long.
    private static let texts: [[String]] = [
        [], ["\n"], ["\r\n"], ["\r"], ["a"], ["a\n"], ["a\r\n\r\nb"], ["a\n\n\na\na"], ["a\nb\na\nb\na"], ["é\nÉ\n"],
        ["\u{FF}\na"], ["a\0\na\0"], ["\n\u{C3}"], ["x\n", long("a", 1 << 20), "\ny\n"],
        ["x\n", long("a", 1 << 20 + 1), "\nx\n"], ["x\n", long("a", 5 << 20), "\nx\n"], [long("a", 5 << 20)],
        [long("a", 1 << 20 + 1)], ["x\n", long("\u{1}", 1 << 18), "\ny\n"], ["x\n", long("\"", 1 << 19), "\n"],
    ]

    private static func long(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test(arguments: texts)
    func theRowsAreThoseOfTheText(parts: [String]) async throws {
        // In Latin-1, so that some bytes are not UTF-8.
        let text = parts.flatMap { $0.unicodeScalars.map { UInt8($0.value) } }
        let source = try source(text)
        let wanted = try FileFormat.lines.decode(text, idKey: "id", name: path)
        if wanted.rows.isEmpty, let fault = wanted.notes.firstFault {
            await #expect { _ = try await page(source) } throws: {
                ($0 as? Failure)?.code == "invalidData" && "\($0)".contains(fault.what)
            }
            return
        }
        let all = try await page(source)
        let isSame = Array(all.rows) == Array(wanted.rows)
        #expect(isSame)
        #expect(all.totalCount == wanted.rows.count && all.endReached)
        let listed = all.problems?.listed ?? []
        #expect(listed == wanted.notes.problems.listed)
    }

    @Test func anyPageIsAPartOfTheRows() async throws {
        let text = (0..<9_000).map { "line \($0 % 700) of a text that is long enough\n" }.joined()
        let source = try source(Array(text.utf8))
        let all = Array(try await page(source).rows)
        #expect(Set(all.map(\.id)).count == 9_000)
        for (offset, limit) in [
            (0, 1), (1, 400), (8_999, 10), (4_500, 4_500), (9_000, 1), (20_000, 5), (-3, 2), (7, 0),
        ] {
            let part = try await page(source, .all, offset, limit)
            #expect(Array(part.rows) == Array(all.dropFirst(max(0, offset)).prefix(limit)), "\(offset), \(limit)")
            #expect(part.totalCount == 9_000)
        }
    }

    @Test func aFileThatIsShortenedMeanwhileIsReadAnew() async throws {
        let source = try source(Array(String(repeating: "a line of a text\n", count: 10_000).utf8))
        #expect(try await page(source).rows.count == 10_000)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 34)
        try file.close()
        #expect(try await page(source).rows.count == 2)
        try FileManager.default.removeItem(atPath: path)
        #expect(try await page(source).totalCount == 0)
    }

    /// The rows of a query are read later than the query was evaluated.
    @Test func aQueryOfATextThatChangesFails() async throws {
        let text = LineText(Array("a\nb\nc\n".utf8), name: "t")
        var reading = LineReading(text)
        try reading.readAll()
        let other = LineRows(LineText(Array("a\n\n\n\n\n\n".utf8), name: "t"), reading.index, tail: nil)
        let shorter = LineRows(LineText(Array("a\nb".utf8), name: "t"), reading.index, tail: nil)
        for rows in [other, shorter] {
            #expect(throws: Failure.self) { try rows.batch(0..<3) }
            #expect(throws: Failure.self) { try rows.forEach(in: 0..<3) { _, _ in } }
        }
    }

    @Test func linesCannotBeEdited() async throws {
        let source = try source(Array("a\n".utf8))
        #expect(source.capabilities == [])
        for answer in [source.delete(["1"], opID: "1"), source.move(["1"], before: nil, opID: "2")] {
            await #expect { _ = try await answer.get() } throws: { ($0 as? Failure)?.code == "readOnly" }
        }
    }

    // MARK: Queries

    private static let queries: [RowQuery] = [
        RowQuery(text: "err", textKeys: ["text"]), RowQuery(text: "ERR line", textKeys: ["text"]),
        RowQuery(text: "é", textKeys: ["text"]), RowQuery(text: "e", textKeys: ["text"]),
        RowQuery(text: "z\"\\", textKeys: ["text"]), RowQuery(text: "07", textKeys: ["text"]),
        RowQuery(text: "err", textKeys: []), RowQuery(text: "  ", textKeys: ["text"]),
        RowQuery(predicate: .contains("text", "Err")), RowQuery(predicate: .contains("id", "a")),
        RowQuery(predicate: .all([.contains("text", "err"), .not(.contains("text", "7"))])),
        RowQuery(predicate: .any([.contains("text", "err"), .contains("text", "7")])),
        RowQuery(predicate: .not(.contains("text", "e"))), RowQuery(predicate: .isEmpty("text")),
        RowQuery(predicate: .equals("text", .string("e"))), RowQuery(predicate: .contains("/text", "err")),
        RowQuery(sort: [SortKey("text")]), RowQuery(sort: [SortKey("id", isDescending: true)]),
        RowQuery(text: "err", textKeys: ["text"], sort: [SortKey("text", isDescending: true)]),
        RowQuery(predicate: .equals("text", .string("rare")), sort: [SortKey("text"), SortKey("id")]),
    ]

    /// Words, marks and bytes of which random lines are made.
    private static let parts = [
        "err", "ERR", "eRr", "line", "7", "07", "e", "é", "e\u{301}", "Ø", "z\"\\", " ", "\u{1}", "\t", "日本", "q", "\r",
        "ſ",
        "a longer text that fills the line, so that it does not fit in one block of bytes; ",
    ]

    @Test func aQueryGivesTheRowsThatItGivesInMemory() async throws {
        try await forEachSeed(10) { seed, draws in
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...800, using: &draws) {
                for _ in 0..<Int.random(in: 0...4, using: &draws) {
                    bytes += Array((Self.parts.randomElement(using: &draws) ?? "").utf8)
                }
                if Int.random(in: 0..<400, using: &draws) == 0 { bytes += [0xFF, 0xC3] }
                if Int.random(in: 0..<400, using: &draws) == 0 { bytes += Array("\nrare".utf8) }
                bytes.append(0x0A)
            }
            if Bool.random(using: &draws) { bytes += Array("the end: err".utf8) }
            let source = QueryingSource(try source(bytes))
            let rows = try FileFormat.lines.decode(bytes, idKey: "id", name: "").rows
            let wanted = QueryingSource(try InlineSource(rows: rows.batch(0..<rows.count)))
            for query in Self.queries {
                let (offset, limit) = (Int.random(in: 0..<50, using: &draws), Int.random(in: 1..<4_000, using: &draws))
                let found = try await page(source, query, offset, limit)
                let other = try await page(wanted, query, offset, limit)
                #expect(Array(found.rows) == Array(other.rows), "TEST_SEED=\(seed) \(query)")
                if found.totalCount != nil || other.totalCount != nil {
                    let all = try await (page(source, query), page(wanted, query))
                    #expect(all.0.totalCount == all.1.totalCount, "TEST_SEED=\(seed) \(query)")
                }
            }
        }
    }
}
