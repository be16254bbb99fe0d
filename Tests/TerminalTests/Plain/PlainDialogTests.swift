import FHTerminalPlain
import Testing

/// The dialog of lines as a whole: the catalog, questions, the host, and lines that are typed in advance.
@Suite struct PlainDialogTests {
    private static func tasks(_ members: JSON = [:]) -> PlainStage {
        PlainStage("list", States.list(), States.presenting + ["setActive", "openItem", "setWindow"], members)
    }

    // MARK: The catalog

    @Test func theCatalogIsFilteredAndOpened() {
        let others: [JSON] = [
            ["id": "cities", "kind": "search", "title": "Cities", "actions": [], "state": States.search()]
        ]
        let stage = PlainStage("list", States.list(), ["setWindow"], others: others)
        #expect(
            stage.say("back") == """
                back
                Features of fake.
                2 features.
                1. It, list.
                2. Cities, search.
                A number or a title opens a feature. ? lists what you can type.
                Features> 
                """)
        #expect(stage.say("filter cit").contains("1 of 2 features with “cit”.\n1. Cities, search.\n"))
        #expect(stage.say("1").contains("Cities.\n"))
        #expect(stage.say(":leave", "filter", "it").contains("Tasks.\n"))
        #expect(stage.say("leave", "leave").contains("leave: this is the first page; quit ends the program\n"))
    }

    // MARK: Questions

    @Test func aQuestionNamesItsDefault() {
        let stage = Self.tasks(["presentation": States.confirmation])
        #expect(
            stage.takeText() == """
                Delete?
                It can't be brought back.
                1. Delete
                2. Cancel, the default
                Answer, 1 to 2, or an empty line for 2: 
                """)
        _ = stage.sent()
        stage.type("")
        stage.type("1", "del", "maybe")
        let presses = ["cancel", "delete", "delete"].map { #"pressButton {"buttonId":"\#($0)","key":"p1"}"# }
        #expect(stage.sent() == presses)
        #expect(stage.takeText().contains("“maybe” is not known here."))
    }

    @Test func aQuestionOfOthersIsNotAnsweredByALineForSomethingElse() {
        let stage = Self.tasks()
        _ = stage.takeText()
        stage.change(["presentation": States.confirmation, "cause": States.ofPeer])
        #expect(stage.takeText() == "")
        _ = stage.sent()
        let text = stage.say("1")
        #expect(text.contains("“1” was not used, because something else has come up meanwhile:\nDelete?\n"))
        #expect(stage.sent().isEmpty)
        stage.type("2")
        #expect(stage.sent() == [#"pressButton {"buttonId":"cancel","key":"p1"}"#])
    }

    @Test func aSheetIsLeft() {
        let stage = Self.tasks(["presentation": States.sheet])
        #expect(stage.takeText().contains("New task.\nAn empty line"))
        _ = stage.sent()
        stage.type(":back")
        #expect(stage.sent() == [#"dismiss {"key":"p1"}"#])
    }

    @Test func quittingAsksAboutUnsavedChanges() {
        let stage = PlainStage("form", States.titleForm([:], ["isDirty": true]), ["setValue", "focus", "blur"])
        let text = stage.say(":quit")
        #expect(
            text.contains(
                "There are unsaved changes\nUnsaved: New task. Quitting now would lose what is not kept as a draft.\n"
                    + "1. Keep editing, the default\n2. Quit\n"))
        stage.type("")
        #expect(stage.dialog.exitStatus == nil)
        stage.type(":quit", "2")
        #expect(stage.dialog.exitStatus == 0)
    }

    // MARK: The host

    @Test func theEndOfTheHostIsAQuestion() {
        let stage = Self.tasks()
        stage.host.die()
        stage.update()
        let text = stage.say("open 1")
        #expect(
            text.contains("“open 1” was not used")
                && text.contains("The host has ended\nIt has died. Restart starts it"))
        #expect(text.contains("1. Quit\n2. Restart, the default\n"))
        #expect(stage.say("").contains("Rows 1 to 3 of 3.\n"))
    }

    // MARK: Lines in advance

    @Test(arguments: [
        ["open 1", "2", "more", "actions", "zzz", "back", "1", "quit"], ["", "filter x", "select 1", "show", "help"],
    ])
    func linesInAdvanceActAsLinesBehindTheirPrompts(lines: [String]) {
        let (one, other) = (Self.tasks(), Self.tasks())
        for line in lines { one.type(line) }
        other.typeAtOnce(lines)
        #expect(one.takeText() == other.takeText())
        #expect(one.sent(but: []) == other.sent(but: []))
    }

    @Test func aLineWaitsForTheAnswerToTheLineBeforeIt() {
        let stage = Self.tasks()
        _ = stage.sent()
        stage.host.hold()
        stage.typeAtOnce(["open 1", "open 2"])
        #expect(stage.sent() == [#"openItem {"id":"1"}"#])
        stage.host.release()
        stage.update()
        #expect(stage.sent() == [#"openItem {"id":"2"}"#])
    }

    @Test func theEndOfTheInputEndsTheProgramBehindTheLastLine() {
        let stage = Self.tasks()
        _ = stage.sent()
        stage.host.hold()
        stage.dialog.enter("open 1", isShown: false)
        stage.dialog.endInput()
        stage.update()
        #expect(stage.dialog.exitStatus == nil)
        stage.host.release()
        stage.update()
        #expect(stage.dialog.exitStatus == 0 && stage.sent() == [#"openItem {"id":"1"}"#])
        #expect(stage.takeText().hasSuffix("Tasks> \n"))
    }

    // MARK: Text

    @Test func noControlCharacterIsWritten() {
        let hostile = "\u{1B}]0;x\u{7}\u{9B}2J\r\n1. fake\u{202E}\t"
        let rows: JSON = [States.item(["id": "1", "title": JSON(hostile)])]
        let stage = PlainStage(
            "list", States.list(["title": JSON(hostile), "items": rows]), ["setWindow"],
            [
                "errors": [["id": "e", "message": JSON(hostile), "display": "banner"]],
                "toolbar": [["action": "a", "title": JSON(hostile)]],
            ])
        stage.type("row 1", "actions", hostile, "help")
        let text = stage.takeText()
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        #expect(!text.contains("\u{202E}") && !text.contains("\n1. fake"))
    }
}
