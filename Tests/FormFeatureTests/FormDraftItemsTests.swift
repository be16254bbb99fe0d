import FHFormFeature
import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

/// The items of a restored draft replace the original items, and are merged with changes of the row by others.
@Suite struct FormDraftItemsTests {
    private static let fields = [
        field("title"),
        field("lines", .repeated) {
            $0.fields = [
                field("q", .number), field("t"),
                field("more", .group) { $0.fields = [field("parts", .repeated) { $0.fields = [field("by")] }] },
            ]
        },
    ]

    /// Makes a form about a row, after its source has returned the draft.
    private func form(_ lines: String, draft: String? = nil) async -> FormStore {
        let params = #"{"id":"7","version":"2","values":{"lines":\#(lines)}}"#
        let form = FormStore(Self.fields, params: params) { $0.draft = DraftPlace(source: $1, id: "edit") }
        let row = draft.map { SourceRow(id: "edit:7", value: text(#"{"id":"edit:7","values":\#($0)}"#)) }
        await form.answer(0, row.map { [$0] } ?? [])
        return form
    }

    /// Returns the draft of a form about these items, after `enter` has changed the form.
    private func kept(_ lines: String, _ enter: (FormStore) throws -> Void) async throws -> JSONText {
        let form = await form(lines)
        // The first draft is inserted. Later ones are updates, whose patches the source records.
        try form.enter("/title", #""x""#)
        form.advance(500)
        await form.answer(1)
        try form.enter("/title", #""""#)
        try enter(form)
        form.advance(500)
        guard case .update(_, let patch) = form.source.calls.last else {
            Issue.record("nothing was kept: \(form.source.calls)")
            return .emptyObject
        }
        return JSONText(patch.value["values"] ?? .null)
    }

    /// Returns the submitted items of a form that restores a draft made from other items.
    private func restored(
        _ before: String, _ after: String, _ enter: (FormStore) throws -> Void
    ) async throws -> JSONValue {
        let draft = try await kept(before, enter)
        let form = await form(after, draft: draft.string)
        try form.send("restoreDraft")
        #expect(form["conflicts"].isNull)
        try form.send("submit")
        return form["result"]["lines"] ?? .null
    }

    private func add(_ q: Int) -> (FormStore) throws -> Void {
        { try $0.send("insertItem", #"{"path":"/lines","value":{"q":\#(q)}}"#) }
    }

    // MARK: Changes by others

    @Test(arguments: [
        (#"[{"id":"a","q":1,"s":"x"}]"#, #"[{"id":"a","q":1,"s":"x"},{"id":"b","q":3}]"#),
        (#"[{"q":1,"s":"x"}]"#, #"[{"q":1,"s":"y"},{"q":3}]"#), (#"[{"q":1}]"#, #"[{"q":1},{"q":3}]"#),
        (#"[]"#, #"[{"id":"b","q":3}]"#),
    ])
    func anItemOfEachIsLeft(before: String, after: String) async throws {
        let items = try await restored(before, after, add(2))
        let quantities = items.elements.compactMap { $0["q"]?.intValue }
        #expect(quantities == (before == "[]" ? [2, 3] : [1, 2, 3]))
        #expect(items[0]?["s"] == json(after)[0]?["s"])
    }

    @Test func differentMembersOfAnItemAreMerged() async throws {
        let items = try await restored(
            #"[{"id":"a","q":1,"t":"x"},{"id":"b","q":2}]"#,
            #"[{"id":"b","q":2,"s":"B"},{"id":"a","q":1,"t":"y","s":"A"}]"#
        ) { try $0.enter("/lines/k1/q", "5") }
        #expect(items == json(#"[{"id":"b","q":2,"s":"B"},{"id":"a","q":5,"t":"y","s":"A"}]"#))
    }

    @Test func anItemThatWasRemovedIsGone() async throws {
        let items = try await restored(
            #"[{"id":"a","q":1},{"id":"b","q":2}]"#, #"[{"id":"a","q":1},{"id":"b","q":2},{"id":"c","q":3}]"#
        ) { try $0.send("removeItem", #"{"path":"/lines","id":"k1"}"#) }
        #expect(items == json(#"[{"id":"b","q":2},{"id":"c","q":3}]"#))
    }

    @Test func oneMemberThatBothHaveChangedIsAConflict() async throws {
        let draft = try await kept(#"[{"id":"a","q":1,"s":"x"}]"#) {
            try $0.enter("/lines/k1/q", "2")
            try add(9)($0)
        }
        let form = await form(#"[{"id":"a","q":3,"s":"y"}]"#, draft: draft.string)
        try form.send("restoreDraft")
        #expect(form["conflicts"] == json(#"["/lines"]"#))
        try form.send("keepMine")
        try form.send("submit")
        // Members without a field have the values that others have written.
        #expect(form["result"] == json(#"{"lines":[{"id":"a","q":2,"s":"y"},{"q":9}]}"#))
    }

    @Test func theirsCanBeTaken() async throws {
        let draft = try await kept(#"[{"id":"a","q":1}]"#) { try $0.enter("/lines/k1/q", "2") }
        let form = await form(#"[{"id":"a","q":3},{"id":"b","q":4}]"#, draft: draft.string)
        try form.send("restoreDraft")
        #expect(form["conflicts"] == json(#"["/lines"]"#))
        try form.send("takeTheirs")
        #expect(form.items("/lines").count == 2 && form["isDirty"] == .bool(false))
    }

    @Test func aDraftOfAnEarlierVersionHasNoIDs() async throws {
        let draft = #"[{"path":"/lines","value":[{"q":1},{"q":2}],"base":[{"q":1}],"places":[0,null]}]"#
        let form = await form(#"[{"id":"a","q":1,"s":"x"},{"id":"b","q":3}]"#, draft: draft)
        try form.send("restoreDraft")
        try form.send("submit")
        #expect(form["result"] == json(#"{"lines":[{"id":"a","q":1,"s":"x"},{"q":2},{"id":"b","q":3}]}"#))
    }

    // MARK: Members without a field

    @Test func anItemKeepsWhatNoFieldShows() async throws {
        let row = #"[{"id":"a","q":1},{"id":"b","q":2}]"#
        let items = try await restored(row, row) {
            try add(9)($0)
            try $0.send("moveItem", #"{"path":"/lines","id":"k1"}"#)
            try $0.enter("/lines/k2/q", "5")
        }
        #expect(items == json(#"[{"id":"b","q":5},{"q":9},{"id":"a","q":1}]"#))
    }

    @Test(arguments: ["", #","s":"new""#])
    func anItemInAnItemKeepsItToo(changed: String) async throws {
        func row(_ changed: String) -> String {
            #"""
            [{"q":1,"pin":1,"more":{"x":2,"parts":[{"by":"Ada","pin":3},{"by":"Bo","pin":4}]}\#(changed)}]
            """#
        }
        let items = try await restored(row(""), row(changed)) {
            try $0.send("insertItem", #"{"path":"/lines/k1/more/parts","value":{"by":"Cy"},"beforeId":"k2"}"#)
            try $0.enter("/lines/k1/more/parts/k3/by", #""Di""#)
            try $0.send("insertItem", #"{"path":"/lines","value":{"q":7}}"#)
        }
        let parts = #"[{"by":"Cy"},{"by":"Ada","pin":3},{"by":"Di","pin":4}]"#
        let first = #"{"q":1,"pin":1,"more":{"x":2,"parts":\#(parts)}\#(changed)}"#
        #expect(items == json(#"[\#(first),{"q":7}]"#))
    }

    @Test func whatAFieldCanNotHoldStaysInItsItem() async throws {
        let items = try await restored(#"[{"q":"many","t":"x"}]"#, #"[{"q":"many","t":"x"}]"#) {
            try $0.enter("/lines/k1/t", #""y""#)
        }
        #expect(items == json(#"[{"q":"many","t":"y"}]"#))
    }

    @Test func noDraftHasThem() async throws {
        let draft = try await kept(#"[{"id":"a","q":1,"pin":1,"more":{"parts":[{"by":"Ada","pin":2}]}}]"#, add(2))
        #expect(!draft.string.contains("pin"))
    }
}
