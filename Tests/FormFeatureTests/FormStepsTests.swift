import FHFormFeature
import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import Testing

/// Steps, and drafts.
@Suite struct FormStepsTests {
    private func wizard(_ showMessages: FormConfiguration.ShowMessages = .onTouched) -> FormStore {
        FormStore {
            $0.showMessages = showMessages
            $0.steps = [
                FormStep(
                    id: "who", title: "Who", sections: [FormSection(fields: [field("name") { $0.required = true }])]),
                FormStep(
                    id: "firm", title: "Firm", visibleWhen: .equals("/name", .value(#""firm""#)),
                    sections: [FormSection(fields: [field("vat") { $0.required = true }])]),
                FormStep(id: "end", title: "End", sections: [FormSection(fields: [field("note")])]),
            ]
            $0.submit = .perform($1, operation: "order")
        }
    }

    @Test func oneGoesOnWhenAStepIsRightAndBackAlways() throws {
        let form = wizard()
        #expect(form["step"] == json(#"{"id":"who","title":"Who","index":0,"count":2}"#))
        #expect(form["sections"] == json(#"[{"fields":["/name"]}]"#))
        #expect(form.unavailable("previousStep") == "firstStep")
        try form.send("nextStep")
        #expect(form["step"]["id"]?.stringValue == "who")
        #expect(form["focus"]["path"]?.stringValue == "/name")
        #expect(form.flag("/name", "showMessages") == true)
        #expect(form.flag("/note", "touched") == false)
        try form.enter("/name", #""Ada""#)
        try form.send("nextStep")
        #expect(form["step"] == json(#"{"id":"end","title":"End","index":1,"count":2}"#), "a hidden step is skipped")
        #expect(form.unavailable("nextStep") == "lastStep")
        try form.send("previousStep")
        #expect(form["step"]["id"]?.stringValue == "who")
    }

    @Test func nextStepShowsMessagesAlsoWhereASubmitDoes() throws {
        let form = wizard(.onSubmit)
        try form.send("nextStep")
        #expect(form.flag("/name", "showMessages") == true && form.flag("/name", "touched") == true)
        #expect(form.flag("/note", "showMessages") == false)
    }

    @Test func aStepThatComesIsNotPassed() throws {
        let form = wizard()
        try form.enter("/name", #""firm""#)
        try form.send("nextStep")
        #expect(form["step"] == json(#"{"id":"firm","title":"Firm","index":1,"count":3}"#))
        try form.enter("/name", #""Ada""#)
        #expect(form["step"]["id"]?.stringValue == "who", "a step that goes is left")
        #expect(form["isValid"].boolValue == true)
    }

    @Test func aSubmitGoesToTheStepOfTheFirstWrongField() throws {
        let form = wizard()
        try form.enter("/name", #""firm""#)
        try form.send("submit")
        #expect(form["step"]["id"]?.stringValue == "firm")
        #expect(form["focus"]["path"]?.stringValue == "/vat")
        #expect(form.source.calls.isEmpty)
    }

    @Test func whatIsInAHiddenStepIsNotHandedOn() throws {
        let form = wizard()
        try form.enter("/vat", #""NO 1""#)
        try form.enter("/name", #""Ada""#)
        try form.send("submit")
        #expect(form.source.calls == [.perform("order", #"{"name":"Ada","note":""}"#)])
        #expect(form.unavailable("nextStep") == "submitting")
    }

    @Test func aFormWithoutStepsHasNone() {
        let form = FormStore([field("a")])
        #expect(form["step"].isNull)
        #expect(form.unavailable("nextStep") == "noSteps")
    }

    // MARK: Drafts

    private func drafting(_ rows: [SourceRow] = []) async -> FormStore {
        let form = FormStore([field("a"), field("p", .secure), field("lines", .repeated) { $0.fields = [field("b")] }])
        {
            $0.draft = DraftPlace(source: $1, id: "order")
            $0.submit = .none
        }
        await form.answer(0, rows)
        return form
    }

    private static func values(_ a: String) -> JSONText {
        text(#"{"values":[{"path":"/a","value":"\#(a)"}]}"#)
    }

    private let kept = SourceRow(
        id: "order", value: #"{"id":"order","values":{"a":"old","lines":[{"b":"x"}],"gone":1}}"#)

    @Test func whatWasEnteredIsKeptWhenNothingChangesForAWhile() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        try form.send("setSecret", #"{"path":"/p","value":"hush"}"#)
        form.advance(499)
        #expect(form.source.calls.count == 1)
        form.advance(1)
        #expect(form.source.calls.last == .insert("order", before: nil))
        await form.answer(1)
        try form.enter("/a", #""y""#)
        form.advance(500)
        #expect(form.source.calls.last == .update("order", Self.values("y")))
        await form.answer(2)
        try form.send("submit")
        #expect(form.source.calls.last == .delete(["order"]))
    }

    @Test func whatIsAtItsBaselineAgainIsKeptNoLonger() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        form.advance(500)
        await form.answer(1)
        try form.enter("/a", #""""#)
        form.advance(500)
        #expect(form.source.calls.last == .delete(["order"]))
    }

    @Test func aDraftIsOfferedAndRestored() async throws {
        let form = await drafting([kept])
        #expect(form["hasDraft"].boolValue == true)
        #expect(form.value("/a").stringValue == "")
        try form.enter("/a", #""new""#)
        form.advance(1000)
        #expect(form.source.calls.count == 1, "while one is offered no other is kept")
        try form.send("restoreDraft")
        #expect(form["hasDraft"].boolValue == false)
        #expect(form.value("/a").stringValue == "old")
        #expect(form.value("/lines/k1/b").stringValue == "x")
        #expect(form["isDirty"].boolValue == true)
        #expect(form.refusal("restoreDraft") == "noDraft")
    }

    @Test func aDraftThatIsReadAtLastIsNoErrorAnyMore() async throws {
        let form = FormStore([field("a")]) {
            $0.draft = DraftPlace(source: $1, id: "order")
            $0.submit = .none
        }
        await form.fail(0, Failure("invalidData", "The file is wrong."))
        #expect(form.errors.map { $0["code"]?.stringValue } == ["invalidData"])
        try form.send("retry")
        await form.answer(1, [kept])
        #expect(form.errors.isEmpty)
        #expect(form["hasDraft"].boolValue == true)
    }

    @Test func aFormThatIsStartedAnewIsNotOfferedItsOwnDraft() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        form.advance(500)
        await form.answer(1)
        try form.send("setTaskId", #"{"id":"again"}"#)
        #expect(form.source.calls.count == 2)
        #expect(form["hasDraft"].boolValue == false)
    }

    @Test func aDraftThatNobodyWantsIsTakenAway() async throws {
        let form = await drafting([kept])
        try form.send("discardDraft")
        #expect(form["hasDraft"].boolValue == false)
        #expect(form.source.calls.last == .delete(["order"]))
    }

    @Test func whatCanNotBeKeptIsAnErrorAndTriedAgain() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        form.advance(500)
        await form.fail(1)
        #expect(form.errors.map { $0["display"]?.stringValue } == ["inline"])
        #expect(form.status == "editing")
        try form.send("retry")
        #expect(form.source.calls.last == .insert("order", before: nil))
        await form.answer(2)
        #expect(form.errors.isEmpty)
    }

    @Test func aDraftWhoseRowAnotherMadeOrTookAwayIsKeptAllTheSame() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        form.advance(500)
        await form.fail(1, Self.duplicate)
        #expect(form.source.calls.last == .update("order", Self.values("x")))
        #expect(!form.isSettled)
        await form.fail(2, Self.gone)
        #expect(form.source.calls.last == .insert("order", before: nil))
        await form.answer(3)
        #expect(form.isSettled)
        try form.enter("/a", #""y""#)
        form.advance(500)
        #expect(form.source.calls.last == .update("order", Self.values("y")))
        #expect(Set(form.source.operations).count == 4)
        #expect(form.errors.isEmpty)
    }

    @Test func whatIsEnteredMeanwhileIsKeptInTheOthersRow() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        form.advance(500)
        try form.enter("/a", #""y""#)
        await form.fail(1, Self.duplicate)
        #expect(form.source.calls.last == .update("order", Self.values("y")))
    }

    @Test func aRowThatAnotherMadeIsNotTakenAwayByWhatWasUndone() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        form.advance(500)
        try form.enter("/a", #""""#)
        await form.fail(1, Self.duplicate)
        form.advance(500)
        #expect(form.source.calls.last == .insert("order", before: nil))
        #expect(form.errors.isEmpty)
        #expect(form.isSettled)
    }

    @Test func aRowThatIsGoneNeedNotBeTakenAway() async throws {
        let form = await drafting([kept])
        try form.send("discardDraft")
        await form.fail(1, Self.gone)
        #expect(form.errors.isEmpty)
        try form.enter("/a", #""x""#)
        form.advance(500)
        #expect(form.source.calls.last == .insert("order", before: nil))
    }

    @Test func aSourceThatContradictsItselfForEverIsAnError() async throws {
        let form = await drafting()
        try form.enter("/a", #""x""#)
        form.advance(500)
        for call in 1...4 {
            #expect(form.errors.isEmpty)
            await form.fail(call, call.isMultiple(of: 2) ? Self.gone : Self.duplicate)
        }
        #expect(form.source.calls.count == 5)
        #expect(form.errors.map { $0["code"]?.stringValue } == ["targetGone"])
        try form.send("retry")
        #expect(form.source.calls.count == 6)
        #expect(form.errors.isEmpty)
    }

    private static let duplicate = Failure("duplicateId", "there is one")
    private static let gone = Failure("targetGone", "there is none")
}
