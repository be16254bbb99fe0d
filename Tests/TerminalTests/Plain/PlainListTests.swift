import FHTerminalPlain
import Testing

/// Lists in the dialog of lines.
@Suite struct PlainListTests {
    private static let actions = [
        "setActive", "openItem", "toggleItem", "toggleSelection", "selectAll", "clearSelection", "setFilter", "setSort",
        "refresh", "undo", "redo", "moveItems", "setWindow", "dismissError", "retry",
    ]

    private static func stage(_ state: JSON = [:], _ members: JSON = [:]) -> PlainStage {
        PlainStage(
            "list", States.list((["columns": [States.title, States.done]] as JSON).merging(state)), actions, members)
    }

    @Test func rowsHaveNumbersAndLabels() {
        let stage = Self.stage(["activeId": "2", "selection": ["mode": "multiple", "ids": ["1"], "all": false]])
        #expect(
            stage.takeText() == #"""
                Tasks.
                Rows 1 to 3 of 3.
                1 selected.
                1. Title: Renew the certificate, Done: no, selected
                2. Title: Reply to the translators, Done: yes, active
                3. Title: 宿題 and \u001b[31mred lines, Done: no
                Tasks> 
                """#)
    }

    @Test func stateOfARowHasWords() {
        let rows: JSON = [
            States.item(["id": "1", "title": "One"], ["pending": "update"]),
            States.item(["id": "2", "title": "Two"], ["errorId": "e1"]),
            States.item(["id": "3", "title": "Three"], ["dropped": true]),
        ]
        let error: JSON = ["id": "e1", "message": "The disk is full.", "display": "inline"]
        let stage = Self.stage(["items": rows, "columns": [States.title]], ["errors": [error]])
        let text = stage.takeText()
        #expect(text.contains("1. Title: One, pending: being changed\n"))
        #expect(text.contains("2. Title: Two, not saved: The disk is full.\n"))
        #expect(text.contains("3. Title: Three, not loaded at the moment\n"))
    }

    @Test func orderFilterAndProblemsAreSaid() {
        let stage = Self.stage([
            "filter": ["id": "open", "text": "milk"], "filters": [["id": "open", "title": "Open"]],
            "sort": [["key": "title", "descending": true]], "isStale": true,
            "problems": ["count": 1, "listed": [["line": 2, "code": "json", "message": "is no JSON"]]],
        ])
        let text = stage.takeText()
        #expect(text.contains("Filter: Open and “milk”.\nSorted by Title, descending.\n"))
        #expect(text.contains("The rows are out of date.\nProblem in the source: line 2: is no JSON\n"))
    }

    @Test(arguments: [
        ("open 2", #"openItem {"id":"2"}"#), ("o 2", #"openItem {"id":"2"}"#), ("3", #"setActive {"id":"3"}"#),
        ("tick 1", #"toggleItem {"id":"1","key":"done"}"#), ("tick 1 done", #"toggleItem {"id":"1","key":"done"}"#),
        ("select all", "selectAll"), ("select none", "clearSelection"),
        ("filter milk and tea", #"setFilter {"filter":{"text":"milk and tea"}}"#),
        ("filter none", #"setFilter {"filter":null}"#), ("filter open", #"setFilter {"filter":"open"}"#),
        ("sort title", #"setSort {"sort":[{"descending":false,"key":"title"}]}"#),
        ("sort ti down", #"setSort {"sort":[{"descending":true,"key":"title"}]}"#),
        ("sort none", #"setSort {"sort":[]}"#), ("reload", "refresh"), ("undo", "undo"),
        ("move 2 up", #"moveItems {"beforeId":"1","ids":["2"]}"#),
        ("move 1 last", #"moveItems {"ids":["1"]}"#),
        ("move 1 before 3", #"moveItems {"beforeId":"3","ids":["1"]}"#),
    ])
    func aCommandSendsItsAction(line: String, action: String) {
        let stage = Self.stage(["filters": [["id": "open", "title": "Open"]]])
        _ = stage.sent()
        stage.type(line)
        #expect(stage.sent() == [action])
    }

    @Test func idsAreComparedByTheirBytes() {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let rows = [composed, decomposed].map { States.item(["id": JSON($0), "title": "Café"]) }
        let stage = Self.stage(["items": JSON(rows), "count": 2, "totalCount": 2])
        _ = stage.takeText()
        _ = stage.sent()
        stage.type("move 2 up")
        let expected = #"moveItems {"beforeId":"\#(composed)","ids":["\#(decomposed)"]}"#
        #expect(stage.sent().map { Array($0.utf8) } == [Array(expected.utf8)])
    }

    @Test func severalRowsAreSelected() {
        let stage = Self.stage(["selection": ["mode": "multiple", "ids": ["2"], "all": false]])
        _ = stage.sent()
        stage.type("select 1-3")
        #expect(stage.sent() == [#"toggleSelection {"id":"1"}"#, #"toggleSelection {"id":"3"}"#])
        stage.type("unselect 1,2")
        #expect(stage.sent() == [#"toggleSelection {"id":"2"}"#])
    }

    @Test(arguments: [
        ("open", "open: name a row by its number."), ("open 7", "open: row 7 was not said; go 7 leads to it."),
        ("open x", "open: “x” is no number of a row."), ("9", "There is no number 9 here. show says everything again."),
        ("re", "“re” can mean reload or redo."),
        ("opne 2", "“opne 2” is not known here. Did you mean open? ? lists all words."),
        ("zzz", "“zzz” is not known here. ? lists all words."),
        ("undo 3", "undo stands alone: takes back the last edit."),
        ("undo", "undo: there is nothing to undo"),
    ])
    func aLineWithoutEffectIsAnswered(line: String, answer: String) {
        let stage = Self.stage([:], ["unavailable": ["undo": "nothingToUndo"]])
        _ = stage.sent()
        let text = stage.say(line)
        #expect(text.contains("\(answer)\nTasks> ") && stage.sent().isEmpty, "\(text)")
    }

    @Test func onlyTheNewIsSaidAfterAnAction() {
        let stage = Self.stage()
        let rows = States.rows.elements
        let items = JSON(
            [States.item(rows[0].merging(["done": true])), States.item(rows[1]), States.item(rows[2])])
        stage.host.react(to: "toggleItem", ["state": ["items": items]])
        #expect(
            stage.say("tick 1") == """
                tick 1
                1. Title: Renew the certificate, Done: yes
                Tasks> 
                """)
    }

    @Test func changesByOthersAreSaidBehindTheNextLine() {
        let stage = Self.stage()
        _ = stage.takeText()
        let items = JSON(States.rows.elements.dropFirst().map { States.item($0) })
        stage.change(["cause": States.ofPeer, "state": ["items": items, "count": 2, "totalCount": 2]])
        #expect(stage.takeText() == "" && stage.isQuietAtPrompts)
        #expect(
            stage.say("") == #"""

                Changed by others:
                Gone: Title: Renew the certificate, Done: no
                Rows 1 to 2 of 2.
                1. Title: Reply to the translators, Done: yes
                2. Title: 宿題 and \u001b[31mred lines, Done: no
                Tasks> 
                """#)
    }

    @Test func aNumberMeansTheRowThatWasRead() {
        let stage = Self.stage()
        let items = JSON(States.rows.elements.dropFirst().map { States.item($0) })
        stage.change(["state": ["items": items, "count": 2, "totalCount": 2]])
        _ = stage.sent()
        stage.type("open 2")
        #expect(stage.sent() == [#"openItem {"id":"2"}"#])
    }

    @Test func pagesFollowEachOther() {
        let numbers = (1...10).map { States.item(["id": "\($0)", "title": "Row \($0)", "done": false]) }
        let stage = Self.stage([
            "items": JSON(numbers), "count": 25, "totalCount": 25, "window": ["offset": 0, "limit": 10],
        ])
        #expect(stage.takeText().contains("Rows 1 to 10 of 25."))
        let more = (11...20).map { States.item(["id": "\($0)", "title": "Row \($0)", "done": false]) }
        stage.host.react(
            to: "setWindow", ["state": ["items": JSON(more), "window": ["offset": 10, "limit": 10]]])
        let text = stage.say("more")
        #expect(text.contains("Rows 11 to 20 of 25.\n11. Title: Row 11, Done: no\n"))
        _ = stage.sent(but: [])
        stage.type("open 12", "back", "last", "go 7", "first")
        let windows = ["0", "2147483648", "6", "0"].map { #"setWindow {"limit":10,"offset":\#($0)}"# }
        #expect(stage.sent(but: []) == [#"openItem {"id":"12"}"#] + windows)
    }

    @Test func aWholeRowHasAllItsLines() {
        let row: JSON = ["id": "1", "title": "One", "done": true, "note": "a\n2. b\tc", "deep": ["x": 1]]
        let stage = Self.stage(["items": [States.item(row)], "count": 1, "totalCount": 1])
        let text = stage.say("row 1")
        #expect(text.contains("Title: One\nDone: yes\n") && text.contains("\nnote: a\n  2. b c\n"))
    }

    @Test func actionsHaveNumbersAndReasons() {
        let stage = Self.stage(
            [:],
            [
                "toolbar": [["action": "add", "title": "Add"], ["action": "remove", "title": "Delete"]],
                "unavailable": ["remove": "noTarget", "undo": "nothingToUndo"],
            ])
        #expect(stage.takeText().contains("You can type: Add.\nTasks> "))
        let text = stage.say("actions")
        #expect(text.contains("1. Add\n2. Delete: not now, no row is active\n"))
        #expect(text.contains("undo: not now, there is nothing to undo\n"))
        _ = stage.sent()
        stage.type("do 1", "add", "do 2")
        #expect(stage.sent() == ["add", "add"])
        #expect(stage.say("delete").contains("Delete: no row is active\n"))
    }

    @Test func anErrorIsRetriedAndDismissed() {
        let error: JSON = [
            "id": "e1", "message": "The file can't be read.", "display": "banner", "retry": "retry", "retryable": true,
        ]
        let stage = Self.stage([:], ["errors": [error]])
        #expect(
            stage.takeText().contains(
                "Error: The file can't be read. retry tries again. dismiss removes this message.\n"))
        _ = stage.sent()
        stage.type("retry", "dismiss")
        #expect(stage.sent() == [#"retry {"id":"e1"}"#, #"dismissError {"id":"e1"}"#])
    }

    @Test func aRefusalIsSaid() {
        let stage = Self.stage()
        stage.host.refuse("openItem", reason: "gone")
        #expect(stage.say("open 1").contains("Open: it is not there any more\nTasks> "))
    }

    @Test func workIsSaidWithItsProgressAndCanBeStopped() {
        let stage = Self.stage()
        stage.type("select all")
        _ = stage.takeText()
        let effect: JSON = [
            "id": "perform-1", "name": "perform", "background": false, "title": "Copy", "progress": 0.5,
            "message": "b.txt", "cancellable": true,
        ]
        stage.change(["effects": [effect], "settled": false])
        #expect(stage.takeText().isEmpty)
        stage.type("show")
        stage.now += 1_000
        stage.update()
        #expect(stage.takeText().contains("Copy… 50% · b.txt"))
        stage.now += 5_000
        stage.update()
        stage.type("stop")
        #expect(stage.sent().last == #"cancelEffect {"id":"perform-1"}"#)
    }

    @Test func noticesAreSaidAndCanBeUndone() {
        let stage = Self.stage()
        stage.type("show")
        _ = stage.takeText()
        stage.change(["notices": [["id": "n1", "text": "Deleted 3 files", "tone": "success", "undo": true]]])
        stage.type("")
        #expect(stage.takeText().contains("Deleted 3 files. revert undoes it."))
        stage.type("revert")
        #expect(stage.sent().last == #"undoNotice {"id":"n1"}"#)
    }
}
