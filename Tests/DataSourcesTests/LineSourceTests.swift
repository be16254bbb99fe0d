import FHJSON
import FHRowCollections
import FeatureKit
import Foundation
import Synchronization
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
        // The second of these rows is too long because of its longer id.
        [long("a", 1 << 20 - 32), "\n", long("a", 1 << 20 - 32), "\n"],
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

    // MARK: Steps

    @Test func aReadingCanBeStoppedAndContinued() throws {
        let bytes = Array(String(repeating: "a line of a text\n", count: 300_000).utf8)
        var reading = LineReading(LineText(bytes, name: "t"))
        var stepCount = 0
        #expect(throws: Failure.cancelled) {
            try reading.readAll {
                stepCount += 1
                return stepCount == 1
            }
        }
        #expect(!reading.isComplete && reading.index.rowCount > 0)
        try reading.readAll()
        #expect(reading.rows.count == 300_000)
    }

    /// Text that is appended while the file is read belongs to the next reading.
    @Test func aReadingEndsWhereTheFileEnded() throws {
        var reading = LineReading(LineText(Array("one\ntwo\nthree\n".utf8), name: "t"), length: 6)
        try reading.readAll()
        #expect(try shown(reading.rows) == ["one", "tw"])
        reading.expectMore(14)
        try reading.readAll()
        #expect(try shown(reading.rows) == ["one", "two", "three"])
    }

    private func shown(_ rows: LineRows) throws -> [String] {
        try rows.batch(0..<rows.count).map { $0.member("text")?.stringValue ?? "" }
    }

    @Test(arguments: ["\u{FEFF}one\n", "o\nx\n"])
    func aFileOfOnePartOfALineIsReadAnew(text: String) async throws {
        let source = try source(Array("x".utf8))
        #expect(try await page(source).rows.count == 1)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
        let wanted = TextEncoding.readingMark(Array(text.utf8))
        #expect(
            try await Array(page(source).rows) == Array(FileFormat.lines.decode(wanted, idKey: "id", name: "").rows))
    }

    // MARK: Queries

    /// Rows whose text is another one than that of their index, behind the first part that is read.
    private func rows(broken: Bool) throws -> LineRows {
        var bytes = Array((0..<40_000).map { "line \($0 % 97) of a text\n" }.joined().utf8)
        var reading = LineReading(LineText(bytes, name: "t"))
        try reading.readAll()
        if !broken { return reading.rows }
        bytes[try #require(bytes.lastIndex(of: 0x0A)) - 1] = 0x0A
        return LineRows(LineText(bytes, name: "t"), reading.index, tail: nil)
    }

    private func whole(_ rows: LineRows, edition: Int) -> WholeRows {
        let page = Page(rows: [], endReached: true, totalCount: rows.count)
        return WholeRows(rows: .lines(rows), page: page, edition: edition, sharedCounts: [:])
    }

    private func answer(_ queried: QueriedRows, over pulled: PulledRows) throws -> Page {
        while true {
            if let page = try queried.page(0..<100, of: pulled) { return page }
            try queried.advance(over: pulled, 4_096)
        }
    }

    @Test(arguments: [[], [SortKey("text", isDescending: true)]])
    func aStepThatFailsLeavesNothingBehind(sort: [SortKey]) throws {
        let query = RowQuery(text: "line", textKeys: ["text"], sort: sort)
        let (good, bad) = (PulledRows(edition: 0, limit: 0), PulledRows(edition: 1, limit: 0))
        try good.share(whole(rows(broken: false), edition: 0))
        try bad.share(whole(rows(broken: true), edition: 1))
        let queried = QueriedRows(query)
        for _ in 1...2 { #expect(throws: Failure.self) { try answer(queried, over: bad) } }
        let (found, wanted) = try (answer(queried, over: good), answer(QueriedRows(query), over: good))
        #expect(found.totalCount == 40_000 && wanted.totalCount == 40_000)
        #expect(Array(found.rows) == Array(wanted.rows))
    }

    @Test func aQueryIsRepeatedForAFileThatChangesMeanwhile() async throws {
        let source = QueryingSource(
            ChangingSource(
                first: whole(try rows(broken: true), edition: 1), then: whole(try rows(broken: false), edition: 2)))
        let all = try await page(source, RowQuery(text: "line", textKeys: ["text"]))
        #expect(all.totalCount == 40_000)
    }

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

/// A source whose rows are others after they were lent for the first time.
private final class ChangingSource: WholeSource {
    let capabilities: SourceCapabilities = []
    let first: WholeRows
    let then: WholeRows
    private let isLent = Mutex(false)

    init(first: WholeRows, then: WholeRows) {
        self.first = first
        self.then = then
    }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(then.page)) }

    func rowsEdition() -> SourceAnswer<Int> {
        .now(.success(isLent.withLock { $0 } ? then.edition : first.edition))
    }

    func wholeRows() -> SourceAnswer<WholeRows> {
        let rows = isLent.withLock { $0 } ? then : first
        isLent.withLock { $0 = true }
        return .now(.success(rows))
    }
}
