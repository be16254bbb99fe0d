import FHTerminalScreen
import FHTerminalUI
import Testing

/// Sheets, questions, flows and popups over a fake host, and the focus in them.
@Suite struct PresentationTests {
    private static var toolbar: JSON {
        [
            ["action": "present", "title": "Add", "role": "primary", "params": ["modal": "newTask"]],
            ["action": "present", "title": "Delete", "role": "destructive", "params": ["modal": "delete"]],
            ["action": "refresh", "title": "Refresh", "role": "default"],
        ]
    }

    private static func stage(_ members: JSON = [:], size: Size = Size(80, 24)) -> FakeStage {
        FakeStage("list", States.list(["activeId": "1"]), States.presenting + ["moveActive"], members, size: size)
    }

    private static func button(_ id: String) -> String { #"pressButton {"buttonId":"\#(id)","key":"p1"}"# }

    @Test func theToolbarIsPressedByDigitsAndClicks() {
        let stage = Self.stage(["toolbar": Self.toolbar, "unavailable": ["refresh": "readOnly"]])
        stage.press("1", "alt+2", "3")
        #expect(stage.shows("Refresh: this can be read but not changed"))
        stage.click("Add")
        let add = #"present {"modal":"newTask"}"#
        #expect(stage.sent() == [add, #"present {"modal":"delete"}"#, add])
    }

    @Test(arguments: ["sheet", "fullScreen", "popover", "unheardOf"])
    func aChildIsDrawnInItsStyle(_ style: String) {
        let stage = Self.stage()
        let form = States.child("form", States.titleForm())
        stage.change(["presentation": States.presentation(style, ["child": form])])
        #expect(stage.shows("New task") && stage.shows("Renew") == (style != "fullScreen"))
        stage.type("mi")
        #expect(stage.shows("mi") && stage.sent().last == #"presentation setValue {"path":"/title","value":"mi"}"#)
        stage.press("escape")
        #expect(stage.sent() == [#"dismiss {"key":"p1"}"#])
        stage.change(["presentation": nil])
        #expect(stage.shows("rows 1–3 of 3") && !stage.shows("New task"))
    }

    @Test func keysGoToTheUppermostSheet() {
        let child: JSON = ["id": "child", "kind": "list", "title": "Child", "actions": ["moveActive"]]
        let people = States.child("list", States.list(["title": "People"]))
        let inner = States.presentation("sheet", ["key": "p2", "title": "Assign to", "child": people])
        let outer = States.child("form", States.titleForm(), ["presentation": inner])
        let stage = FakeStage(
            "list", States.list(), States.presenting, ["presentation": States.presentation("sheet", ["child": outer])],
            others: [child])
        #expect(stage.shows("Assign to"))
        stage.press("down", "escape")
        #expect(
            stage.sent() == [
                #"presentation/presentation moveActive {"by":1}"#, #"presentation dismiss {"key":"p2"}"#,
            ])
    }

    @Test func anotherSheetReplacesTheFirst() {
        let stage = Self.stage()
        stage.change(["presentation": States.sheet])
        stage.type("a")
        stage.change(["presentation": States.sheet.merging(["key": "p2", "title": "Another"])])
        #expect(stage.shows("Another") && !stage.shows("New task"))
        stage.type("b")
        #expect(stage.sent().last == #"presentation setValue {"path":"/title","value":"b"}"#)
    }

    @Test func aConfirmationHasTheFocusOnItsHarmlessAnswer() {
        let stage = Self.stage()
        stage.change(["presentation": States.confirmation])
        stage.press("enter", "left", "enter", "escape")
        stage.click("[ Delete ]")
        #expect(
            stage.sent() == [
                Self.button("cancel"), Self.button("delete"), #"dismiss {"key":"p1"}"#, Self.button("delete"),
            ])
    }

    @Test func aDisabledAnswerIsNotPressed() {
        let buttons: JSON = [
            ["id": "delete", "title": "Delete", "role": "destructive", "enabled": false],
            ["id": "cancel", "title": "Cancel", "role": "cancel", "enabled": true],
        ]
        let stage = Self.stage()
        stage.change(["presentation": States.confirmation.merging(["dismissible": false, "buttons": buttons])])
        #expect(stage.style(of: "Delete ]") != stage.style(of: "Cancel ]"))
        stage.click("[ Delete ]")
        #expect(stage.sent().isEmpty)
        // A presentation that can't be dismissed is left by its cancel button.
        stage.press("escape")
        #expect(stage.sent() == [Self.button("cancel")])
    }

    @Test func aBlockedCancelAsksAboutUnsavedChanges() {
        let form = States.child("form", States.titleForm([:], ["isDirty": true]))
        let path: JSON = ["presentation"]
        let blocked: JSON = ["action": "cancel", "path": path, "by": path, "reason": "unsavedChanges"]
        let stage = Self.stage()
        stage.change(["presentation": States.presentation("sheet", ["child": form])])
        stage.change(["blocked": blocked])
        #expect(stage.shows("There are unsaved changes"))
        stage.press("escape")
        stage.click("Discard")
        #expect(stage.sent() == ["presentation keepEditing", "presentation confirmDiscard"])
        stage.change(["blocked": nil])
        #expect(stage.shows("New task") && !stage.shows("unsaved"))
    }

    @Test func anAlertIsDrawnAsAQuestion() {
        let error: JSON = [
            "id": "e1", "code": "diskFull", "message": "The disk is full.", "display": "alert", "retry": "retry",
        ]
        let stage = Self.stage(["errors": [error]])
        #expect(stage.shows("The disk is full."))
        stage.press("left", "enter", "escape")
        #expect(stage.sent() == [#"retry {"id":"e1"}"#, #"dismissError {"id":"e1"}"#])
        stage.change(["errors": []])
        #expect(!stage.shows("The disk is full"))
    }

    @Test func theNumberOfWaitingQuestionsIsShown() {
        let waiting = ["p2", "p3"].map { ["key": JSON($0), "style": "alert", "title": "Well"] as JSON }
        #expect(Self.stage(["presentation": States.confirmation, "queue": JSON(waiting)]).shows("2 more to come"))
    }

    @Test func questionsAndSheetsFitOnSmallScreens() {
        for presentation in [States.confirmation, States.sheet] {
            let stage = Self.stage()
            stage.change(["presentation": presentation])
            for (width, height) in [(40, 12), (20, 5), (8, 4), (3, 2), (1, 1), (120, 40)] {
                stage.resize(width, height)
                #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
            }
        }
    }

    // MARK: Popups

    @Test func theHelpShowsTheKeysAndIsClosed() {
        let stage = Self.stage(["toolbar": Self.toolbar])
        stage.press("question_mark")
        #expect(stage.shows("Quit") && stage.shows("Add"))
        stage.press("escape", "down")
        #expect(stage.sent() == [#"moveActive {"by":1}"#])
    }

    @Test func aPopupIsClosedWhenASheetAppears() {
        let stage = Self.stage()
        stage.press("question_mark")
        stage.change(["presentation": States.sheet])
        #expect(stage.app.interface.popups.isEmpty && stage.shows("New task"))
    }

    @Test func theActionsAreShownOverTheQuestionBeforeQuitting() {
        let form = States.child("form", States.titleForm([:], ["isDirty": true]))
        let stage = Self.stage(["presentation": States.presentation("sheet", ["child": form])])
        stage.press("question_mark", "ctrl+c")
        #expect(stage.shows("Quitting now would lose what") && stage.app.interface.popups.isEmpty)
        stage.press("colon")
        #expect(stage.app.interface.popups.count == 1 && stage.shows("─ Actions"))
        stage.press("escape")
        #expect(stage.shows("Quitting now would lose what") && stage.shows("Unsaved: "))
    }

    @Test func quittingAsksIfChangesWouldBeLost() {
        let form = States.child("form", States.titleForm([:], ["isDirty": true]))
        let stage = Self.stage(["presentation": States.presentation("sheet", ["child": form])])
        stage.press("ctrl+c")
        #expect(stage.shows("Quitting now would lose what") && stage.app.exitStatus == nil)
        stage.press("escape")
        #expect(stage.shows("New task") && !stage.shows("Quitting now"))
        stage.press("ctrl+c", "enter")
        #expect(!stage.shows("Quitting now") && stage.app.exitStatus == nil)
        stage.press("ctrl+c", "ctrl+c")
        #expect(stage.app.exitStatus == 0)
    }

    // MARK: Flows

    private static func flow(_ stack: [JSON], _ members: JSON = [:]) -> FakeStage {
        let state: JSON = [
            "title": "App", "stack": JSON(stack), "steps": nil, "status": "active", "output": nil,
        ]
        let child: JSON = ["id": "child", "kind": "list", "title": "Child", "actions": ["moveActive", "refresh"]]
        return FakeStage("flow", state.merging(members), ["push", "pop", "reset"], others: [child])
    }

    private static func page(_ key: String, _ title: String, _ child: JSON) -> JSON {
        ["key": JSON(key), "route": JSON(title), "title": JSON(title), "params": [:], "child": child]
    }

    @Test func theTopOfAFlowIsDrawnUnderItsTitles() {
        let refresh: JSON = ["action": "refresh", "title": "Again", "role": "default"]
        let root = Self.page("k1", "Tasks", States.child("list", States.list(), ["toolbar": [refresh]]))
        let stage = Self.flow([root])
        stage.press("down", "1")
        #expect(stage.sent() == [#"stack/k1 moveActive {"by":1}"#, "stack/k1 refresh"])
        let top = Self.page("k2", "New task", States.child("form", States.titleForm()))
        stage.change(["state": ["stack": [root, top]]])
        #expect(stage.shows("Tasks › New task"))
        stage.type("x")
        #expect(stage.sent().last == #"stack/k2 setValue {"path":"/title","value":"x"}"#)
        stage.press("escape")
        #expect(stage.sent() == ["pop"])
    }

    @Test func aSheetOfTheTopPageIsDrawnOverTheFlow() {
        let list = States.child("list", States.list(), ["presentation": States.sheet])
        let stage = Self.flow([Self.page("k1", "Tasks", list)])
        #expect(stage.shows("New task"))
        stage.press("escape")
        #expect(stage.sent() == [#"stack/k1 dismiss {"key":"p1"}"#])
    }

    @Test func theEndOfAFlowIsShown() {
        let stage = Self.flow([Self.page("k1", "Tasks", States.child("list", States.list()))])
        stage.change(["state": ["status": "cancelled"]])
        #expect(stage.shows("Cancelled"))
        stage.press("escape")
        #expect(stage.shows("2 features"))
    }
}
