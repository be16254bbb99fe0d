import FHFlowFeature
import FHJSON
import FeatureKit
import Testing

@Suite struct WizardTests {
    private func three() -> FlowDriver { wizard([question("a"), question("b"), question("c")]) }

    // MARK: Next and back

    @Test func beginsWithItsFirstStep() {
        let flow = three()
        #expect(
            flow.steps
                == json(
                    #"""
                    {"id":"a","title":"A","index":0,"count":3,"canGoBack":false,"canGoForward":false,"canSkip":false,
                     "isSummary":false,"way":[{"id":"a","title":"A","status":"current"},
                     {"id":"b","title":"B","status":"open"},{"id":"c","title":"C","status":"open"}],
                     "answers":{},"hasDraft":false}
                    """#))
        #expect(flow.routes == ["a"])
        #expect(
            flow.snapshot()["unavailable"]
                == json(
                    #"""
                    {"push":"hasSteps","pop":"hasSteps","popTo":"hasSteps","popToRoot":"hasSteps","replace":"hasSteps",
                     "complete":"hasSteps","next":"empty","back":"firstStep","skip":"notSkippable",
                     "restoreDraft":"noDraft","discardDraft":"noDraft",
                     "confirmDiscard":"notBlocked","keepEditing":"notBlocked"}
                    """#))
    }

    @Test func nextIsTheStepsOwnSubmitWhoseOutputIsTheAnswer() throws {
        let flow = three()
        flow.expectRefusal(.unavailable("empty"), "next")
        try flow.page("enter", #"{"text":"x"}"#)
        #expect(flow.steps?["canGoForward"]?.boolValue == true)
        let revision = flow.store.revision
        try flow.send("next")
        #expect(flow.causes(after: revision) == ["flow next", "page submit", "flow advance"])
        #expect(flow.routes == ["a", "b"])
        #expect(flow.steps?["answers"] == json(#"{"a":{"text":"x"}}"#))
        #expect(flow.way == ["a done", "b current", "c open"])
    }

    @Test func aSubmitOfTheStepItselfGoesOnToo() throws {
        let flow = three()
        try flow.answer("x")
        #expect(flow.steps?["id"]?.stringValue == "b")
    }

    @Test func backRestoresWhatWasTypedAndNextComesBackToIt() throws {
        let flow = three()
        try flow.answer("x")
        let b = flow.keys[1]
        try flow.page("enter", #"{"text":"half"}"#)
        try flow.send("back")
        #expect(flow.routes == ["a"])
        #expect(flow.text == "x")
        #expect(flow.way == ["a current", "b open", "c open"])
        try flow.send("next")
        #expect(flow.keys.last == b)
        #expect(flow.text == "half")
        try flow.send("back")
        flow.expectRefusal(.unavailable("firstStep"), "back")
    }

    @Test func aStepThatWasLeftLivesOnUnseen() throws {
        let flow = three()
        try flow.answer("x")
        let b = flow.keys[1]
        try flow.page("later", #"{"text":"late"}"#)
        try flow.send("back")
        #expect(flow.store.has(path: ["stack", b]))
        flow.clock.advance(by: 10)
        try flow.send("next")
        #expect(flow.text == "late")
    }

    @Test func laterAnswersStayWhenOneGoesBack() throws {
        let flow = three()
        try flow.answer("x")
        try flow.answer("y")
        try flow.send("back")
        try flow.send("back")
        #expect(flow.way == ["a current", "b done", "c open"])
        #expect(flow.steps?["answers"] == json(#"{"a":{"text":"x"},"b":{"text":"y"}}"#))
    }

    @Test func theLastStepCompletesTheFlowWithTheAnswers() throws {
        let flow = three()
        for word in ["x", "y", "z"] { try flow.answer(word) }
        #expect(flow.status == "completed")
        #expect(
            flow.snapshot()["state"]?["output"] == json(#"{"a":{"text":"x"},"b":{"text":"y"},"c":{"text":"z"}}"#))
        for action in ["next", "back", "skip", "complete", "cancel", "restoreDraft"] {
            flow.expectRefusal(.unavailable("ended"), action)
        }
        #expect(flow.steps?["canGoBack"]?.boolValue == false)
    }

    @Test func mergedAnswersAreOneRow() throws {
        let merged = wizard([question("a"), question("b")], .merged)
        try merged.answer("x")
        try merged.answer("y")
        #expect(merged.snapshot()["state"]?["output"] == json(#"{"text":"y"}"#), "of the same name the last counts")
    }

    // MARK: Rules of back and skip

    @Test func aStepThatCanBeSkippedHasNoAnswerThen() throws {
        let flow = wizard([skippable("a"), question("b")])
        try flow.page("enter", #"{"text":"half"}"#)
        try flow.send("skip")
        #expect(flow.way == ["a skipped", "b current"])
        #expect(flow.steps?["answers"] == json("{}"))
        try flow.send("back")
        #expect(flow.text == "half")
        try flow.send("next")
        #expect(flow.way == ["a done", "b current"])
        flow.expectRefusal(.unavailable("notSkippable"), "skip")
    }

    @Test func skippingAnAnsweredStepTakesTheAnswerBack() throws {
        let flow = wizard([skippable("a"), question("b")])
        try flow.answer("x")
        try flow.send("back")
        try flow.send("skip")
        #expect(flow.way == ["a skipped", "b current"])
        #expect(flow.steps?["answers"] == json("{}"))
    }

    @Test func skippingTheLastStepCompletes() throws {
        let flow = wizard([question("a"), skippable("b")])
        try flow.answer("x")
        try flow.send("skip")
        #expect(flow.status == "completed")
        #expect(flow.snapshot()["state"]?["output"] == json(#"{"a":{"text":"x"}}"#))
    }

    @Test func aStepCanForbidGoingBack() throws {
        var paid = question("paid")
        paid.canGoBack = false
        let flow = wizard([question("a"), paid])
        try flow.answer("x")
        flow.expectRefusal(.unavailable("noBack"), "back")
        #expect(flow.steps?["canGoBack"]?.boolValue == false)
    }

    @Test func aPlainFlowHasNoSteps() throws {
        let flow = FlowDriver()
        #expect(flow.steps?.isNull == true)
        for action in ["next", "back", "skip"] { flow.expectRefusal(.unavailable("noSteps"), action) }
        for action in ["restoreDraft", "discardDraft"] { flow.expectRefusal(.unavailable("noDraft"), action) }
    }

    // MARK: Properties of steps

    @Test func aStepWithNothingToHandOnIsDoneByNext() throws {
        let flow = wizard([Wizard.Step(id: "hello", title: "Hello", feature: Notice.link), question("a")])
        let revision = flow.store.revision
        try flow.send("next")
        #expect(flow.causes(after: revision) == ["flow next"])
        #expect(flow.way == ["hello done", "a current"])
        #expect(flow.steps?["answers"] == json("{}"))
    }

    @Test func aStepCanBeAFlowOfSteps() throws {
        let inner = Wizard(steps: [question("x"), question("y")], ids: IDGenerator(seed: 1))
        let link = FeatureLink("inner") { _, keys throws(ActionRefusal) in
            AnyFeature(Presenting(Flow(FlowConfiguration(title: "Inner", wizard: inner), keys: keys), keys: keys))
        }
        let flow = wizard([Wizard.Step(id: "inner", title: "Inner", feature: link), question("end")])
        let path = ["stack", flow.keys[0]]
        for word in ["1", "2"] {
            try flow.send("enter", #"{"text":"\#(word)"}"#, at: path + ["stack", flow.top(of: path)])
            try flow.send("next")
        }
        #expect(flow.steps?["id"]?.stringValue == "end")
        #expect(flow.steps?["answers"] == json(#"{"inner":{"x":{"text":"1"},"y":{"text":"2"}}}"#))
    }

    @Test func theSummaryIsOpenedWithTheAnswersAnewEachTime() throws {
        var summary = Wizard.Step(id: "summary", title: "Summary", feature: Notice.link)
        summary.isSummary = true
        let flow = wizard([question("a"), summary])
        try flow.answer("x")
        #expect(flow.steps?["isSummary"]?.boolValue == true)
        #expect(flow.child?["values"] == json(#"{"a":{"text":"x"}}"#))
        let key = flow.keys[1]
        try flow.send("back")
        #expect(!flow.store.has(path: ["stack", key]))
        try flow.answer("y")
        #expect(flow.child?["values"] == json(#"{"a":{"text":"y"}}"#))
        try flow.send("next")
        #expect(flow.snapshot()["state"]?["output"] == json(#"{"a":{"text":"y"}}"#), "a summary is no answer")
    }

    @Test func aStepThatIsOpenedInTheSummaryIsGoneBackTo() throws {
        var summary = Wizard.Step(id: "summary", title: "Summary", feature: Page.link())
        summary.isSummary = true
        var b = question("b")
        b.canGoBack = false
        let flow = wizard([question("a"), question("c"), b, summary])
        for word in ["x", "y", "z"] { try flow.answer(word) }
        // Back to the first step.
        try flow.page("choose", #"{"step":"a"}"#)
        #expect(flow.steps?["id"]?.stringValue == "b")
        try flow.send("next")
        try flow.page("choose", #"{"step":"nowhere"}"#)
        #expect(flow.steps?["id"]?.stringValue == "summary")
    }

    @Test func aDeclaredOutputIsNoAnswer() throws {
        let flow = wizard([question("a"), question("b")], outputs: ["submit": ActionLink("cancel")])
        try flow.answer("x")
        #expect(flow.steps?["answers"] == json("{}"))
        #expect(flow.status == "cancelled")
    }

    // MARK: Guards

    @Test func rule10AnswersAreUnsavedChangesOfTheFlow() throws {
        let flow = three()
        try flow.send("cancel")
        #expect(flow.status == "cancelled")
        let answered = three()
        try answered.answer("x")
        try answered.send("cancel")
        #expect(answered.blocked == "cancel by ")
        try answered.send("confirmDiscard")
        #expect(answered.status == "cancelled")
    }

    @Test func rule10WhatWasTypedInAStepThatIsNotShownIsNamed() throws {
        let flow = three()
        try flow.answer("x")
        let b = flow.keys[1]
        try flow.page("enter", #"{"text":"half"}"#)
        try flow.send("back")
        try flow.send("cancel")
        #expect(flow.blocked == "cancel by stack/\(b)")
        try flow.send("keepEditing")
        #expect(flow.status == "active")
    }

    @Test func cancelOfAStepIsThatOfTheFlow() throws {
        let flow = three()
        try flow.page("cancel")
        #expect(flow.status == "cancelled")
        let forced = three()
        try forced.answer("x")
        try forced.page("discard")
        #expect(forced.status == "cancelled")
    }

    @Test func aResetBeginsAnew() throws {
        let flow = three()
        let first = flow.keys[0]
        try flow.answer("x")
        try flow.send("reset")
        #expect(flow.way == ["a current", "b open", "c open"])
        #expect(flow.keys != [first])
        #expect(flow.steps?["answers"] == json("{}"))
    }
}
