import Foundation
import Testing

@testable import Hosting

/// Declarations that are right and of which a person is warned all the same.
@Suite struct WorkspaceWarningTests {
    private func warnings(_ text: String) throws -> [String] {
        try Workspace(Array(text.utf8), folder: "", seed: 1).warnings.map { "\($0.pointer) \($0.message)" }
    }

    private func edited(
        _ field: String, source: String = #"{"type":"file","path":"a.jsonl"}"#, columns: String = "[]"
    ) throws -> [String] {
        try warnings(
            """
            {"sources": {"s": \(source)}, "features": {
              "l": {"kind": "list", "source": "s", "columns": \(columns),
                    "toolbar": [{"action": "present", "params": {"modal": "e"}, "title": "Edit"}],
                    "modals": {"e": {"style": "sheet", "feature": "f", "target": "activeItem", "onOutput": "updateItem"}}},
              "f": {"kind": "form", "sections": [{"fields": [{"name": "x", \(field)}]}]}}}
            """)
    }

    @Test func columnsThatNobodySees() throws {
        func columns(_ roles: String...) throws -> [String] {
            let list = roles.map { #"{"key": "k", "role": "\#($0)"}"# }.joined(separator: ", ")
            let source = #"{"s": {"type": "inline"}}"#
            return try warnings(
                #"{"sources": \#(source), "features": {"l": {"kind": "list", "source": "s", "columns": [\#(list)]}}}"#)
        }
        #expect(try columns("none", "none").first?.hasPrefix("/features/l/columns have the role none") == true)
        #expect(try columns("none", "detail").isEmpty && columns("title").isEmpty)
    }

    @Test(arguments: [
        (#""type": "date""#, "number"), (#""type": "toggle""#, "date"), (#""type": "slider""#, "toggle"),
        (#""type": "repeated", "fields": [{"name": "y", "type": "text"}]"#, "text"),
    ])
    func aFieldThatCannotMeetItsColumn(field: String, type: String) throws {
        let found = try edited(field, columns: #"[{"key": "x", "type": "\#(type)", "role": "title"}]"#)
        #expect(found.count == 1 && found[0].hasPrefix("/features/f/sections/0/fields/0 can't meet the column x"))
    }

    @Test(arguments: ["toggle", "text", "number"])
    func aFieldThatMeetsItsColumn(type: String) throws {
        #expect(try edited(#""type": "\#(type)""#, columns: #"[{"key": "x", "role": "title"}]"#).isEmpty)
        #expect(try edited(#""type": "\#(type)""#, source: #"{"type":"file","path":"a.csv"}"#).isEmpty)
    }

    @Test func sourcesThatKeepNoArrays() throws {
        let field = #""type": "multiPicker", "options": ["a"]"#
        for source in [#"{"type":"file","path":"a.csv"}"#, #"{"type":"sqlite","path":"a.db","table":"t"}"#] {
            #expect(try edited(field, source: source).first?.contains("keeps no arrays and objects") == true)
        }
        #expect(try edited(field).isEmpty)
    }

    @Test func rowsInTheFileThatAFieldCannotHold() throws {
        let source = #"{"type": "inline", "rows": [{"id": 1, "x": "TRUE"}, {"id": 2, "x": "sometimes"}]}"#
        let found = try edited(#""type": "toggle""#, source: source)
        #expect(found.count == 1 && found[0].contains(#"can't hold "sometimes""#))
        #expect(try edited(#""type": "text""#, source: source).isEmpty)
    }
}
