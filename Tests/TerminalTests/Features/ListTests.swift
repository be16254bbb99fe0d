import FHTerminalScreen
import Testing

/// Lists over a fake host: keys, marks and messages.
@Suite struct ListTests {
    private static let moving = ["moveActive", "setActive", "setWindow"]

    private static func stage(
        _ state: JSON = States.list(), _ actions: String..., members: JSON = [:], size: Size = Size(80, 24)
    ) -> FakeStage {
        FakeStage("list", state, moving + actions, members, size: size)
    }

    private static func lines(_ stage: FakeStage, _ range: ClosedRange<Int>) -> [String] {
        range.map { String(stage.lines[$0].drop { $0 == " " }) }
    }

    // MARK: Rows

    @Test func rowsAreDrawnInColumns() {
        let stage = Self.stage(States.list(["columns": [States.done, States.title], "activeId": "2"]))
        #expect(stage.lines[0].hasPrefix(" Tasks") && stage.lines[0].hasSuffix("rows 1–3 of 3"))
        #expect(Self.lines(stage, 2...4).map { $0.hasPrefix("›") } == [false, false, true])
        #expect(stage.lines[4].contains("Reply to the translators") && stage.lines[4].contains("[x]"))
        #expect(stage.lines[5].contains("宿題 and ·[31mred⏎lines"), "a control character is no command")
    }

    @Test func rowsWithPendingEditsAndErrorsHaveMarks() {
        let pending = ["insert", "update", "move", "delete", "unheardOf"]
        let items = pending.map { States.item(["id": JSON($0), "title": JSON($0)], ["pending": JSON($0)]) }
        let failed = States.item(["id": "f", "title": "failed"], ["errorId": "e1"])
        let stage = Self.stage(States.list(["items": JSON(items + [failed]), "count": 6]))
        for (mark, name) in zip(["+", "~", "↕", "−", "…", "!"], pending + ["failed"]) {
            #expect(stage.shows("\(mark) \(name)"), "\(name)")
        }
        #expect(stage.style(of: "failed") != stage.style(of: "insert"))
    }

    @Test func listsWithoutRowsHaveMessages() {
        let none: JSON = ["items": [], "count": 0, "totalCount": nil]
        #expect(Self.stage(States.list(none.merging(["empty": "noData"]))).shows("There is nothing here yet."))
        #expect(Self.stage(States.list(none.merging(["empty": "noMatch"]))).shows("Nothing matches."))
        let loading = Self.stage(States.list(none.merging(["phase": "loading", "content": "none"])))
        #expect(loading.shows("Loading…"))
        loading.now += 1_000
        loading.settle()
        #expect(loading.shows("⠋ Loading…"))
    }

    @Test func unknownColumnsAreDrawnAsFarAsPossible() {
        let columns: JSON = [
            ["key": "title", "type": "star", "role": "halo"], ["key": "done", "type": "toggle"], "no",
        ]
        let stage = Self.stage(States.list(["columns": columns]))
        #expect(stage.shows("Renew the certificate") && stage.shows("[x]"))
    }

    @Test func staleRowsAreDim() {
        let stage = Self.stage()
        let fresh = stage.style(of: "Renew")
        stage.change(["state": ["isStale": true, "loads": ["refresh": ["status": "loading"]]]])
        #expect(stage.style(of: "Renew") != fresh && stage.shows("loading…") && !stage.shows("out of date"))
    }

    private static var halfLoaded: FakeStage {
        let loads: JSON = ["refresh": ["status": "idle"], "append": ["status": "loading", "endReached": false]]
        let state = States.list(["activeId": "far", "count": 500, "totalCount": nil, "loads": loads])
        let stage = Self.stage(state)
        stage.press("end")
        #expect(stage.shows("esc stop"))
        _ = stage.sent()
        return stage
    }

    @Test func aMovementDuringTheWayToTheEndBeginsAtTheShownRows() {
        let stage = Self.halfLoaded
        stage.press("up")
        #expect(stage.sent() == [#"setActive {"id":"3"}"#, #"moveActive {"by":-1}"#])
        #expect(stage.shows("The movement to the end was stopped") && !stage.shows("esc stop"))
    }

    @Test func escapeStopsTheWayToTheEnd() {
        let stage = Self.halfLoaded
        stage.press("escape")
        #expect(stage.sent() == [#"setActive {"id":"3"}"#] && stage.shows("was stopped"))
        stage.press("escape")
        #expect(stage.shows("featurehost"), "the next escape goes back")
    }

    @Test func aPossibleUndoIsInTheLineOfKeys() {
        let refused: JSON = ["undo": "nothingToUndo", "redo": "nothingToRedo"]
        let state = States.list(["columns": [States.title, States.done]])
        let actions = ["openItem", "toggleItem", "toggleSelection", "setFilter", "setSort", "undo", "redo", "refresh"]
        let stage = FakeStage("list", state, Self.moving + actions, ["unavailable": refused])
        #expect(!stage.shows("u undo") && !stage.shows("U redo"))
        stage.change(["unavailable": ["undo": nil]])
        for key in ["⏎ open", "/ filter", "u undo", "esc back", "? help"] { #expect(stage.shows(key), "\(key)") }
        stage.change(["unavailable": ["redo": nil]])
        #expect(stage.shows("u undo") && stage.shows("U redo"))
    }

    @Test func aWindowIsRequestedOnce() {
        let stage = Self.stage(States.list(["window": ["offset": 0, "limit": 7], "activeId": "1"]))
        stage.change(["state": ["isStale": true]])
        #expect(stage.sent(but: []) == [#"setWindow {"limit":20,"offset":0}"#])
        stage.resize(80, 30)
        #expect(stage.sent(but: []) == [#"setWindow {"limit":26,"offset":0}"#])
    }

    @Test func anySizeIsDrawn() {
        let stage = Self.stage(States.list(["columns": [States.done, States.title], "activeId": "3"]), "toggleItem")
        for (width, height) in [(200, 60), (40, 12), (20, 5), (8, 4), (3, 2), (1, 1), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.lines.count == height && stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
        #expect(stage.shows("› ") && stage.shows("rows 1–3 of 3"))
    }

    // MARK: Keys

    @Test func theFirstRowIsActiveAtFirst() {
        let stage = Self.stage()
        #expect(stage.sent() == [#"setActive {"id":"1"}"#])
        stage.change(["state": ["isStale": true]])
        #expect(stage.sent().isEmpty, "it is sent once")
        #expect(Self.stage(States.list(["activeId": "2"])).sent().isEmpty, "another row is active")
        let later = States.list(["window": ["offset": 40, "limit": 20], "count": 43])
        #expect(Self.stage(later).sent().isEmpty, "another client has scrolled the list")
    }

    @Test func keysActOnTheActiveRow() {
        let stage = Self.stage(
            States.list(["activeId": "1", "columns": [States.title, States.done]]), "openItem", "toggleItem",
            "toggleSelection")
        stage.press("down", "enter", "x", "space")
        #expect(
            stage.sent() == [
                #"moveActive {"by":1}"#, #"openItem {"id":"1"}"#, #"toggleItem {"id":"1","key":"done"}"#,
                #"toggleSelection {"id":"1"}"#,
            ])
    }

    @Test func aDoubleClickOpensARow() {
        let stage = Self.stage(States.list(["activeId": "1"]), "openItem")
        stage.click("Reply", times: 2)
        #expect(stage.sent() == [#"setActive {"id":"2"}"#, #"openItem {"id":"2"}"#])
        stage.click("Reply")
        stage.now += 1_000
        stage.click("Reply")
        #expect(stage.sent() == [#"setActive {"id":"2"}"#, #"setActive {"id":"2"}"#])
    }

    @Test func aClickOnABoxTogglesIt() {
        let columns: JSON = [States.title, States.done]
        let stage = Self.stage(States.list(["activeId": "1", "columns": columns]), "toggleItem")
        stage.click("[x]")
        #expect(stage.sent() == [#"setActive {"id":"2"}"#, #"toggleItem {"id":"2","key":"done"}"#])
    }

    @Test func aKeyActsOnTheRowThatEarlierKeysMakeActive() {
        let stage = Self.stage(States.list(["activeId": "1"]), "toggleSelection")
        stage.host.react(to: "moveActive", ["state": ["activeId": "2"]])
        stage.host.hold()
        stage.burst("down", "space")
        #expect(stage.sent() == [#"moveActive {"by":1}"#])
        stage.release()
        #expect(stage.sent() == [#"toggleSelection {"id":"2"}"#])
    }

    @Test func theWheelScrollsAndKeepsTheActiveRow() {
        let items = (1...20).map { States.item(["id": "\($0)", "title": "Row \($0)"]) }
        let stage = Self.stage(
            States.list(["items": JSON(items), "count": 100, "totalCount": 100, "activeId": "1"]))
        _ = stage.sent(but: [])
        stage.wheel(.wheelDown)
        let sent = stage.sent(but: [])
        #expect(sent.count == 1 && sent[0].hasPrefix("setWindow") && sent[0].contains(#""limit":20"#))
    }

    @Test func theEndIsReachedWhenAllRowsAreLoaded() {
        let loads: JSON = ["refresh": ["status": "idle"], "append": ["status": "loading", "endReached": false]]
        let stage = Self.stage(States.list(["loads": loads, "activeId": "1"]))
        stage.press("G")
        #expect(stage.sent().isEmpty)
        stage.change(["state": ["loads": ["append": ["status": "idle", "endReached": true]]]])
        #expect(stage.sent() == [#"moveActive {"by":2147483648}"#])
    }

    @Test func aMovementCancelsTheMoveToTheEnd() {
        let loads: JSON = ["refresh": ["status": "idle"], "append": ["status": "loading", "endReached": false]]
        let stage = Self.stage(States.list(["loads": loads, "activeId": "1"]))
        stage.press("G", "down")
        stage.change(["state": ["loads": ["append": ["status": "idle", "endReached": true]]]])
        #expect(stage.sent() == [#"moveActive {"by":1}"#])
    }

    // MARK: Refusals

    @Test func aRefusalIsShownUntilTheNextAction() {
        let stage = Self.stage(States.list(), "refresh")
        stage.host.refuse("refresh", reason: "stillLoading")
        stage.press("r")
        #expect(stage.shows("Refresh: not now (still loading)"))
        stage.press("down")
        #expect(!stage.shows("not now"))
    }

    @Test(arguments: [
        ("noTarget", "Delete: no row is active"), ("ofItsOwn", "Delete: not now (of its own)"),
        ("severalRows", "Delete: it is about one row, and several are marked"),
    ])
    func aRefusedButtonIsNamedByItsTitle(_ reason: String, _ told: String) {
        let toolbar: JSON = [["action": "present", "params": ["modal": "delete"], "title": "Delete"]]
        let stage = Self.stage(States.list(), "present", members: ["toolbar": toolbar])
        stage.host.refuse("present", reason: reason)
        stage.click("Delete")
        #expect(stage.shows(told))
    }

    @Test func unavailableActionsHaveNoKeys() {
        let names = ["toggleSelection", "selectRange", "selectAll"]
        let stage = FakeStage(
            "list", States.list(["activeId": "1"]), ["moveActive"] + names,
            ["unavailable": JSON(Dictionary(uniqueKeysWithValues: names.map { ($0, "none") }))], size: Size(80, 50))
        stage.press("space", "v", "a")
        #expect(stage.sent().isEmpty)
        stage.press("question_mark")
        #expect(!["  Select ", "  All ", "  Range "].contains(where: stage.shows))
    }

    @Test func anErrorOfARowIsShownWhileTheRowIsActive() {
        let errors: JSON = [
            ["id": "e1", "code": "io", "message": "the disk is full", "display": "inline", "retry": "retry"],
            ["id": "e2", "code": "io", "message": "no more rows came", "display": "inline"],
        ]
        let items = States.rows.elements.enumerated().map { States.item($1, $0 == 1 ? ["errorId": "e1"] : [:]) }
        let state = States.list(["items": JSON(items), "activeId": "1"])
        let stage = Self.stage(state, "retry", members: ["errors": errors])
        #expect(stage.shows("! Reply") && !stage.shows("disk") && stage.shows("no more rows"))
        stage.change(["state": ["activeId": "2"]])
        #expect(stage.shows("the disk is full") && stage.shows("no more rows"))
        stage.press("R")
        #expect(stage.sent() == [#"retry {"id":"e1"}"#])
    }

    @Test func idsAreComparedByTheirBytes() {
        let errors: JSON = [["id": "e1", "code": "io", "message": "the disk is full", "display": "inline"]]
        let row = States.item(["id": "e\u{301}", "title": "Decomposed"], ["errorId": "e1"])
        let state = States.list(["items": [row], "count": 1, "activeId": "é"])
        #expect(!Self.stage(state, members: ["errors": errors]).shows("the disk is full"))
    }

    @Test(arguments: [
        "allMove", "beforeIdMoves", "hasSteps", "noSteps", "notSecret", "secret", "sortedTwice",
    ])
    func aReasonOfTheHostIsShownInWords(_ reason: String) {
        let stage = Self.stage(States.list(), "refresh")
        stage.host.refuse("refresh", reason: reason)
        stage.press("r")
        #expect(stage.shows("Refresh: ") && !stage.shows("not now"))
    }
}
