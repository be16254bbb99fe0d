import FHFormFeature
import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

/// Drafts of forms about a row that others have changed since.
@Suite struct FormDraftOfRowTests {
    private static let fields = [
        field("title"), field("note"), field("lines", .repeated) { $0.fields = [field("q", .number)] },
    ]

    /// Makes a form about a row, after its source has returned the draft.
    private func form(_ values: String, _ draft: String? = nil) async -> FormStore {
        let params = #"{"id":"7","version":"2","values":\#(values)}"#
        let form = FormStore(Self.fields, params: params) { $0.draft = DraftPlace(source: $1, id: "edit") }
        let row = draft.map { SourceRow(id: "edit:7", value: text(#"{"id":"edit:7","values":\#($0)}"#)) }
        await form.answer(0, row.map { [$0] } ?? [])
        return form
    }

    private static let title = #"[{"path":"/title","value":"Raft","base":"Boat"}]"#
    private static let lines = #"[{"path":"/lines","value":[{"q":1},{"q":2}],"base":[{"q":1}]}]"#

    @Test func itHoldsWhatItWasEnteredOn() async throws {
        let form = await form(#"{"title":"Boat","lines":[{"id":"a","q":1,"pin":"1234"}]}"#, #"[{"path":"/title"}]"#)
        try form.send("discardDraft")
        await form.answer(1)
        try form.enter("/title", #""Raft""#)
        try form.send("insertItem", #"{"path":"/lines","value":{"q":2}}"#)
        form.advance(500)
        await form.answer(2)
        try form.enter("/note", #""x""#)
        form.advance(500)
        let kept = #"""
            [{"path":"/title","value":"Raft","base":"Boat"},{"path":"/note","value":"x","base":""},
             {"path":"/lines","value":[{"q":1},{"q":2}],"base":[{"id":"a","q":1}],
              "places":[0,null]}]
            """#
        guard case .update("edit:7", let patch) = form.source.calls.last else {
            Issue.record("nothing was kept: \(form.source.calls)")
            return
        }
        #expect(patch.value["values"] == json(kept))
    }

    @Test func onTheRowAsItWasItIsEntered() async throws {
        let form = await form(#"{"title":"Boat","note":"new"}"#, Self.title)
        try form.send("restoreDraft")
        #expect(form.value("/title") == json(#""Raft""#) && form.value("/note") == json(#""new""#))
        #expect(form["conflicts"].isNull && form["isDirty"] == .bool(true))
    }

    @Test func aMemberThatOthersHaveChangedIsInConflict() async throws {
        let form = await form(#"{"title":"Ship","note":"new"}"#, Self.title)
        try form.send("restoreDraft")
        #expect(form.field("/title")["conflict"] == json(#"{"base":"Boat","theirs":"Ship"}"#))
        #expect(form.value("/title") == json(#""Raft""#) && form.codes("/title") == ["conflict"])
        try form.send("submit")
        #expect(form.status == "editing")
        form.advance(500)
        #expect(form.isSettled && form.source.calls.count == 1, "the draft is as it was")
        try form.send("keepMine")
        form.advance(500)
        let kept = #"{"values":[{"path":"/title","value":"Raft","base":"Ship"}]}"#
        #expect(form.source.calls.last == .update("edit:7", text(kept)))
    }

    @Test func whatOthersHaveMadeOfItTooIsNoChange() async throws {
        let form = await form(#"{"title":"Raft"}"#, Self.title)
        try form.send("restoreDraft")
        #expect(form["conflicts"].isNull && form["isDirty"] == .bool(false))
    }

    @Test func itemsThatNobodyElseHasChangedAreEntered() async throws {
        let form = await form(#"{"lines":[{"id":"a","q":1}]}"#, Self.lines)
        try form.send("restoreDraft")
        #expect(form["conflicts"].isNull && form.items("/lines").count == 2)
    }
}
