import FHJSON
import FeatureKit
import Testing

@testable import FHDataSources

@Suite struct FileFormatTests {
    private func decode(_ text: String, _ format: FileFormat, idKey: String = "id") throws -> FileContent {
        try format.decode(Array(text.utf8), idKey: idKey, name: "t")
    }

    @Test(arguments: [
        ("a.csv", FileFormat.csv), ("a.TSV", .tsv), ("a.json", .json), ("a.b.jsonl", .jsonl), ("a.ndjson", .jsonl),
        ("a.lines", .lines), ("a.txt", .lines), ("a", .lines), ("csv", .lines), ("x.csv/a", .lines), ("", .lines),
        ("/x.y/a.csv", .csv), ("a.", .lines),
    ])
    func followsTheEnding(path: String, expected: FileFormat) {
        #expect(FileFormat(path: path) == expected)
    }

    // MARK: Lines

    @Test func readsLines() throws {
        let content = try decode("one\n\n three\r\nfour", .lines)
        #expect(
            content.rows.map(\.value.string) == [
                #"{"id":"\#(lineID("one"))","text":"one"}"#, #"{"id":"\#(lineID(""))","text":""}"#,
                #"{"id":"\#(lineID(" three"))","text":" three"}"#, #"{"id":"\#(lineID("four"))","text":"four"}"#,
            ])
        #expect(content.lines == [1, 2, 3, 4])
        #expect(try decode("", .lines).rows.isEmpty)
        #expect(try decode("\n", .lines).rows.map(\.id) == [lineID("")])
    }

    @Test func linesThatAreNotUTF8AreShownAndNamed() throws {
        let content = try FileFormat.lines.decode([0x61, 0x0A, 0xFF], idKey: "id", name: "t")
        #expect(content.rows.map { $0.member("text")?.stringValue } == ["a", "\u{FFFD}"])
        #expect(said(content) == ["2 invalidBytes"])
    }

    @Test func linesAreReadOnly() throws {
        #expect(code { _ = try FileFormat.lines.encode([], columns: []) } == "readOnly")
    }

    // MARK: JSON lines

    @Test func readsJSONLines() throws {
        let content = try decode("{\"id\":\"a\"}\r\n\n \t\n{ \"id\" : 7, \"x\" : [1, 2] }", .jsonl)
        #expect(content.rows.map(\.id) == ["a", "7"])
        #expect(content.rows.map(\.value.string) == [#"{"id":"a"}"#, #"{"id":7,"x":[1,2]}"#])
        #expect(content.lines == [1, 4])
        #expect(content.notes.columns.isEmpty)
    }

    @Test(arguments: [
        ("{\"id\":\"a\"}\nnot JSON\n", 2, "is not JSON"), ("\n\n{\"id\":\"a\"\n", 3, "is not JSON"),
        ("{\"id\":\"a\"}\n[]\n", 2, "must be an object"), ("{\"id\":\"a\"}\n{}\n", 2, "as id"),
        ("{\"id\":\"\"}", 1, "as id"), ("{\"id\":1.5}", 1, "as id"), ("{\"id\":null}", 1, "as id"),
        ("{\"id\":\"1\"}\n\n{\"id\":1}\n", 3, "has the id 1, which line 1 has already"),
        // The first two ids look the same but have different bytes.
        ("{\"id\":\"\u{E9}\"}\n{\"id\":\"e\u{301}\"}\n{\"id\":\"\u{E9}\"}\n", 3, "which line 1 has already"),
    ])
    func namesTheLineOfAProblemInJSONLines(text: String, line: Int, message: String) throws {
        try expectProblem(line: line, message, in: decode(text, .jsonl))
    }

    @Test func writesJSONLines() throws {
        let text = "{\"id\":\"a\",\"x\":\"1\\n2\"}\n{\"id\":7}\n"
        #expect(try FileFormat.jsonl.encode(decode(text, .jsonl).rows, columns: []) == Array(text.utf8))
        #expect(try FileFormat.jsonl.encode([], columns: []).isEmpty)
    }

    // MARK: JSON

    @Test(arguments: ["", " \n", "[]", " [ ] \n"])
    func readsNoRows(text: String) throws {
        #expect(try decode(text, .json).rows.isEmpty)
    }

    @Test func readsAnArray() throws {
        #expect(try decode("[{\"id\":\"a\"},\n {\"id\":-7}]", .json).rows.map(\.id) == ["a", "-7"])
        #expect(try decode("[{\"key\":\"a\",\"id\":\"b\"}]", .json, idKey: "key").rows.map(\.id) == ["a"])
    }

    @Test(arguments: [
        ("[\n{\"id\":\"a\"},\n]", 3, "a comma behind the last element"),
        ("[\n{\"id\":\"a\"},\n{\n\"x\":1}]", 3, "as id"), ("[{\"id\":\"a\"},\n\n7]", 3, "must be an object"),
    ])
    func namesTheLineOfAProblemInAnArray(text: String, line: Int, message: String) throws {
        try expectProblem(line: line, message, in: decode(text, .json))
    }

    @Test func aTextThatBeginsNoArrayIsAnError() throws {
        expectInvalid(line: 1, "must begin an array of objects") { _ = try decode("\n{\"id\":\"a\"}", .json) }
    }

    @Test func namesTheLinesOfTwoElementsWithOneID() throws {
        let text = "[\n{\"id\":\"a\"},\n{\"id\":\"b\"},\n{\"id\":\"a\"}]"
        try expectProblem(line: 4, "has the id a, which line 2 has already", in: decode(text, .json))
    }

    @Test func writesAnArray() throws {
        let text = "[\n  {\"id\":\"a\"},\n  {\"id\":7}\n]\n"
        #expect(try FileFormat.json.encode(decode(text, .json).rows, columns: []) == Array(text.utf8))
        #expect(
            try decode(String(decoding: FileFormat.json.encode([], columns: []), as: UTF8.self), .json).rows.isEmpty)
    }
}

/// Returns the id of the first line with a text.
func lineID(_ text: String) -> String {
    Array(text.utf8).withUnsafeBytes { LineIDs.id($0) }
}

/// Returns the listed problems of a file as lines and codes.
func said(_ content: FileContent) -> [String] {
    content.notes.problems.listed.map { "\($0.line.map { "\($0) " } ?? "")\($0.code)" }
}

/// Expects one problem with a line and a part of the message.
func expectProblem(
    line: Int, _ words: String, in content: FileContent, sourceLocation: SourceLocation = #_sourceLocation
) {
    let problems = content.notes.problems
    #expect(problems.listed.count == 1 && problems.count == 1, "\(problems.listed)", sourceLocation: sourceLocation)
    #expect(problems.listed.first?.line == line, sourceLocation: sourceLocation)
    let message = problems.listed.first?.message ?? ""
    #expect(message.contains(words), "\(message)", sourceLocation: sourceLocation)
}
