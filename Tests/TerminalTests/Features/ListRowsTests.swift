import FHTerminalScreen
import Testing

/// Rows of lists over a fake host: the active row at each size, missing rows, and keys without an effect.
@Suite struct ListRowsTests {
    private static let actions = ["moveActive", "setActive", "setWindow", "openItem", "toggleItem", "toggleSelection"]

    private static func numbered(_ range: ClosedRange<Int>, active: Int) -> JSON {
        let items = range.map { States.item(["id": JSON("\($0)"), "title": JSON("Row \($0)")]) }
        return States.list([
            "items": JSON(items), "count": 100, "totalCount": 100, "activeId": JSON("\(active)"),
            "window": ["offset": .number(Double(range.lowerBound - 1)), "limit": .number(Double(range.count))],
        ])
    }

    @Test func theActiveRowStaysInViewAtEachSize() {
        let stage = FakeStage("list", Self.numbered(1...60, active: 17), Self.actions)
        for (width, height) in [(80, 24), (120, 40), (40, 15), (200, 60), (20, 5), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.lines.contains { $0.contains("›") && $0.contains("Row 17") }, "\(width)x\(height)")
            #expect(stage.shows("Tasks") && stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }

    @Test func withoutAnActiveRowKeysActOnTheFirst() {
        let columns: JSON = [States.title, States.done]
        let stage = FakeStage("list", States.list(["columns": columns]), Self.actions)
        _ = stage.sent()
        stage.press("enter", "x", "space")
        #expect(
            stage.sent() == [
                #"openItem {"id":"1"}"#, #"toggleItem {"id":"1","key":"done"}"#, #"toggleSelection {"id":"1"}"#,
            ])
        let empty = FakeStage(
            "list", States.list(["items": [], "count": 0, "totalCount": 0, "empty": "noData", "columns": columns]),
            Self.actions)
        for key in ["⏎ open", "x tick", "␣ select"] { #expect(stage.shows(key) && !empty.shows(key)) }
        empty.press("enter", "x", "space")
        #expect(empty.sent().isEmpty && empty.shows("Select: there is no row"))
    }

    @Test func selectedRowsAreTickedTogether() {
        let state = States.list([
            "columns": [States.title, States.done], "activeId": "1",
            "selection": ["mode": "multiple", "ids": ["2", "3"], "all": false],
        ])
        let stage = FakeStage("list", state, Self.actions)
        _ = stage.sent()
        #expect(stage.shows("⏎ open this row") && stage.shows("x tick 2"))
        stage.press("x", "enter")
        #expect(stage.sent() == [#"toggleItem {"key":"done","selection":true}"#, #"openItem {"id":"1"}"#])
        stage.press("colon")
        stage.type("tick")
        stage.press("enter")
        #expect(stage.sent() == [#"toggleItem {"key":"done","selection":true}"#])
    }

    @Test func droppedRowsKeepTheirPlaces() {
        let items: JSON = [
            States.item(["id": "1", "title": "Here"]), States.item(["id": "2"], ["dropped": true]),
            States.item(["id": "3"], ["dropped": true, "pending": "delete"]),
        ]
        let stage = FakeStage("list", States.list(["items": items]), Self.actions)
        #expect(stage.shows("Here") && stage.shows("rows 1–3 of 3"))
        let marks = stage.lines[3...5].map { String($0.drop { $0 == " " }) }
        #expect(marks[1] == "…" && marks[2] == "−", "\(marks)")
    }

    @Test func aKeyThatTheSourceRefusesIsFaint() {
        let state = States.list(["activeId": "1", "columns": [States.title, States.done]])
        let stage = FakeStage("list", state, Self.actions, ["unavailable": ["toggleItem": "readOnly"]])
        #expect(stage.style(of: "x tick") != stage.style(of: "⏎ open"))
        stage.press("x")
        #expect(stage.sent().isEmpty)
    }

    @Test func anErrorThatHidesTheRowsHasTheFocus() {
        let error: JSON = [
            "id": "e1", "code": "io", "message": "The disk is full.", "display": "fullScreen", "retry": "retry",
        ]
        let stage = FakeStage("list", States.list(["activeId": "1"]), Self.actions + ["retry", "dismissError"])
        stage.press("down")
        stage.change(["errors": [error]])
        #expect(stage.shows("The disk is full.") && !stage.shows("Renew"))
        _ = stage.sent()
        stage.press("enter")
        #expect(stage.sent() == [#"retry {"id":"e1"}"#])
        stage.change(["errors": []])
        stage.press("down")
        #expect(stage.shows("Renew") && stage.sent() == [#"moveActive {"by":1}"#])
    }

    @Test func anotherColumnSortsInstead() {
        let sort: JSON = [["key": "title", "descending": true], ["key": "done", "descending": false]]
        let state = States.list(["columns": [States.title, States.done], "sort": sort, "activeId": "1"])
        let stage = FakeStage("list", state, Self.actions + ["setSort"])
        #expect(stage.shows("Title ▼") && stage.shows("Done ▲"))
        stage.press("s", "down", "enter")
        #expect(stage.sent() == [#"setSort {"sort":[{"descending":true,"key":"done"}]}"#])
    }

    // MARK: Questions and sheets

    @Test func aQuestionWithoutAnswersCanBeLeft() {
        let stage = FakeStage("list", States.list(["activeId": "1"]), States.presenting)
        stage.press("down")
        stage.change(["presentation": States.presentation("alert")])
        _ = stage.sent()
        stage.press("b", "escape", "escape")
        #expect(stage.sent() == [#"dismiss {"key":"p1"}"#])
    }

    @Test func aSheetKeepsItsFocusAndTitleAtEachSize() {
        let stage = FakeStage("list", States.list(), States.presenting, ["presentation": States.sheet])
        stage.type("milk")
        for (width, height) in [(120, 40), (40, 15), (200, 60), (20, 5), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.shows("New task") && stage.shows("milk"), "\(width)x\(height)\n\(stage.screen)")
            #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }

    @Test func aFlowKeepsItsRowAndTitleAtEachSize() {
        let list = States.child("list", Self.numbered(1...60, active: 9))
        let page: JSON = ["key": "k1", "route": "tasks", "title": "Tasks", "params": [:], "child": list]
        let state: JSON = ["title": "App", "stack": [page], "steps": nil, "status": "active", "output": nil]
        let stage = FakeStage("flow", state, ["push", "pop"])
        for (width, height) in [(120, 40), (40, 15), (200, 60), (20, 5), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.lines.contains { $0.contains("›") && $0.contains("Row 9") }, "\(width)x\(height)")
            #expect(stage.shows("Tasks") && stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }
}
