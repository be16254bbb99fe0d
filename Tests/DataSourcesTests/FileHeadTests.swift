import FHJSON
import FeatureKit
import Foundation
import SystemPackage
import Testing

@testable import FHDataSources

/// The first rows of a long file come before the file has been read as a whole.
@Suite struct FileHeadTests {
    /// Rows of 2,000 bytes, because tests parse slowly.
    private static let count = 700
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func row(_ number: Int) -> String {
        "Row \(number) with a text, \"quoted\", ø, " + String(repeating: "long ", count: 400)
    }

    /// A file of more than ``FileHead/shortFile`` bytes; `last` is its last record.
    private func text(_ format: FileFormat, last: String? = nil) -> String {
        let rows = (1...Self.count).map { number in
            let text = row(number)
            return switch format {
            case .lines: text
            case .tsv: "\(number)\t\(text)"
            case .csv:
                "\(number),\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                    + "\n\""
            case .json, .jsonl: #"{"id":"\#(number)","title":\#(JSONText.string(text).string)}"#
            }
        }
        let all = rows + (last.map { [$0] } ?? [])
        return switch format {
        case .lines, .jsonl: all.joined(separator: "\n") + "\n"
        case .tsv: "id\ttitle\n" + all.joined(separator: "\n")
        case .csv: "id,title\n" + all.joined(separator: "\n")
        case .json: "[" + all.joined(separator: ",\n ") + "]"
        }
    }

    private func source(_ text: String, _ format: FileFormat) throws -> any DataSource {
        try folder.write("a", text)
        return source(format)
    }

    private func source(_ format: FileFormat, _ encoding: TextEncoding = .utf8) -> any DataSource {
        let path = folder.file("a").string
        return format == .lines
            ? LineSource(path: path, encoding: encoding)
            : FileSource(path: path, format: format, encoding: encoding)
    }

    private let first = FetchRequest(start: .offset(0), limit: 50, wait: .rows)
    private let next = FetchRequest(start: .offset(50), limit: 50, wait: .further)

    @Test(arguments: FileFormat.allCases)
    func theFirstPageIsThatOfTheWholeFile(format: FileFormat) async throws {
        let source = try source(text(format), format)
        let page = try await source.fetch(first).get()
        #expect(page.rows.count == 50 && page.growth == .running && page.totalCount == nil && !page.endReached)
        let second = try await source.fetch(next).get()
        #expect(second.totalCount == Self.count && second.growth == nil && second.edition == page.edition)
        let whole = try await source.fetch(FetchRequest(start: .offset(0), limit: 100)).get()
        #expect(Array(whole.rows) == Array(page.rows) + Array(second.rows))
    }

    @Test func aPageMayHaveAllRowsOfTheHeadAndNoMore() async throws {
        let source = try source(text(.jsonl), .jsonl)
        let page = try await source.fetch(FetchRequest(start: .offset(0), limit: .max, wait: .rows)).get()
        #expect(page.rows.count > 100 && page.rows.count < Self.count && page.growth == .running)
        #expect(page.rows.last?.id == "\(page.rows.count)")
    }

    @Test func anEditedHeadIsRead() async throws {
        let source = try source(text(.jsonl), .jsonl)
        _ = try await source.fetch(first).get()
        _ = try await source.update("2", patch: .object("title", .string("New")), opID: "1").get()
        let page = try await source.fetch(first).get()
        #expect(page.rows[1].value.value["title"]?.stringValue == "New" && page.totalCount == Self.count)
    }

    /// An id of the head that is used once more gets a suffix, so the rows of the head are outdated.
    @Test func anIDThatIsUsedAgainChangesTheEdition() async throws {
        let source = try source(text(.jsonl, last: #"{"id":"7","title":"again"}"#), .jsonl)
        let page = try await source.fetch(first).get()
        #expect(page.rows[6].id == "7" && page.problems == nil)
        let second = try await source.fetch(next).get()
        #expect(page.edition != nil && second.edition != nil && second.edition != page.edition)
        let whole = try await source.fetch(first).get()
        #expect(whole.rows[6].id != "7" && whole.edition == second.edition && whole.problems?.count == 1)
    }

    @Test func aFileThatIsReplacedMeanwhileChangesTheEdition() async throws {
        let source = try source(text(.lines), .lines)
        let page = try await source.fetch(first).get()
        try folder.write("a", "Other rows\n")
        let second = try await source.fetch(next).get()
        #expect(second.rows.isEmpty && second.edition != page.edition)
    }

    @Test func linesThatAreAppendedMeanwhileKeepTheEdition() async throws {
        let source = try source(text(.lines), .lines)
        let page = try await source.fetch(first).get()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("a").string))
        try file.seekToEnd()
        try file.write(contentsOf: Data("one more\n".utf8))
        try file.close()
        let second = try await source.fetch(next).get()
        #expect(second.totalCount == Self.count + 1 && second.edition == page.edition)
    }

    @Test(arguments: [
        FetchRequest(start: .offset(0), limit: 50), FetchRequest(start: .offset(1), limit: 50, wait: .rows),
        FetchRequest(start: .offset(0), limit: 50, wait: .further),
        FetchRequest(start: .offset(0), limit: 0, wait: .rows),
    ])
    func otherRequestsWaitForTheWholeFile(request: FetchRequest) async throws {
        let source = try source(text(.jsonl), .jsonl)
        let page = try await source.fetch(request).get()
        #expect(page.totalCount == Self.count && page.growth == nil && page.edition == nil)
    }

    @Test(arguments: [
        (FileFormat.jsonl, "{\"id\":1}\nno\n"), (.csv, "id,title\n1,\"a\"b\n"), (.json, "[{\"id\":1},no,"),
        (.jsonl, "{\"id\":1}\n{\"id\":1}\n"), (.tsv, "title\n"), (.lines, "a\u{0}b\n"), (.json, "no"),
    ])
    func aFaultInTheHeadIsReportedWithTheWholeFile(format: FileFormat, head: String) async throws {
        let source = try source(head + text(format), format)
        guard let page = try? await source.fetch(first).get() else { return }
        #expect(page.growth == nil || page.problems == nil)
        let whole = try await self.source(format).fetch(FetchRequest(start: .offset(0), limit: 50)).get()
        #expect(Array(page.rows) == Array(whole.rows))
        #expect(page.growth != nil || page.problems?.count == whole.problems?.count)
    }

    @Test func aTextThatHasToBeDecodedIsReadAsAWhole() async throws {
        try folder.write("a", "\u{FEFF}" + text(.lines))
        for encoding in [TextEncoding.utf8, .latin1] {
            #expect(try await source(.lines, encoding).fetch(first).get().growth == nil)
        }
    }

    @Test func aShortFileIsReadAsAWhole() async throws {
        let source = try source("{\"id\":1}\n", .jsonl)
        #expect(try await source.fetch(first).get().totalCount == 1)
    }
}
