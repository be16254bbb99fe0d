import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct OutputTests {
    private let sheet = ScreenStore.sheet

    @Test func aResultIsThreeRevisionsTheChildsThePresentersAndTheDismissal() throws {
        let screen = ScreenStore()
        try screen.present("child")
        try screen.send("submit", #"{"text":"x"}"#, at: sheet)
        #expect(screen.causes(from: 2) == ["presentation/submit client", "add effect", "dismiss effect"])
        #expect(screen.snapshots[1]["state"]?["log"]?.elements.isEmpty == true)
        #expect(screen.snapshots[2]["state"]?["log"].list.map(\.stringValue) == [#"add {"text":"x"}"#])
        #expect(screen.snapshots[1...2].allSatisfy { $0["presentation"]?.isNull == false })
        #expect(screen.snapshots[1...2].allSatisfy { $0["settled"]?.boolValue == false })
        #expect(screen.snapshots[3]["presentation"]?.isNull == true)
        #expect(screen.snapshots[3]["settled"]?.boolValue == true)
    }

    @Test func theNextInTheQueueFollowsAResult() throws {
        let screen = ScreenStore()
        try screen.present("child")
        try screen.present("bare")
        let waiting = screen.queue()
        try screen.send("submit", #"{"text":"x"}"#, at: sheet)
        #expect(screen.key() == waiting.first)
        // The presenter has no action for this output. The sheet closes nevertheless.
        try screen.send("submit", #"{"text":"y"}"#, at: sheet)
        #expect(screen.key() == nil)
        #expect(screen.log() == [#"add {"text":"x"}"#])
    }

    @Test func anOutputIsHandledAtItsOwnLevel() throws {
        let screen = ScreenStore()
        try screen.present("child")
        try screen.present("child", at: sheet)
        try screen.send("submit", #"{"text":"x"}"#, at: sheet + sheet)
        #expect(screen.log(at: sheet) == [#"add {"text":"x"}"#])
        #expect(screen.log() == [])
        #expect(
            screen.causes(from: 3) == [
                "presentation/presentation/submit client", "presentation/add effect", "presentation/dismiss effect",
            ])
    }

    @Test func aRefusedActionShowsAnErrorAndKeepsTheSheet() throws {
        let screen = ScreenStore()
        let key = try screen.present("refused")
        try screen.send("submit", #"{"text":"x"}"#, at: sheet)
        #expect(screen.key() == key)
        let error = screen.snapshot["errors"].list.first
        #expect(error?["code"]?.stringValue == "always")
        #expect(error?["display"]?.stringValue == "alert")
        #expect(error?["retryable"]?.boolValue == false)
        #expect(error?["retry"] == nil)
        #expect(error?["message"]?.stringValue?.hasPrefix("locked was refused (always)") == true)
        #expect(screen.causes(from: 2) == ["presentation/submit client"])
        screen.expectRefusal("notRetryable", "retry")
    }

    @Test func anErrorIsShownUntilItsActionSucceeds() throws {
        // An output without a row can't be used if the action requires one.
        let put = Modal(style: .sheet, feature: Screen.link(), onOutput: .init("put"))
        let screen = ScreenStore([:], .init(modals: ["put": put], outputs: ["open": .init("put")]))
        try screen.send("fail", #"{"code":"other"}"#)
        try screen.present("put")
        try screen.send("submit", #"{"text":"x"}"#, at: sheet)
        #expect(screen.errors() == ["other", "invalidParams"])
        #expect(screen.key() != nil)
        try screen.send("open", #"{"id":"1"}"#)
        #expect(screen.errors() == ["other"])
    }

    @Test func aPartOfAnOutputIsPutWhereItIsDeclared() throws {
        // The submitted text becomes the id of a row; the text of the row is a declared param.
        let pick = Modal(
            style: .sheet, feature: Screen.link(),
            onOutput: .init(
                "setRow", params: .object(["text": .string("chosen")]), taken: ["id": JSONPointer(["value", "text"])]))
        let screen = ScreenStore([:], .init(modals: ["pick": pick]))
        try screen.present("pick")
        try screen.send("submit", #"{"text":"2"}"#, at: sheet)
        #expect(screen.store.state.base.rows["2"] == "chosen")
        // A member that the output lacks is not sent, so that the action's params are invalid.
        let lost = Modal(
            style: .sheet, feature: Screen.link(),
            onOutput: .init(
                "setRow", params: .object(["text": .string("x")]), taken: ["id": JSONPointer(["value", "none"])]))
        let other = ScreenStore([:], .init(modals: ["pick": lost]))
        try other.present("pick")
        try other.send("submit", #"{"text":"2"}"#, at: sheet)
        #expect(other.errors() == ["invalidParams"])
    }

    // MARK: A feature's own outputs

    @Test func theDeclarationActsOnAFeaturesOwnOutput() throws {
        let screen = ScreenStore()
        try screen.send("open", #"{"id":"2"}"#)
        #expect(screen.causes() == ["open client", "present effect"])
        #expect(screen.snapshot["presentation"]?["target"]?["id"]?.stringValue == "2")
        try screen.send("submit", #"{"text":"x"}"#, at: sheet)
        #expect(screen.log() == [#"put 2 {"text":"x"}"#])
    }

    @Test func aDeclaredActionThatIsRefusedIsAnErrorOfTheFeature() throws {
        let screen = ScreenStore([:], .init(outputs: ["open": .init("locked")]))
        try screen.send("open", #"{"id":"2"}"#)
        #expect(screen.errors() == ["always"])
    }

    @Test func whatNobodyHandlesGoesToThePresenterAndEndsAtTheInstance() throws {
        let screen = ScreenStore()
        try screen.send("submit", #"{"text":"x"}"#)
        try screen.send("cancel")
        #expect(screen.causes() == ["submit client", "cancel client"])
        #expect(screen.errors() == [])
        // Inside a sheet, the declaration takes precedence, so that the presenter receives no output.
        try screen.present("child")
        try screen.send("open", #"{"id":"2"}"#, at: sheet)
        #expect(screen.log() == [])
        #expect(screen.key(at: sheet) != nil)
    }

    @Test func whatIsHandedOnIsTheOutputItself() async {
        let store = TestStore(Presenting(Screen(), .init(outputs: ["open": .init("note")]))) { message, _, _ in
            Issue.record("\(message)")
        }
        store.send(.base(.submit(text: "x"))) { _ in }
        store.receive(output: Output("submit", value: .object(["text": .string("x")])))
        store.send(.base(.discard)) { _ in }
        store.receive(output: .cancel(isForced: true))
        await store.finish()
    }

    @Test func outputsAreTakenOutOfMergedAndConsecutiveEffects() throws {
        func output(_ text: String) -> Effect<Screen.Action> {
            .output(Output("done", value: .string(text)))
        }
        let note = ActionLink("run", params: .object(["name": .string("noted")]))
        let screen = ScreenStore(
            [
                "all": .merge(
                    output("a"), .send(.note(text: "own")), .concatenate(output("b"), .send(.note(text: "z")))),
                "noted": .none,
            ], .init(outputs: ["done": note]))
        try screen.send("run", #"{"name":"all"}"#)
        #expect(screen.log() == ["run all", "own", "z", "run noted", "run noted"])
    }

    @Test func aPresentationThatAnOutputAsksForComesAfterTheSheet() throws {
        let next = Modal(
            style: .sheet, feature: Screen.link(),
            onOutput: .init("present", params: .object(["modal": .string("say")])))
        let say = Modal(style: .alert, title: "Done", buttons: [.init(id: "ok", title: "OK")])
        let screen = ScreenStore([:], .init(modals: ["next": next, "say": say]))
        try screen.present("next")
        try screen.send("submit", #"{"text":"x"}"#, at: sheet)
        #expect(screen.causes(from: 2) == ["presentation/submit client", "present effect", "dismiss effect"])
        #expect(screen.snapshot["presentation"]?["title"]?.stringValue == "Done")
        #expect(screen.queue() == [])
    }
}
