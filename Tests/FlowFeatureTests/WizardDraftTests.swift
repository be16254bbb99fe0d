import FHFlowFeature
import FHJSON
import FHKindParts
import FeatureKit
import Testing

/// If a draft is declared, the answers are kept after the end of the flow.
@Suite struct WizardDraftTests {
    private let shelf = Shelf()

    /// Makes a flow of three steps over the shared shelf; the second step can be skipped.
    private func flow(_ configure: (inout Wizard) -> Void = { _ in }) -> FlowDriver {
        var steps = ["a", "b", "c"].map { Wizard.Step(id: $0, title: $0, feature: Question.link) }
        steps[1].canSkip = true
        var wizard = Wizard(steps: steps, ids: IDGenerator(seed: 1))
        wizard.draft = DraftPlace(source: shelf, id: "plan")
        configure(&wizard)
        return FlowDriver(FlowConfiguration(title: "Plan", wizard: wizard))
    }

    @Test func whatWasAnsweredIsKeptAtOnce() throws {
        let flow = flow()
        try flow.page("enter", #"{"text":"x"}"#)
        #expect(shelf["plan"] == nil, "what is not handed on is no answer")
        try flow.send("next")
        let kept = #"{"id":"a","status":"done","answer":{"text":"x"}}"#
        #expect(shelf["plan"] == json(#"{"id":"plan","steps":[\#(kept),{"id":"b","status":"current"}]}"#))
        try flow.send("skip")
        #expect(
            shelf["plan"]?["steps"]
                == json(#"[\#(kept),{"id":"b","status":"skipped"},{"id":"c","status":"current"}]"#))
    }

    @Test func aRestartGoesOnWhereOneLeft() throws {
        let first = flow()
        try first.answer("x")
        try first.send("skip")
        let second = flow()
        #expect(second.steps?["hasDraft"]?.boolValue == true)
        #expect(second.way == ["a current", "b open", "c open"])
        #expect(second.snapshot()["unavailable"]?["restoreDraft"] == nil)
        let key = second.keys[0]
        try second.send("restoreDraft")
        #expect(second.way == ["a done", "b skipped", "c current"])
        #expect(second.steps?["hasDraft"]?.boolValue == false)
        #expect(second.routes == ["a", "b", "c"])
        #expect(!second.keys.contains(key))
        try second.send("back")
        try second.send("back")
        #expect(second.text == "x")
        try second.send("next")
        try second.send("skip")
        try second.answer("z")
        #expect(second.snapshot()["state"]?["output"] == json(#"{"a":{"text":"x"},"c":{"text":"z"}}"#))
        #expect(shelf["plan"] == nil, "what was handed on needn't be kept")
    }

    @Test func whereOneHadGoneBackToIsWhereOneGoesOn() throws {
        let first = flow()
        try first.answer("x")
        try first.answer("y")
        try first.send("back")
        let second = flow()
        try second.send("restoreDraft")
        #expect(second.way == ["a done", "b current", "c open"])
        #expect(second.text == "y")
    }

    @Test func aDraftThatNobodyWantsIsTakenAway() throws {
        try flow().answer("x")
        let flow = flow()
        try flow.send("discardDraft")
        #expect(shelf["plan"] == nil)
        #expect(flow.steps?["hasDraft"]?.boolValue == false)
        flow.expectRefusal(.unavailable("noDraft"), "restoreDraft")
    }

    @Test func whatWasAnsweredBesideADraftTakesItsPlace() throws {
        try flow().answer("x")
        let flow = flow()
        try flow.answer("other")
        try flow.send("discardDraft")
        #expect(flow.steps?["hasDraft"]?.boolValue == false)
        #expect(shelf["plan"]?["steps"]?[0]?["answer"] == json(#"{"text":"other"}"#))
    }

    @Test func aDraftThatIsTakenAwayAtLastIsNoErrorAnyMore() throws {
        try flow().answer("x")
        let flow = flow()
        shelf.fail(Failure("full", "no room"))
        try flow.send("discardDraft")
        #expect(flow.errors == ["full"])
        shelf.fail(nil)
        try flow.send("retry")
        #expect(flow.errors == [])
        #expect(shelf["plan"] == nil)
    }

    @Test func whileOneIsOfferedNoOtherIsKept() throws {
        try flow().answer("x")
        let flow = flow()
        try flow.answer("other")
        #expect(shelf["plan"]?["steps"]?[0]?["answer"] == json(#"{"text":"x"}"#))
        try flow.send("restoreDraft")
        #expect(flow.steps?["answers"] == json(#"{"a":{"text":"x"}}"#))
    }

    @Test func aFlowThatIsGivenUpDeletesItsDraft() throws {
        let flow = flow()
        try flow.answer("x")
        try flow.send("cancel")
        #expect(shelf["plan"] != nil, "nothing is lost before that is confirmed")
        try flow.send("confirmDiscard")
        #expect(shelf["plan"] == nil)
    }

    @Test func flowsWithOneDraftKeepItAllTheSame() throws {
        let flows = [flow(), flow()]
        try flows[0].answer("x")
        try flows[1].answer("y")
        #expect(shelf["plan"]?["steps"]?[0]?["answer"] == json(#"{"text":"y"}"#), "the last one has written it")
        try flows[0].send("skip")
        #expect(shelf["plan"]?["steps"]?[0]?["answer"] == json(#"{"text":"x"}"#))
        try flows[0].answer("z")
        #expect(flows[0].status == "completed")
        #expect(shelf["plan"] == nil)
        try flows[1].send("skip")
        #expect(shelf["plan"]?["steps"]?[0]?["answer"] == json(#"{"text":"y"}"#))
        #expect(flows.flatMap(\.errors) == [])
    }

    @Test func anAnswerThatItsStepDoesNotTakeAnyMoreIsAskedAgain() throws {
        shelf.put(
            "plan",
            #"""
            {"id":"plan","steps":[{"id":"a","status":"done","answer":{"text":1}},
             {"id":"b","status":"done","answer":{"text":"y"}},{"id":"c","status":"current"},
             {"id":"gone","status":"done","answer":{}}]}
            """#)
        let flow = flow()
        try flow.send("restoreDraft")
        #expect(flow.way == ["a current", "b done", "c open"])
        #expect(flow.text == "")
    }

    @Test func aStepThatMustNotBeSkippedAnyMoreIsAsked() throws {
        let first = flow()
        try first.answer("x")
        try first.send("skip")
        let second = flow { $0.steps[1].canSkip = false }
        try second.send("restoreDraft")
        #expect(second.way == ["a done", "b current", "c open"])
    }

    @Test func whatIsNoDraftOffersNothing() throws {
        for row: JSONText in [#"{"id":"plan"}"#, #"{"id":"plan","steps":7}"#] {
            shelf.put("plan", row)
            #expect(flow().steps?["hasDraft"]?.boolValue == false)
        }
        shelf.put("plan", #"{"id":"plan","steps":[]}"#)
        let flow = flow()
        try flow.send("restoreDraft")
        #expect(flow.way == ["a current", "b open", "c open"])
    }

    @Test func whatCanNotBeKeptIsAnErrorAndTriedAgain() throws {
        let flow = flow()
        shelf.fail(Failure("full", "no room"))
        try flow.answer("x")
        #expect(flow.errors == ["full"])
        #expect(flow.steps?["id"]?.stringValue == "b")
        shelf.fail(nil)
        try flow.send("retry")
        #expect(flow.errors == [])
        #expect(shelf["plan"]?["steps"]?[0]?["answer"] == json(#"{"text":"x"}"#))
    }

    @Test func whatCanNotBeReadIsAnErrorAndReadAgain() throws {
        try flow().answer("x")
        shelf.fail(Failure("busy", "not now"))
        let flow = flow()
        #expect(flow.errors == ["busy"])
        shelf.fail(nil)
        try flow.send("retry")
        #expect(flow.steps?["hasDraft"]?.boolValue == true)
    }

    @Test func aFlowThatIsStartedAnewIsNotOfferedItsOwnDraft() throws {
        let flow = flow()
        try flow.answer("x")
        try flow.send("setTaskId", #"{"id":"again"}"#)
        #expect(flow.steps?["hasDraft"]?.boolValue == false)
    }

    @Test(arguments: [true, false])
    func theLastAnswerIsKeptUntilItIsSubmitted(succeeds: Bool) throws {
        let flow = flow { $0.submit = .init(source: SlowOffice(succeeds: succeeds), operation: "send") }
        try flow.answer("x")
        try flow.send("skip")
        try flow.answer("z")
        #expect(flow.snapshot()["state"]?["status"]?.stringValue == "submitting")
        #expect(shelf["plan"]?["steps"]?[2]?["answer"] == json(#"{"text":"z"}"#))
        flow.clock.advance(by: SlowOffice.milliseconds)
        #expect(flow.snapshot()["state"]?["status"]?.stringValue == (succeeds ? "completed" : "active"))
        #expect((shelf["plan"] == nil) == succeeds)
    }
}

/// A source whose only operation takes a second.
private struct SlowOffice: DataSource {
    static let milliseconds = 1_000
    let succeeds: Bool
    let capabilities: SourceCapabilities = []

    func fetch(_ request: FetchRequest) -> SourceAnswer<FeatureKit.Page> {
        .now(.success(FeatureKit.Page(rows: [], endReached: true)))
    }

    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        .after(milliseconds: Self.milliseconds, succeeds ? .success(.null) : .failure(Failure("closed", "come later")))
    }
}
