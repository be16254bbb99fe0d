import FHJSON
import FeatureKit
import Foundation
import SystemPackage
import Testing

@testable import FHDataSources

/// Rows, ids and files that exceed the limits.
@Suite struct RowLimitsTests {
    private let long = String(repeating: "x", count: RowLimits.text)
    private let longID = String(repeating: "i", count: RowLimits.id + 1)

    private func message(of text: String, _ format: FileFormat) -> String {
        do {
            let content = try format.decode(Array(text.utf8), idKey: "id", name: "t")
            return content.notes.problems.listed.first.map { "\($0.line ?? 0): \($0.message)" } ?? ""
        } catch {
            return error.code == "invalidData" ? error.message : error.code
        }
    }

    @Test func aRowThatIsTooLongIsNamedInEachFormat() {
        let cases: [(FileFormat, String)] = [
            (.lines, "a\n\(long)x\n"), (.tsv, "id\tt\n1\t\(long)\n"), (.csv, "id,t\n1,\"\(long)\"\n"),
            (.json, "[{\"id\":\"1\"},\n{\"id\":\"2\",\"t\":\"\(long)\"}]"),
            (.jsonl, "{\"id\":\"1\"}\n{\"id\":\"2\",\"t\":\"\(long)\"}\n"),
        ]
        for (format, text) in cases {
            let message = message(of: text, format)
            #expect(message.hasPrefix("2: it is longer than 1048576 bytes"), "\(format): \(message)")
        }
    }

    @Test func whatBecomesTooLongAsJSONIsNamed() {
        let quotes = String(repeating: "\"", count: RowLimits.text / 2)
        #expect(message(of: quotes, .lines).hasPrefix("1: it is longer"))
        #expect(message(of: "id\tt\n1\t\(quotes)\n", .tsv).hasPrefix("2: it is longer"))
    }

    @Test func anIDThatIsTooLongIsNamedInEachFormat() {
        let cases: [(FileFormat, String)] = [
            (.tsv, "id\tt\n\(longID)\t1\n"), (.csv, "id,t\n\(longID),1\n"), (.json, "[\n{\"id\":\"\(longID)\"}]"),
            (.jsonl, "{\"id\":\"1\"}\n{\"id\":\"\(longID)\"}\n"),
        ]
        for (format, text) in cases {
            let message = message(of: text, format)
            let start = "2: it has an id that is longer than 4096 bytes"
            #expect(message.hasPrefix(start), "\(format): \(message)")
        }
    }

    @Test func whatIsAsLongAsItMayBeIsRead() throws {
        let frame = "{\"id\":\"\(longID.dropLast())\",\"t\":\"\"}"
        let line = "{\"id\":\"\(longID.dropLast())\",\"t\":\"\(long.dropLast(frame.utf8.count))\"}"
        #expect(line.utf8.count == RowLimits.text)
        #expect(message(of: "\(line)\n", .jsonl) == "")
    }

    @Test func noEditMakesARowThatCannotBeReadAgain() throws {
        var table = try RowTable(unique: try rows("a"))
        let patch = JSONText.encoding(["t": long])
        #expect(code { _ = try table.update("a", patch: patch) } == "invalidData")
        let row = SourceRow(id: "b", value: .encoding(["id": "b", "t": long]))
        #expect(code { _ = try table.insert(row, before: nil) } == "invalidData")
        let other = SourceRow(id: longID, value: .encoding(["id": longID]))
        #expect(code { _ = try table.insert(other, before: nil) } == "invalidData")
        #expect(table.rows.map { $0.value.string } == [#"{"id":"a"}"#])
    }

    @Test func aFileThatIsTooLongIsNotReadToItsEnd() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a.jsonl", "{\"id\":\"1\"}\n")
        #expect(code { _ = try AtomicFile(path).read(limit: 10) } == "invalidData")
        #expect(try AtomicFile(path).read(limit: 11).bytes.count == 11)
        // A sparse file, which takes no space.
        try FileHandle(forWritingTo: URL(fileURLWithPath: path.string)).truncate(atOffset: UInt64(RowLimits.file) + 1)
        let source = FileSource(path: path.string, format: .jsonl)
        await #expect { try await source.all() } throws: { ($0 as? Failure)?.code == "invalidData" }
    }
}
