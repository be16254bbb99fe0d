import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHFormFeature

/// Forms about a row in which the user and others change the same fields.
@Suite struct FormConflictTests: SharedRowTests {
    // MARK: Conflicts

    @Test func theFormShowsBothSidesAndWhatTheyBeganWith() throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        follow(&form, #"{"title":"Ship","note":"at sea"}"#)
        #expect(form.value("title") == json(#""Raft""#) && form.value("note") == json(#""at sea""#))
        #expect(form.field("title")["conflict"] == json(#"{"base":"Boat","theirs":"Ship"}"#))
        #expect(form["conflicts"] == json(#"["/title"]"#))
        #expect(form.codes("title") == ["conflict"] && form.isShown("title"))
        #expect(form["isValid"].boolValue == false)
    }

    @Test func aSubmitIsStoppedAtAConflict() throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        follow(&form, #"{"title":"Ship"}"#)
        try form.send("submit")
        #expect(form.outputs.isEmpty && form["status"].stringValue == "editing")
        #expect(form["focus"]["path"]?.stringValue == "/title")
    }

    @Test(arguments: ["{}", #"{"path":"/title"}"#])
    func mineIsKept(params: String) throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        follow(&form, #"{"title":"Ship"}"#)
        try form.send("keepMine", params)
        #expect(form.field("title")["conflict"] == nil && form["conflicts"].isNull)
        try form.send("submit")
        #expect(form.outputs.last?.value == text(#"{"title":"Raft"}"#) && form.outputs.last?.version == "2")
    }

    @Test func theirsIsTaken() throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        try form.enter("place/city", #""Bergen""#)
        follow(&form, #"{"title":"Ship","place":{"city":"Turku"}}"#)
        #expect(form["conflicts"] == json(#"["/title","/place/city"]"#))
        try form.send("takeTheirs", #"{"path":"/place"}"#)
        #expect(form.value("place/city") == json(#""Turku""#) && form["conflicts"] == json(#"["/title"]"#))
        try form.send("takeTheirs")
        #expect(form.value("title") == json(#""Ship""#) && form["isDirty"].boolValue == false)
    }

    @Test func whatIsNoConflictCanNotBeResolved() throws {
        var form = form()
        #expect(form.refusal("keepMine") == .unavailable("noConflict"))
        try form.enter("title", #""Raft""#)
        follow(&form, #"{"title":"Ship"}"#)
        #expect(form.refusal("takeTheirs", #"{"path":"/note"}"#) == .unavailable("noConflict"))
        #expect(form.refusal("takeTheirs", #"{"path":"/nowhere"}"#) == .unavailable("gone"))
    }

    @Test func aConflictEndsWhereBothSidesAgree() throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        follow(&form, #"{"title":"Ship"}"#)
        try form.enter("title", #""Ship""#)
        #expect(form["conflicts"].isNull && form["isDirty"].boolValue == false)
    }

    @Test func aConflictEndsWhereOthersTakeTheirChangeBack() throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        follow(&form, #"{"title":"Ship"}"#)
        follow(&form, "{}")
        #expect(form["conflicts"].isNull && form.value("title") == json(#""Raft""#))
    }

    @Test func aResetTakesTheirs() throws {
        var form = form()
        try form.enter("title", #""Raft""#)
        follow(&form, #"{"title":"Ship"}"#)
        try form.send("reset")
        #expect(form.value("title") == json(#""Ship""#) && form["conflicts"].isNull)
    }

    // MARK: Answers

    /// Makes a form that waits for the answer to its submit.
    private func waiting() -> FormDriver {
        var form = form()
        form.form.awaitAnswers(in: &form.state)
        return form
    }

    private func answer(_ form: inout FormDriver, _ answer: OutputAnswer) {
        if let action = form.form.take(answer, in: form.state) { form.apply(action) }
    }

    @Test func aFormWaitsUntilItsEditIsConfirmed() throws {
        var form = waiting()
        try form.enter("title", #""Raft""#)
        try form.send("submit")
        #expect(form["status"].stringValue == "submitting" && form.outputs.map(\.outcome) == [.offered])
        answer(&form, .accepted)
        #expect(form["status"].stringValue == "succeeded" && form.outputs.last == .done("submit", id: "7"))
    }

    @Test func aRefusalIsShownAtItsField() throws {
        var form = waiting()
        try form.enter("title", #""Raft""#)
        try form.send("submit")
        let mistake = Failure.Mistake(path: "/title", code: "unique", message: "taken")
        answer(&form, .refused(Failure("invalidData", "taken", retryable: false, mistakes: [mistake])))
        #expect(form.codes("title") == ["unique"] && form.value("title") == json(#""Raft""#))
        answer(&form, .accepted)
        #expect(form["status"].stringValue == "editing")
    }

    @Test func changesOfOtherMembersAreMergedAndHandedOnAgain() throws {
        var form = waiting()
        try form.enter("title", #""Raft""#)
        try form.send("submit")
        let current = SourceRow(id: "7", value: row(#"{"note":"at sea"}"#), version: "3")
        answer(&form, .refused(.conflict(current: [current])))
        #expect(form["status"].stringValue == "submitting" && form.value("note") == json(#""at sea""#))
        #expect(form.outputs.map(\.version) == [nil, "3"])
        #expect(form.outputs.last?.value == text(#"{"title":"Raft"}"#))
    }

    @Test func aChangeOfTheSameMemberIsAConflict() throws {
        var form = waiting()
        try form.enter("title", #""Raft""#)
        try form.send("submit")
        let current = SourceRow(id: "7", value: row(#"{"title":"Ship"}"#), version: "3")
        answer(&form, .refused(.conflict(current: [current])))
        #expect(form["status"].stringValue == "editing" && form["conflicts"] == json(#"["/title"]"#))
        #expect(form.outputs.count == 1 && form["focus"]["path"]?.stringValue == "/title")
    }

    @Test func anEditThatOthersHaveMadeIsDone() throws {
        var form = waiting()
        try form.enter("title", #""Raft""#)
        try form.send("submit")
        let current = SourceRow(id: "7", value: row(#"{"title":"Raft"}"#), version: "3")
        answer(&form, .refused(.conflict(current: [current])))
        #expect(form["status"].stringValue == "succeeded" && form.outputs.last == .done("submit", id: "7"))
    }
}
