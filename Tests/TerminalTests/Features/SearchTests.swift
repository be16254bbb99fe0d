import FHTerminalScreen
import Testing

/// Searches over a fake host: the query, the results and their actions.
@Suite struct SearchTests {
    private static let actions = [
        "setQuery", "submitQuery", "clearQuery", "moveActive", "setActive", "accept", "toggleSelection",
        "clearSelection", "setFilter", "loadMore", "retry", "dismissError",
    ]
    private static let declared: JSON = [
        ["id": "open", "title": "Open"], ["id": "copy", "title": "Copy the name"], ["id": "del", "title": "Delete"],
    ]

    private static func stage(_ state: JSON = States.found(), _ members: JSON = [:]) -> FakeStage {
        FakeStage("search", state, actions, members)
    }

    // MARK: Queries

    @Test func withoutAQueryThereIsAPrompt() {
        let stage = Self.stage(States.search())
        #expect(stage.shows("A city") && stage.cursor != nil)
        stage.type("rh")
        #expect(stage.sent() == [#"setQuery {"query":"r"}"#, #"setQuery {"query":"rh"}"#] && stage.shows(" rh"))
    }

    @Test func aLetterAfterAMovementIsSentAfterTheMovement() {
        let stage = Self.stage()
        stage.host.hold()
        stage.burst("u", "down", "s")
        stage.release()
        #expect(
            stage.sent() == [
                #"setQuery {"query":"rhu"}"#, #"moveActive {"by":1}"#, #"setQuery {"query":"rhus"}"#,
            ])
    }

    @Test func matchesAreMarked() {
        let stage = Self.stage()
        #expect(stage.shows("Århus") && stage.shows("12 of 345"))
        #expect(stage.style(of: "rhus") != stage.style(of: "us"))
    }

    @Test func escapeClearsTheQueryAndTheSelectionBeforeItLeaves() {
        let stage = Self.stage(States.found(["selectedIds": ["1"]]))
        stage.press("escape")
        stage.change(["state": ["query": "", "selectedIds": ["1"]]])
        stage.press("escape")
        #expect(stage.sent() == ["clearQuery", "clearSelection"])
        stage.change(["state": ["selectedIds": []]])
        stage.press("escape")
        #expect(stage.shows("featurehost"))
    }

    @Test func earlierQueriesAreRecalledOneAfterTheOther() {
        let stage = Self.stage(States.found(["history": ["bergen", "oslo"]]))
        // The recall stops at the oldest query, and the typed text is recalled last.
        stage.burst("ctrl+p", "ctrl+p", "ctrl+p", "ctrl+n", "ctrl+n", "ctrl+n")
        #expect(stage.shows(" rh"))
        // Typing over a recalled query restarts the recall.
        stage.burst("ctrl+p", "x", "ctrl+p", "ctrl+n")
        #expect(stage.shows("bergenx"))
        let queries = ["bergen", "oslo", "bergen", "rh", "bergen", "bergenx", "bergen", "bergenx"]
        #expect(stage.sent() == queries.map { #"setQuery {"query":"\#($0)"}"# })
    }

    @Test func upRecallsAQueryIfThereAreNoRows() {
        let stage = Self.stage(States.search(["history": ["bergen", "oslo"]]))
        stage.press("up")
        #expect(stage.sent() == [#"setQuery {"query":"bergen"}"#])
        let other = Self.stage(States.found(["history": ["bergen"]]))
        other.press("up")
        #expect(other.sent() == [#"moveActive {"by":-1}"#])
    }

    // MARK: Results

    @Test func tabSelectsAResultAndMovesOn() {
        let stage = Self.stage()
        stage.press("tab", "shift+tab")
        let toggle = #"toggleSelection {"id":"1"}"#
        #expect(stage.sent() == [toggle, #"moveActive {"by":1}"#, toggle, #"moveActive {"by":-1}"#])
        stage.change(["state": ["selectedIds": ["3", "7"]]])
        #expect(stage.shows("2 selected"))
        stage.press("enter")
        #expect(stage.sent() == ["accept"])
    }

    @Test func aSearchWithoutASelectionHasNoKeyToSelect() {
        let stage = Self.stage(States.found(), ["unavailable": ["toggleSelection": "selectionNone"]])
        stage.resize(120, 24)
        stage.press("tab")
        #expect(stage.sent().isEmpty && !stage.shows("tab select"))
        stage.change(["unavailable": [:]])
        #expect(stage.shows("tab select"))
    }

    @Test func keysSubmitTheQueryIfTheResultsAreOutdated() {
        let stage = Self.stage()
        for state in [["isStale": true], ["isStale": false, "status": "debouncing"]] as [JSON] {
            stage.change(["state": state])
            stage.press("tab", "enter")
            #expect(stage.sent() == ["submitQuery", "submitQuery"])
        }
    }

    @Test func aMenuHasTheOtherActions() {
        let stage = Self.stage(States.found(["actions": Self.declared]))
        stage.press("ctrl+o")
        #expect(stage.shows("Copy the name"))
        // A row that becomes active meanwhile is not affected.
        stage.change(["state": ["activeId": "2"]])
        stage.press("down", "enter")
        #expect(stage.sent() == [#"accept {"action":"copy","id":"1"}"#])
        stage.change(["state": ["selectedIds": ["3", "2"]]])
        stage.press("ctrl+o", "end", "enter")
        #expect(stage.sent() == [#"accept {"action":"del"}"#])
        stage.press("ctrl+o", "escape", "enter")
        #expect(stage.sent() == ["accept"])
    }

    @Test func aSingleActionHasNoMenu() {
        let stage = Self.stage(States.found(["actions": JSON(Array(Self.declared.elements.prefix(1)))]))
        stage.press("ctrl+o", "enter")
        #expect(stage.sent() == ["accept"])
    }

    @Test func furtherResultsCanBeLoadedUntilTheEnd() {
        let stage = Self.stage(States.found(["append": ["status": "idle", "endReached": false]]))
        #expect(stage.shows("more with ctrl+l"))
        stage.press("ctrl+l")
        #expect(stage.sent() == ["loadMore"])
        stage.change(["state": ["append": ["status": "idle", "endReached": true]]])
        stage.press("ctrl+l")
        #expect(stage.sent().isEmpty && !stage.shows("more with"))
    }

    @Test func keysReachTheEndsOfTheResults() {
        let stage = Self.stage()
        stage.press("ctrl+end", "ctrl+home")
        #expect(stage.sent() == [#"moveActive {"by":2147483648}"#, #"moveActive {"by":-2147483648}"#])
    }

    // MARK: Failures

    @Test func theQueryCanBeEditedAfterAFailure() {
        let error: JSON = [
            "id": "e1", "code": "timeout", "message": "The index is asleep.", "retry": "retry", "display": "fullScreen",
        ]
        let stage = Self.stage(
            States.search(["query": "rh", "status": "failed", "empty": nil]), ["errors": [error]])
        #expect(stage.shows("The index is asleep.") && stage.shows(" rh"))
        stage.press("f5", "y")
        #expect(stage.sent() == [#"retry {"id":"e1"}"#, #"setQuery {"query":"rhy"}"#])
        stage.change(["errors": [], "state": States.found()])
        #expect(stage.shows("Århus") && !stage.shows("asleep"))
    }
}
