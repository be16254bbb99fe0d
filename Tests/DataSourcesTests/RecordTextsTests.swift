import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHDataSources
@testable import FHRowCollections

/// An edit keeps the text of all unchanged parts of a file.
@Suite struct RecordTextsTests {
    enum Edit: Sendable {
        case none
        case update(String, String)
        case insert(String, before: String?)
        case delete([String])
        case move([String], before: String?)
    }

    private func edited(_ text: String, _ format: FileFormat, _ edit: Edit) throws -> String {
        let old = EncodedText(Array(text.utf8), .utf8)
        let content = try format.decode(old.bytes, idKey: "id", name: "t")
        var table = RowTable(content.rows)
        switch edit {
        case .none: break
        case .update(let id, let patch): _ = try table.update(id, patch: try JSONText(parsing: patch))
        case .insert(let object, let before): _ = try table.insert(try row(object), before: before)
        case .delete(let ids): _ = try table.delete(ids)
        case .move(let ids, let before): _ = try table.move(ids, before: before)
        }
        let text = try format.encode(table.rows, into: old.bytes, insteadOf: content.rows, content.notes)
        let new = try #require(text)
        let back = try format.decode(new, idKey: "id", name: "t").rows
        if !format.isTable { #expect(back == table.rows) }
        #expect(back.map(\.id) == table.rows.map(\.id))
        return String(decoding: try old.encoded(new), as: UTF8.self)
    }

    // MARK: Tables

    @Test(arguments: [
        // A byte-order mark, `\r\n`, quotes, and a last line without a line break are kept.
        ("\u{FEFF}id,n\r\n1,x\r\n2,y", Edit.update("1", #"{"n":"z"}"#), "\u{FEFF}id,n\r\n1,z\r\n2,y"),
        ("\"id\",\"n\"\n\"1\",\"x\"\n\"2\",y\n", .update("1", #"{"n":"z"}"#), "\"id\",\"n\"\n\"1\",\"z\"\n\"2\",y\n"),
        ("id,n,m\n1,\"x\",a\"b\n", .update("1", #"{"n":"q\"q"}"#), "id,n,m\n1,\"q\"\"q\",a\"b\n"),
        ("id,n\r\n1,x", .insert(#"{"id":"2","n":"y"}"#, before: nil), "id,n\r\n1,x\r\n2,y\r\n"),
        ("\"id\",n\n\"1\",x\n", .insert(#"{"id":"2","n":"y"}"#, before: "1"), "\"id\",n\n\"2\",y\n\"1\",x\n"),
        ("id,n\r\n", .insert(#"{"id":"2"}"#, before: nil), "id,n\r\n2,\r\n"),
        ("id,n", .insert(#"{"id":"2"}"#, before: nil), "id,n\n2,\n"),
        ("\u{FEFF}", .insert(#"{"id":"2"}"#, before: nil), "\u{FEFF}id\n2\n"),
        // Empty lines belong to the record after them.
        ("id,n\n\n1,x\n2,y\n\n", .delete(["1"]), "id,n\n2,y\n\n"),
        ("id,n\n1,x\n\n2,y", .move(["2"], before: "1"), "id,n\n\n2,y\n1,x\n"),
        ("id,n\r\n1,\"a\r\nb\"\r\n2,y\r\n", .delete(["1"]), "id,n\r\n2,y\r\n"),
        // Columns that an edit adds.
        ("\"id\",n\r\n1,\"x\"\r\n2,y", .update("2", #"{"m":"z"}"#), "\"id\",n,m\r\n1,\"x\",\r\n2,y,z"),
        ("id,n\n1,x\n", .delete(["1"]), "id,n\n"), ("id,n\n1,x", .none, "id,n\n1,x"),
    ])
    func tablesKeepWhatIsNotChanged(text: String, edit: Edit, expected: String) throws {
        #expect(try edited(text, .csv, edit) == expected)
    }

    /// A `\r` at the end of a file counts as a line break.
    @Test func aLastLineThatEndsWithHalfABreakIsEnded() throws {
        let insert = Edit.insert(#"{"id":"2","n":"y"}"#, before: nil)
        #expect(try edited("id,n\r\n1,x\r", .csv, insert) == "id,n\r\n1,x\r\n2,y\r\n")
        #expect(try edited("id\tn\r\n1\tx\r", .tsv, insert) == "id\tn\r\n1\tx\r\n2\ty\r\n")
    }

    /// The system does not report every change of a file, for example not the change of a memory-mapped page.
    @Test(arguments: [
        (FileFormat.jsonl, "{\"id\":1}\n{\"id\":2}\n"), (.json, "[1,2,[3]]"), (.csv, "id,n\n1,x\n2,y\n"),
    ])
    func aTextThatHoldsOtherRowsIsNotWrittenOver(format: FileFormat, text: String) throws {
        let old = RowCollection([try row(#"{"id":"1","n":"x"}"#)])
        let notes = FileNotes(columns: format.isTable ? ["id", "n"] : [])
        #expect(try format.encode(Array(old), into: Array(text.utf8), insteadOf: old, notes) == nil)
    }

    @Test(arguments: [(FileFormat.jsonl, ""), (.json, "[]"), (.csv, ""), (.tsv, "\n")])
    func anEmptyTextIsWrittenAnew(format: FileFormat, text: String) throws {
        let old = RowCollection([try row(#"{"id":"1","n":"x"}"#)])
        let new = try row(#"{"id":"1","n":"z"}"#)
        let notes = FileNotes(columns: format.isTable ? ["id", "n"] : [])
        let bytes = try #require(try format.encode([new], into: Array(text.utf8), insteadOf: old, notes))
        #expect(try Array(format.decode(bytes, idKey: "id", name: "t").rows) == [new])
    }

    /// With its original white space, a row may be longer than its compact text, but not too long to be read again.
    @Test func whiteSpaceMakesNoRowTooLong() throws {
        let space = String(repeating: " ", count: 1_000)
        let long = String(repeating: "x", count: (1 << 20) - 1_500)
        let text = "{\"id\":\"1\",\(space)\"n\":\"\"}\n"
        let edited = try edited(text, .jsonl, .update("1", #"{"n":"\#(long)"}"#))
        #expect(edited == text.replacing("\"\"", with: "\"\(long)\""))
        let longer = try self.edited(text, .jsonl, .update("1", #"{"n":"\#(long)\#(space)"}"#))
        #expect(longer == "{\"id\":\"1\",\"n\":\"\(long)\(space)\"}\n")
    }

    @Test func tabsKeepWhatIsNotChanged() throws {
        #expect(
            try edited("id\tn\r\n1\t\"x\r\n2\ty", .tsv, .update("2", #"{"n":"\"z"}"#)) == "id\tn\r\n1\t\"x\r\n2\t\"z")
    }

    // MARK: Objects

    @Test(arguments: [
        (
            "{\"id\": 1, \"n\": 1.0}\n{\"id\": 2, \"n\": 1e3}", Edit.update("1", #"{"m":[1]}"#),
            "{\"id\": 1, \"n\": 1.0, \"m\": [1]}\n{\"id\": 2, \"n\": 1e3}"
        ),
        (
            "{ \"id\" : 1 }\r\n\r\n{ \"id\" : 2 }\r\n", .insert(#"{"id":3,"x":"y"}"#, before: "2"),
            "{ \"id\" : 1 }\r\n{ \"id\" : 3, \"x\" : \"y\" }\r\n\r\n{ \"id\" : 2 }\r\n"
        ),
        (
            "{\"id\":1,\"caf\\u00e9\":\"\\u00e9\"}\n", .update("1", #"{"n":null,"m":0}"#),
            "{\"id\":1,\"caf\\u00e9\":\"\\u00e9\",\"m\":0}\n"
        ),
        (" {\"id\":1} \n{\"id\":2}", .move(["2"], before: "1"), "{\"id\":2}\n {\"id\":1} \n"),
        ("{\"n\": 1, \"id\": 1}\n", .update("1", #"{"n":null}"#), "{\"id\": 1}\n"),
        ("{\"id\":1}\n", .delete(["1"]), ""), ("\n", .insert(#"{"id":2}"#, before: nil), "{\"id\":2}\n"),
    ])
    func linesKeepWhatIsNotChanged(text: String, edit: Edit, expected: String) throws {
        #expect(try edited(text, .jsonl, edit) == expected)
    }

    private static let pretty = """
        [
            {
                "id": 1,
                "tags": [ "a", "b" ],
                "n": 1.50
            },
            {
                "id": 2
            }
        ]
        """

    @Test(arguments: [
        (pretty, Edit.update("1", #"{"n":2}"#), pretty.replacing("1.50", with: "2")),
        (pretty, .update("1", #"{"n":null}"#), pretty.replacing(",\n        \"n\": 1.50", with: "")),
        (
            pretty, .update("2", #"{"x":"y"}"#),
            pretty.replacing("\"id\": 2", with: "\"id\": 2,\n        \"x\": \"y\"")
        ),
        (
            pretty, .insert(#"{"id":3,"x":{"y":0}}"#, before: nil),
            pretty.dropLast(2) + ",\n    {\n        \"id\": 3,\n        \"x\": {\"y\":0}\n    }\n]"
        ),
        (pretty, .delete(["1", "2"]), "[\n]"),
        ("[{\"id\":1},{\"id\":2}]", .move(["2"], before: "1"), "[{\"id\":2},{\"id\":1}]"),
        ("[{\"id\":1}, {\"id\":2}]\n", .insert(#"{"id":3}"#, before: nil), "[{\"id\":1}, {\"id\":2}, {\"id\":3}]\n"),
        ("[ {\"id\":1}\n, {\"id\":2}\n]\n", .delete(["1"]), "[ {\"id\":2}\n]\n"),
        (" [] ", .insert(#"{"id":3}"#, before: nil), "[\n  {\"id\":3}\n]\n"),
    ])
    func arraysKeepWhatIsNotChanged(text: String, edit: Edit, expected: String) throws {
        #expect(try edited(text, .json, edit) == expected)
    }

    // MARK: Random edits

    private static func space(_ random: inout SeededGenerator, breaks: Bool) -> String {
        let pieces = breaks ? ["", "", " ", "\n", "\n    ", "\t", "\r\n"] : ["", "", "", " ", "  ", "\t"]
        return pieces.randomElement(using: &random)!
    }

    private static func object(_ id: Int, _ random: inout SeededGenerator, breaks: Bool) -> String {
        func space() -> String { Self.space(&random, breaks: breaks) }
        var members = ["\"id\"\(space()):\(space())\(id)"]
        let values = ["1.0", "1e2", "\"\\u00e9,\\\"]}\"", "[ 1 ,{ } ]", "null", "\"\"", "{\"a\" : [[ ]]}"]
        for key in ["a", "\\u0062", "é", ",]}"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
            members.append("\"\(key)\"\(space()):\(space())\(values.randomElement(using: &random)!)")
        }
        let parts = members.shuffled(using: &random).map { "\(space())\($0)\(space())" }
        return "{\(parts.joined(separator: ","))}"
    }

    private static func record(_ id: Int, _ random: inout SeededGenerator) -> String {
        let texts = ["", "x", "\"\"", "\"a,\"\"b\"", "\"a\nb\"", "a\"b", "\"x\"", "ä", "\"a\r\n\""]
        let id = Bool.random(using: &random) ? "\(id)" : "\"\(id)\""
        return ([id] + (0..<2).map { _ in texts.randomElement(using: &random)! }).joined(separator: ",")
    }

    /// Makes the text of a file, and returns the text of each of its records too.
    private static func file(
        _ format: FileFormat, _ random: inout SeededGenerator
    ) -> (text: String, records: [Int: String]) {
        let ids = Array(0..<Int.random(in: 0...6, using: &random)).shuffled(using: &random)
        let records = ids.map { id in
            format.isTable ? record(id, &random) : object(id, &random, breaks: format == .json)
        }
        let byID = Dictionary(uniqueKeysWithValues: zip(ids, records))
        if format == .json {
            let parts = records.map { "\(space(&random, breaks: true))\($0)\(space(&random, breaks: true))" }
            return ("[\(parts.joined(separator: ","))\(space(&random, breaks: true))]", byID)
        }
        var text = format.isTable ? (Bool.random(using: &random) ? "\u{FEFF}" : "") + "id,n,m\n" : ""
        for record in records {
            text += record + ["\n", "\r\n", "\n\n", "\r\n\r\n"].randomElement(using: &random)!
        }
        if Bool.random(using: &random), !records.isEmpty { text.removeLast() }
        return (text, byID)
    }

    @Test(arguments: [FileFormat.csv, .jsonl, .json])
    func whatIsNotEditedStandsAsItWas(format: FileFormat) throws {
        try forEachSeed(1_500) { seed, random throws in
            let (text, records) = Self.file(format, &random)
            var ids = Array(records.keys)
            #expect(try edited(text, format, .none) == text, "seed \(seed)")
            let edit: Edit
            var changed: Int?
            let before = ids.randomElement(using: &random).map { "\($0)" }
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                guard let id = ids.randomElement(using: &random) else { return }
                changed = id
                let patch = [#"{"n":"new"}"#, #"{"n":null,"a":1}"#, #"{"b":true,"é":"e"}"#, "{}"]
                edit = .update("\(id)", patch.randomElement(using: &random)!)
                // A new column is added to every record.
                if format.isTable { ids = [] }
            case 1: edit = .insert(#"{"id":"99","n":"a,\"b"}"#, before: Bool.random(using: &random) ? before : nil)
            case 2:
                let gone = ids.filter { _ in Bool.random(using: &random) }
                ids.removeAll(where: gone.contains)
                edit = .delete(gone.map { "\($0)" })
            default:
                let moving = ids.filter { "\($0)" != before && Bool.random(using: &random) }
                edit = .move(moving.map { "\($0)" }, before: before)
            }
            let new = try edited(text, format, edit)
            for id in ids where id != changed {
                #expect(new.utf8.contains(records[id, default: ""].utf8), "seed \(seed): \(text) became \(new)")
            }
        }
    }
}
