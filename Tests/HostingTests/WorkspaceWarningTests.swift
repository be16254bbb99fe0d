import FHDeclarations
import FHWorkspaces
import Foundation
import Testing

@testable import FHHosting

/// Valid declarations that cause a warning.
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
        #expect(found.count == 1 && found[0].hasPrefix("/features/f/sections/0/fields/0 can't edit the column x"))
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

    // MARK: Forms that write by themselves

    /// Returns the warnings of a list, a flow over it and a form that writes to its source.
    private func written(
        _ call: String, modal: String = "", toolbar: String = #"{"modal": "e"}"#, routes: String = "",
        more: String = "", list: String = "", source: String = "s"
    ) throws -> [String] {
        let flow = routes.isEmpty ? "" : #", "w": {"kind": "flow", "root": "l", "routes": {\#(routes)}\#(more)}"#
        let held = modal.isEmpty ? "" : #", "modals": {"e": {"style": "sheet", "feature": "f"\#(modal)}}"#
        let tools = modal.isEmpty ? "" : #", "toolbar": [{"action": "present", "params": \#(toolbar), "title": "E"}]"#
        return try warnings(
            """
            {"sources": {"s": {"type": "file", "path": "a.jsonl"}, "t": {"type": "file", "path": "b.jsonl"}}, "features": {
              "l": {"kind": "list", "source": "\(source)"\(list)\(tools)\(held)}\(flow),
              "f": {"kind": "form", "sections": [{"fields": [{"name": "x", "type": "text"}]}],
                    "submit": {"source": "s", "call": "\(call)"}}}}
            """)
    }

    @Test func aRowThatIsMadeTwice() throws {
        let insertion = #", "onOutput": "insertItem""#
        let found = try written("insert", modal: insertion)
        #expect(found.count == 1 && found[0].hasPrefix("/features/l/modals/e/onOutput inserts the row twice"))
        #expect(try written("insert", modal: #", "onOutput": {"action": "insertItem"}"#).count == 1)
        let edit = #", "target": "activeItem", "onOutput": "updateItem""#
        #expect(try written("update", modal: edit).first?.contains("changes the row twice") == true)
        // The row is inserted into another source, or only by the form.
        #expect(try written("insert", modal: insertion, source: "t").isEmpty)
        #expect(try written("insert", modal: #", "onOutput": "refresh""#).isEmpty)
        let pushed = #", "toolbar": [{"action": "push", "params": {"route": "r"}, "title": "R"}]"#
        let page = try written("insert", routes: #""r": {"feature": "f", "onOutput": "insertItem"}"#, more: pushed)
        #expect(page.count == 1 && page[0].hasPrefix("/features/w/routes/r/onOutput inserts the row twice"))
    }

    /// The form of `written` has another source than the list, and its output is what is inserted.
    @Test func aNewRowThatWouldHaveOnlyTheChangesOfAnother() throws {
        let insertion = #", "onOutput": "insertItem""#
        let target = #", "target": "activeItem""#
        let found = try written("update", modal: target + insertion, source: "t")
        #expect(found.count == 1 && found[0].hasPrefix("/features/l/modals/e/onOutput the new row would have only"))
        #expect(found.first?.contains("in f, because it is opened about a row; give f a submit") == true)
        // The form makes a whole row, or the value is another one.
        #expect(try written("insert", modal: target + insertion, source: "t").isEmpty)
        let given = #", "onOutput": {"action": "insertItem", "params": {"value": {"x": 1}}}"#
        #expect(try written("update", modal: target + given, source: "t").isEmpty)
        let output = #", "outputs": {"openItem": {"action": "push", "params": {"route": "r"}}}"#
        let route = #""r": {"feature": "f", "onOutput": "insertItem"}"#
        let page = try written("update", routes: route, more: output, source: "t")
        #expect(page.count == 1 && page[0].hasPrefix("/features/w/routes/r/onOutput the new row would have only"))
    }

    @Test func anUpdateThatHasNoRow() throws {
        let found = try written("update", modal: #", "dismissible": true"#)
        #expect(found.count == 1 && found[0].hasPrefix("/features/l/modals/e/feature f changes the row"))
        #expect(try written("update", modal: #", "target": "activeItem""#).isEmpty)
        #expect(try written("update", modal: #", "target": "selection""#).isEmpty)
        #expect(try written("insert", modal: #", "dismissible": true"#).isEmpty)
        // The output contains the row.
        let opening = #", "outputs": {"openItem": {"action": "present", "params": {"modal": "e"}}}"#
        #expect(try written("update", modal: #", "dismissible": true"#, list: opening).isEmpty)
        let alone = try written("update")
        #expect(alone.count == 1 && alone[0].hasPrefix("/features/f/submit/call update changes the row"))
    }

    @Test func aPageThatUpdatesAndHasNoRow() throws {
        let route = #""r": {"feature": "f"}"#
        let tool = #", "toolbar": [{"action": "push", "params": {"route": "r"}, "title": "R"}]"#
        let found = try written("update", routes: route, more: tool)
        #expect(found.count == 1 && found[0].hasPrefix("/features/w/routes/r/feature f changes the row"))
        let output = #", "outputs": {"openItem": {"action": "push", "params": {"route": "r"}}}"#
        #expect(try written("update", routes: route, more: output).isEmpty)
    }

    @Test func aFormThatWritesIgnoresMarksToo() throws {
        let multiple = #", "selection": "multiple""#
        let found = try written("update", modal: #", "target": "activeItem""#, list: multiple)
        #expect(found.count == 1 && found[0].hasPrefix("/features/l/modals/e/target e is about the active row"))
        #expect(try written("update", modal: #", "target": "selection""#, list: multiple).isEmpty)
    }
}
