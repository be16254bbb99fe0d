import FHJSON
import FeatureKit
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

/// A file that grows, such as a log, is read from where it ended, and has the rows of a file that is read as a whole.
@Suite(.hangLimit)
struct FileGrowthTests {
    private let folder: TemporaryFolder
    private let queries = [
        RowQuery.all, RowQuery(text: "a"), RowQuery(sort: [SortKey("text"), SortKey("size", isDescending: true)]),
        RowQuery(text: "b", sort: [SortKey("text", isDescending: true)]),
    ]

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("log").string }

    /// A source that keeps no text in memory, so that also a short file of lines is read on.
    private func source(_ format: FileFormat) -> any GrowingSource {
        format == .lines ? LineSource(path: path, memoryLength: 0) : FileSource(path: path, format: format)
    }

    private func append(_ text: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    /// Overwrites the file in place: it stays the same file.
    private func overwrite(_ text: String) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    /// Returns all rows of a query as text, or the failure.
    private func answer(_ source: any DataSource, _ query: RowQuery) async -> String {
        do {
            let request = FetchRequest(start: .offset(0), limit: 1_000, isRefresh: true, query: query)
            let page = try await source.fetch(request).get()
            let rows = page.rows.map { "\($0.id) \($0.value.string)" }
            return "\(rows) \(page.totalCount ?? -1) \(page.problems?.count ?? 0)"
        } catch {
            return "\(error)"
        }
    }

    private func hasGrown(_ source: any GrowingSource) async -> Bool { await !source.sharedCounts().isEmpty }

    // MARK: Single cases

    @Test func whatWasAppendedIsReadAlone() async throws {
        try folder.write("log", "one\ntwo\n")
        let source = source(.lines)
        _ = await answer(source, .all)
        try append("three\nfour\n")
        #expect(await answer(source, .all) == answer(self.source(.lines), .all))
        #expect(await source.sharedCounts() == [1: 2])
        try append("five")
        #expect(await answer(source, .all) == answer(self.source(.lines), .all))
        try append("th\n")
        #expect(await answer(source, .all) == answer(self.source(.lines), .all))
        #expect(await source.sharedCounts() == [1: 2, 2: 4, 3: 4])
    }

    @Test(arguments: [
        (FileFormat.lines, "one\n", "one\none\n"),
        (.lines, "a\r\n", "b\r\n"),
        (.lines, "\n\n\n", "\n\n"), (.jsonl, "{\"id\":1}\n", "{\"id\":2}\n"), (.jsonl, "{\"id\":1}", "\n\n{\"id\":2}"),
        (.jsonl, "{\"id\":1}\n  ", "{\"id\":2}"),
    ])
    func rowsAreThoseOfTheWholeFile(format: FileFormat, old: String, new: String) async throws {
        try folder.write("log", old)
        let source = source(format)
        _ = await answer(source, .all)
        try append(new)
        #expect(await answer(source, .all) == answer(self.source(format), .all))
        #expect(await hasGrown(source))
    }

    /// A fault, or a row with the id of another row, changes rows that were read before.
    @Test(arguments: [
        (FileFormat.jsonl, "{\"id\":1}\n", "{\"id\":1}\n"), (.jsonl, "{\"id\":1}\n", "broken\n"),
        (.jsonl, "broken\n", "{\"id\":1}\n"), (.jsonl, "{\"id\":1}\n", "{\"id\":2,\"n\":12345678901234567890123}\n"),
        (.lines, "\u{FEFF}one\n", "two\n"), (.lines, "", "one\n"), (.lines, "one", "\ntwo\n"),
        (.csv, "id,n\n1,2\n", "3,4\n"),
        (.json, "[{\"id\":1}", ",{\"id\":2}]"),
    ])
    func otherwiseTheWholeFileIsRead(format: FileFormat, old: String, new: String) async throws {
        try folder.write("log", old)
        let source = source(format)
        _ = await answer(source, .all)
        try append(new)
        #expect(await answer(source, .all) == answer(self.source(format), .all))
        #expect(await !hasGrown(source))
    }

    @Test(arguments: ["tw", "two\nthree\nfour\nfive\n", "one\nTWO\nthree\n"])
    func aFileThatWasWrittenAnewIsReadAnew(text: String) async throws {
        try folder.write("log", "one\ntwo\n")
        let source = source(.lines)
        _ = await answer(source, .all)
        try overwrite(text)
        #expect(await answer(source, .all) == answer(self.source(.lines), .all))
        try folder.write("log", "one\ntwo\nthree\n" + text)
        #expect(await answer(source, .all) == answer(self.source(.lines), .all))
        #expect(await !hasGrown(source))
    }

    /// The text before the end is compared, so that a file with another name can be read on too.
    @Test func linesOfAFileWithTwoNamesAreReadOn() async throws {
        try folder.write("log", "one\n")
        try FileManager.default.linkItem(atPath: path, toPath: folder.file("other").string)
        let source = source(.lines)
        _ = await answer(source, .all)
        try append("two\n")
        #expect(await answer(source, .all) == answer(self.source(.lines), .all))
        #expect(await hasGrown(source))
    }

    @Test func manyLinesWithOneTextHaveIdsOfTheirOwn() async throws {
        try folder.write("log", String(repeating: "same\n", count: 700))
        let source = source(.lines)
        _ = await answer(source, .all)
        try append(String(repeating: "same\nother\n", count: 30))
        #expect(await answer(source, .all) == answer(self.source(.lines), .all))
        #expect(await hasGrown(source))
    }

    @Test func aFilterAndASortGoOnBehindTheOldRows() async throws {
        try folder.write("log", (1...300).map { "line \($0 % 7) a\n" }.joined())
        let source = QueryingSource(source(.lines))
        for query in queries { _ = await answer(source, query) }
        for number in 1...3 {
            try append("line \(number) b a\n")
            for query in queries {
                #expect(await answer(source, query) == answer(QueryingSource(self.source(.lines)), query), "\(query)")
            }
        }
        // More rows than are inserted one by one.
        try append((1...600).map { "more \($0 % 11) b\n" }.joined())
        for query in queries {
            #expect(await answer(source, query) == answer(QueryingSource(self.source(.lines)), query), "\(query)")
        }
    }

    // MARK: Random changes

    @Test(arguments: [FileFormat.lines, .jsonl])
    func whateverHappensTheRowsAreThoseOfTheFile(format: FileFormat) async throws {
        var grown = 0
        try await forEachSeed(60) { seed, draws in
            try folder.write("log", text(format, &draws))
            let file = source(format)
            let source = QueryingSource(file)
            var trace: [String] = []
            for step in 0..<12 {
                let text = text(format, &draws)
                switch Int.random(in: 0..<10, using: &draws) {
                case 0: try overwrite(text)
                case 1: try folder.write("log", text)
                case 2 where format == .jsonl:
                    let row = SourceRow(id: "new \(step)", value: .object("id", .string("new \(step)")))
                    _ = try? await source.insert([RowInsertion(row)], opID: "\(step)").get()
                default: try append(text)
                }
                trace.append(text)
                // Some queries are not asked in each step, so that their results are older.
                for query in queries where Bool.random(using: &draws) {
                    let (found, wanted) = await (
                        answer(source, query), answer(QueryingSource(self.source(format)), query)
                    )
                    #expect(found == wanted, "TEST_SEED=\(seed), step \(step): \(trace), \(query)")
                }
                if await hasGrown(file) { grown += 1 }
            }
        }
        #expect(grown > 20, "hardly any file has grown")
    }

    private func text(_ format: FileFormat, _ draws: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...4, using: &draws)
        let ends = Int.random(in: 0..<4, using: &draws) == 0 ? ["\n", "", "\r\n"] : ["\n"]
        return (0..<count).map { _ in
            let word = ["a", "b", "ab", "", "line b"].randomElement(using: &draws) ?? ""
            let end = ends.randomElement(using: &draws) ?? "\n"
            if format == .lines { return word + end }
            if Int.random(in: 0..<30, using: &draws) == 0 { return "{" + end }
            let id = Int.random(in: 0..<100_000, using: &draws)
            return #"{"id":\#(id),"text":"\#(word)","size":\#(id % 3)}"# + end
        }.joined()
    }
}

/// A source that reads what is appended to a file.
private protocol GrowingSource: DataSource {
    /// Returns the numbers of rows that earlier editions share with the current one.
    func sharedCounts() async -> [Int: Int]
}

extension FileSource: GrowingSource {
    func sharedCounts() async -> [Int: Int] { editions.growth.shared.counts }
}

extension LineSource: GrowingSource {
    func sharedCounts() async -> [Int: Int] { shared.counts }
}
