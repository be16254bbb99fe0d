import FHTerminalUI
import Testing

/// Questions and screens that appear while the user types: keys that were meant for one have no effect on another.
@Suite struct UnexpectedTests {
    private static func form() -> FakeStage {
        FakeStage("form", States.titleForm(), States.presenting + ["setValue"])
    }

    private static func list(_ members: JSON = [:]) -> FakeStage {
        let actions = States.presenting + ["moveActive", "toggleSelection"]
        return FakeStage("list", States.list(["activeId": "1"]), actions, members)
    }

    /// Returns the sent actions, except the actions of typing, moving and marking.
    private static func pressed(_ stage: FakeStage) -> [String] {
        stage.sent(but: ["focus", "blur", "setWindow", "setValue", "toggleSelection", "moveActive"])
    }

    private static func button(_ id: String) -> String { #"pressButton {"buttonId":"\#(id)","key":"p1"}"# }

    // MARK: Questions

    @Test func typedTextAnswersNoQuestion() {
        let stage = Self.form()
        stage.type("ada")
        stage.change(["presentation": States.confirmation])
        stage.type("and ")
        stage.press("enter", "tab", "enter", "down", "r", "q", "1", "question_mark")
        #expect(Self.pressed(stage).isEmpty && stage.app.exitStatus == nil && stage.shows("← or →"))
        // The first arrow key leads to the harmless answer.
        stage.press("left", "enter")
        #expect(Self.pressed(stage) == [Self.button("cancel")])
        stage.press("left", "enter")
        #expect(Self.pressed(stage) == [Self.button("delete")])
    }

    @Test func theFirstEscapeOnlyMovesToTheAnswers() {
        let stage = Self.form()
        stage.type("a")
        stage.change(["presentation": States.confirmation])
        stage.press("escape")
        #expect(Self.pressed(stage).isEmpty)
        stage.press("escape")
        #expect(Self.pressed(stage) == [#"dismiss {"key":"p1"}"#])
    }

    @Test func aClickAnswersAtOnce() {
        let stage = Self.form()
        stage.type("a")
        stage.change(["presentation": States.confirmation])
        stage.click("[ Delete ]")
        #expect(Self.pressed(stage) == [Self.button("delete")])
    }

    @Test func keysDoNotAnswerAQuestionOfAnotherClient() {
        let stage = Self.list()
        stage.press("space")
        stage.change(["presentation": States.confirmation, "cause": States.ofPeer])
        stage.press("space", "enter")
        #expect(Self.pressed(stage).isEmpty)
        stage.press("right", "space")
        #expect(Self.pressed(stage) == [Self.button("cancel")])
    }

    @Test func aQuestionAfterACommandGetsTheNextKey() {
        let toolbar: JSON = [["action": "present", "title": "Remove", "params": ["modal": "delete"]]]
        let stage = Self.list(["toolbar": toolbar])
        stage.host.react(to: "present", ["presentation": States.confirmation])
        stage.press("down")
        stage.burst("1", "enter")
        #expect(Self.pressed(stage) == [#"present {"modal":"delete"}"#, Self.button("cancel")])
        stage.change(["presentation": nil])
        // A click is a command too, whatever was typed before.
        stage.press("down")
        stage.click("Remove")
        stage.press("enter")
        #expect(Self.pressed(stage) == [#"present {"modal":"delete"}"#, Self.button("cancel")])
    }

    // MARK: Screens

    @Test func keysForAClosedSheetHaveNoEffectOnTheList() {
        let stage = Self.list()
        stage.app.pauseMs = 500
        stage.change(["presentation": States.sheet])
        stage.now += 1_000
        stage.type("a")
        stage.change(["presentation": nil])
        // Each refused key restarts the pause: the user has not noticed the change yet.
        for pause in [0, 400, 400] {
            stage.now += pause
            stage.press("space")
        }
        #expect(!stage.sent().contains { $0.contains("toggleSelection") } && stage.shows("just changed by itself"))
        stage.now += 600
        stage.press("space")
        #expect(stage.sent() == [#"toggleSelection {"id":"1"}"#])
    }

    @Test func keysForAListHaveNoEffectOnASheetOfAnotherClient() {
        let stage = Self.list()
        stage.app.pauseMs = 500
        stage.press("space")
        stage.change(["presentation": States.sheet, "cause": States.ofPeer])
        stage.press("x", "ctrl+s", "escape")
        #expect(stage.sent() == [#"toggleSelection {"id":"1"}"#] && stage.shows("New task"))
        stage.now += 600
        stage.press("x")
        #expect(stage.sent() == [#"presentation setValue {"path":"/title","value":"x"}"#])
    }

    @Test func aSheetAfterACommandGetsTheNextKey() {
        let stage = Self.list()
        stage.app.pauseMs = 500
        stage.press("space")
        stage.change(["presentation": States.sheet])
        stage.press("x")
        #expect(stage.sent().last == #"presentation setValue {"path":"/title","value":"x"}"#)
    }

    // MARK: The end of the host

    @Test func typedTextDoesNotRestartTheHostOrQuit() {
        let stage = Self.form()
        stage.type("my")
        stage.die()
        stage.type(" quarter")
        stage.press("enter", "r", "e", "q")
        #expect(stage.shows("The host has ended") && stage.hostCount == 1 && stage.app.exitStatus == nil)
        stage.press("left", "enter")
        #expect(stage.hostCount == 2 && !stage.shows("has ended"))
    }

    @Test func typedTextIsEnteredAgainAfterARestart() {
        let stage = Self.form()
        stage.type("a")
        stage.host.hold()
        stage.type("da")
        stage.die()
        stage.press("right", "enter")
        #expect(stage.sent() == [#"setValue {"path":"/title","value":"ada"}"#] && stage.shows("ada"))
    }

    @Test func quittingAsksIfChangesWouldBeLost() {
        let stage = Self.form()
        stage.host.hold()
        stage.type("a")
        stage.die()
        stage.press("ctrl+c")
        #expect(stage.shows("Quitting now would lose what") && stage.app.exitStatus == nil)
        stage.press("escape")
        #expect(stage.shows("The host has ended") && !stage.shows("Quitting now"))
        stage.press("ctrl+c", "ctrl+c")
        #expect(stage.app.exitStatus == 0)
    }

    @Test func quittingAsksNoQuestionIfNothingWouldBeLost() {
        let stage = Self.list()
        stage.die()
        stage.press("ctrl+c")
        #expect(stage.app.exitStatus == 0)
    }

    @Test func valuesThatCanNotBeEnteredAgainAreShown() {
        let title = States.field("text", "Title", "milk", ["dirty": true])
        let code = States.field("secure", "Code", [:], ["dirty": true])
        let inner = States.form([("/title", title), ("/code", code)], ["isDirty": true])
        let stage = Self.list()
        stage.change(["presentation": States.presentation("sheet", ["child": States.child("form", inner)])])
        stage.die()
        stage.press("right", "enter")
        #expect(stage.shows("milk") && stage.shows("Code") && stage.shows("has to be entered again"))
        stage.press("enter")
        #expect(stage.shows("rows 1–3 of 3") && !stage.shows("milk"))
    }
}
