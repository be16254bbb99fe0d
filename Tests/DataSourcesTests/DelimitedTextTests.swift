import FHJSON
import FeatureKit
import Testing

@testable import FHDataSources

@Suite struct DelimitedTextTests {
    private func decode(_ text: String, _ format: FileFormat = .csv, idKey: String = "id") throws -> FileContent {
        try format.decode(Array(text.utf8), idKey: idKey, name: "t")
    }

    private func values(_ text: String, _ format: FileFormat = .csv) throws -> [String] {
        try decode(text, format).rows.map(\.value.string)
    }

    private func encode(_ objects: [String], columns: [String] = [], _ format: FileFormat = .csv) throws -> String {
        let rows = try objects.map { try row($0) }
        return String(decoding: try format.encode(rows, columns: columns), as: UTF8.self)
    }

    // MARK: Reading

    @Test(arguments: [
        // Plain, without a final line break, with \r\n, with empty lines.
        ("id,n\n1,x\n", #"{"id":"1","n":"x"}"#), ("id,n\n1,x", #"{"id":"1","n":"x"}"#),
        ("id,n\r\n1,x\r\n", #"{"id":"1","n":"x"}"#),
        ("\n\nid,n\n\n1,x\n\n\n", #"{"id":"1","n":"x"}"#), ("id,n\n1,x\r", #"{"id":"1","n":"x"}"#),
        // Empty fields, with and without quotes.
        ("id,n\n1,\n", #"{"id":"1","n":""}"#), ("id,n\n1,\"\"\n", #"{"id":"1","n":""}"#),
        ("n,id\n,1\n", #"{"n":"","id":"1"}"#), ("id,n\n1,\"\"", #"{"id":"1","n":""}"#),
        // Quotes, separators and breaks within quotes.
        ("id,n\n1,\"a,b\"\n", #"{"id":"1","n":"a,b"}"#), ("id,n\n1,\"a\"\"b\"\n", #"{"id":"1","n":"a\"b"}"#),
        ("id,n\n1,\"\"\"\"\n", #"{"id":"1","n":"\""}"#), ("id,n\n1,\"a\nb\"\n", #"{"id":"1","n":"a\nb"}"#),
        ("id,n\n1,\"a\r\nb\"\n", #"{"id":"1","n":"a\r\nb"}"#), ("id,n\n1,\"a\r\"\n", #"{"id":"1","n":"a\r"}"#),
        // A quote within a field is text; a \r that ends no line is kept.
        ("id,n\n1,a\"b\n", #"{"id":"1","n":"a\"b"}"#), ("id,n\n1,a\rb\n", #"{"id":"1","n":"a\rb"}"#),
        // Spaces belong to the field.
        ("id,n\n1, x \n", #"{"id":"1","n":" x "}"#), ("id,n\n1,ÄÖ😀\n", #"{"id":"1","n":"ÄÖ😀"}"#),
        // Column names may be quoted too.
        ("id,\"a,\"\"b\"\n1,x\n", #"{"id":"1","a,\"b":"x"}"#),
    ])
    func readsCSV(text: String, expected: String) throws {
        #expect(try values(text) == [expected])
    }

    @Test(arguments: [
        ("id\tn\n1\tx\n", #"{"id":"1","n":"x"}"#), ("id\tn\r\n1\tx\r\n", #"{"id":"1","n":"x"}"#),
        ("id\tn\n1\t\n", #"{"id":"1","n":""}"#),
        ("id\tn\n1\t\"a\"\n", #"{"id":"1","n":"\"a\""}"#), ("id\tn\n1\t\"a\n", #"{"id":"1","n":"\"a"}"#),
        ("id\tn\n1\ta,b\n", #"{"id":"1","n":"a,b"}"#),
    ])
    func readsTSV(text: String, expected: String) throws {
        #expect(try values(text, .tsv) == [expected])
    }

    @Test(arguments: ["", "\n\n"])
    func readsNothing(text: String) throws {
        let content = try decode(text)
        #expect(content.rows.isEmpty && content.notes.columns.isEmpty)
    }

    @Test func keepsTheColumnsOfATableWithoutRows() throws {
        #expect(try decode("id,title\n").notes.columns == ["id", "title"])
    }

    @Test func knowsTheLineOfEachRow() throws {
        #expect(try decode("\nid,n\n1,\"a\nb\"\n\n2,x\n").lines == [3, 6])
    }

    @Test func columnsThatLookTheSameAreTwo() throws {
        #expect(try decode("id,\u{E9},e\u{301}\n").notes.columns.map(\.utf8.count) == [2, 2, 3])
        let row = SourceRow(id: "1", value: try JSONText(parsing: "{\"id\":\"1\",\"e\u{301}\":\"x\"}"))
        let columns = DelimitedText.columns(of: [row], known: ["id", "\u{E9}"])
        #expect(columns.map(\.utf8.count) == [2, 2, 3])
    }

    @Test func takesTheIDFromItsColumn() throws {
        #expect(try decode("name,key\nx,7\n", idKey: "key").rows.map(\.id) == ["7"])
    }

    @Test(arguments: [
        ("id,n\n1\n", 2, "1 field and not 2"), ("id,n\n1,x\n2,x,y\n", 3, "3 fields and not 2"),
        ("id,n\n1,\"a\nb\"\n2\n", 4, "1 field and not 2"), ("id,n\n,x\n", 2, "has no id"),
        ("id,n\n1,x\n2,\"x\n3,y\n", 3, "a quote that nothing closes"),
        ("id,n\n1,\"a\"b\n2,c\n", 2, "text behind a quote that ends a field"),
        ("id,n\n1,x\n2,\"\"\"a\" \n", 3, "text behind a quote that ends a field"),
        ("id,n\n1,x\n\n1,y\n", 4, "has the id 1, which line 2 has already"),
    ])
    func namesTheLineOfAProblem(text: String, line: Int, message: String) throws {
        try expectProblem(line: line, message, in: decode(text))
    }

    @Test(arguments: [
        ("n\nx\n", 1, "names no column id"), ("id,n,n\n1,x,y\n", 1, "names a column twice"),
        ("\n\nid,id\n", 3, "names a column twice"), ("id,n\r1,a\r2,b\r", 1, "a carriage return alone"),
        ("name,n\n1,x\n", 1, "no column id, but name, n"), ("\"id,n\n1,x\n", 1, "a quote that nothing closes"),
    ])
    func columnNamesThatCannotBeUsedAreAnError(text: String, line: Int, message: String) throws {
        expectInvalid(line: line, message) { _ = try decode(text) }
    }

    @Test func bytesThatAreNotUTF8AreShownAsReplacements() throws {
        for (quote, byte) in [([], 0xFF), ([0x22], 0xC3)] as [([UInt8], UInt8)] {
            let bytes = Array("id,n\n1,x\n2,".utf8) + quote + [byte] + quote + [0x0A]
            let content = try FileFormat.csv.decode(bytes, idKey: "id", name: "t")
            #expect(content.rows.map { $0.member("n")?.stringValue } == ["x", "\u{FFFD}"])
            #expect(said(content) == ["3 invalidBytes"])
        }
    }

    @Test func aRecordWithWrongQuotesHidesNoneBehindIt() throws {
        let content = try decode("id,n\na,\"x\nb,\"y\"\nc,z\nd,\"open\ne,w\n")
        #expect(content.rows.map(\.id) == ["b", "c", "e"])
        #expect(said(content) == ["2 invalidQuotes", "5 invalidQuotes"])
    }

    @Test func aRaggedRecordIsShownAsFarAsItGoes() throws {
        let content = try decode("id,n,m\na,1,2\nb,3\nc,4,5,6\n")
        #expect(
            content.rows.map(\.value.string) == [
                #"{"id":"a","n":"1","m":"2"}"#, #"{"id":"b","n":"3"}"#, #"{"id":"c","n":"4","m":"5"}"#,
            ])
        #expect(said(content) == ["3 raggedRecord", "4 raggedRecord"])
    }

    // MARK: Writing

    @Test(arguments: [
        (#"{"id":"1","n":"x"}"#, "id,n\n1,x\n"), (#"{"id":"1","n":""}"#, "id,n\n1,\n"),
        (#"{"id":"1","n":"a,b"}"#, "id,n\n1,\"a,b\"\n"), (#"{"id":"1","n":"a\"b"}"#, "id,n\n1,\"a\"\"b\"\n"),
        (#"{"id":"1","n":"a\nb"}"#, "id,n\n1,\"a\nb\"\n"), (#"{"id":"1","n":"\r"}"#, "id,n\n1,\"\r\"\n"),
        (#"{"id":"1","a,b":"x"}"#, "id,\"a,b\"\n1,x\n"),
        (#"{"id":1,"b":true,"r":1.5,"n":null}"#, "id,b,r,n\n1,true,1.5,\n"),
    ])
    func writesCSV(object: String, expected: String) throws {
        #expect(try encode([object]) == expected)
    }

    @Test func writesKnownColumnsFirstAndNewOnesAfterThem() throws {
        let objects = [#"{"new":"n","id":"1"}"#, #"{"id":"2","b":"x","other":"o"}"#]
        #expect(try encode(objects, columns: ["b", "id"]) == "b,id,new,other\n,1,n,\nx,2,,o\n")
        #expect(try encode([], columns: ["b", "id"]) == "b,id\n")
        #expect(try encode([]) == "")
    }

    @Test(arguments: [#"{"id":"1","n":[]}"#, #"{"id":"1","n":{"a":1}}"#])
    func refusesWhatATableCannotHold(object: String) throws {
        #expect(code { _ = try encode([object]) } == "invalidData")
        #expect(code { _ = try encode([object], .tsv) } == "invalidData")
    }

    @Test(arguments: ["a\\tb", "a\\nb", "a\\r", "\\r\\n"])
    func tabsAndBreaksCannotStandInTSV(escaped: String) throws {
        #expect(code { _ = try encode([#"{"id":"1","n":"\#(escaped)"}"#], .tsv) } == "invalidData")
        #expect(code { _ = try encode([#"{"id":"1","\#(escaped)":"n"}"#], .tsv) } == "invalidData")
    }

    @Test func quotesStandAsTheyAreInTSV() throws {
        #expect(try encode([#"{"id":"1","n":"\"a\", b"}"#], .tsv) == "id\tn\n1\t\"a\", b\n")
    }
}

/// Expects `invalidData` with a line and a part of the message.
func expectInvalid(
    line: Int, _ words: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    do {
        try body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch {
        let failure = error as? Failure
        #expect(failure?.code == "invalidData", sourceLocation: sourceLocation)
        let message = failure?.message ?? "\(error)"
        #expect(message.hasPrefix("t, line \(line): "), "\(message)", sourceLocation: sourceLocation)
        #expect(message.contains(words), "\(message)", sourceLocation: sourceLocation)
    }
}
