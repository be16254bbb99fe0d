import FHTerminalScreen
import Testing

/// Filters and sort orders of lists over a fake host.
@Suite struct ListQueryTests {
    private static let filters: JSON = [["id": "open", "title": "Open"], ["id": "ops", "title": "For operators"]]

    private static func stage(_ members: JSON = [:], unavailable: JSON = [:]) -> FakeStage {
        let actions = ["moveActive", "setActive", "setWindow", "setFilter", "setSort", "clearSelection"]
        let state = States.list((["filters": filters, "activeId": "1"] as JSON).merging(members))
        return FakeStage("list", state, actions, ["unavailable": unavailable])
    }

    @Test func eachLetterIsSentWithTheChosenFilter() {
        let stage = Self.stage(["filter": "open"])
        stage.press("slash")
        stage.host.hold()
        stage.burst("a", "b", "backspace", "backspace")
        stage.release()
        #expect(
            stage.sent() == [
                #"setFilter {"filter":{"id":"open","text":"a"}}"#, #"setFilter {"filter":{"id":"open","text":"ab"}}"#,
                #"setFilter {"filter":{"id":"open","text":"a"}}"#, #"setFilter {"filter":"open"}"#,
            ])
    }

    @Test func aLetterAfterAMovementIsSentAfterTheMovement() {
        let stage = Self.stage()
        stage.press("slash")
        stage.host.hold()
        stage.burst("a", "b", "down", "c")
        #expect(stage.shows(" abc"))
        stage.release()
        #expect(
            stage.sent() == [
                #"setFilter {"filter":{"text":"a"}}"#, #"setFilter {"filter":{"text":"ab"}}"#, #"moveActive {"by":1}"#,
                #"setFilter {"filter":{"text":"abc"}}"#,
            ])
    }

    @Test func lettersAfterAMovementDoNotWaitForEachOther() {
        let stage = Self.stage()
        stage.press("slash")
        stage.host.hold()
        stage.burst("a", "down", "b", "c")
        // The first answer releases the movement, and the second one both letters.
        for _ in 0..<2 {
            stage.host.release()
            stage.host.hold()
            stage.settle()
        }
        #expect(
            stage.sent() == [
                #"setFilter {"filter":{"text":"a"}}"#, #"moveActive {"by":1}"#, #"setFilter {"filter":{"text":"ab"}}"#,
                #"setFilter {"filter":{"text":"abc"}}"#,
            ])
    }

    @Test func typedTextIsNotReplacedByOlderSnapshots() {
        let stage = Self.stage()
        stage.press("slash")
        stage.host.hold()
        stage.type("mi")
        stage.change(["state": ["isStale": true]])
        #expect(stage.shows(" mi") && stage.shows("out of date"))
        stage.host.react(to: "setFilter", ["state": ["filter": nil]])
        stage.release()
        #expect(!stage.shows(" mi"))
    }

    @Test func aDeclaredFilterIsChosen() {
        let stage = Self.stage()
        stage.press("f")
        #expect(stage.shows("Filters") && stage.shows("● All") && stage.shows("For operators"))
        stage.press("down", "enter")
        #expect(stage.sent() == [#"setFilter {"filter":"open"}"#] && !stage.shows("For operators"))
        stage.change(["state": ["filter": ["id": "open", "text": "coast"]]])
        #expect(stage.shows("Open · “coast” · rows"))
        stage.press("f", "up", "enter")
        #expect(stage.sent() == [#"setFilter {"filter":{"text":"coast"}}"#])
    }

    @Test func aListWithoutFiltersHasNoMenuOfFilters() {
        let stage = Self.stage(["filters": []])
        stage.press("f")
        #expect(!stage.shows("Filters") && stage.shows("/ filter"))
    }

    @Test func aSourceThatCanNotQueryHasNoKeysForQueries() {
        let stage = Self.stage(unavailable: ["setFilter": "cannotQuery", "setSort": "cannotQuery"])
        #expect(!stage.shows("filter") && !stage.shows("sort"))
        stage.press("slash", "f", "s")
        stage.click("Title")
        #expect(stage.sent().isEmpty && !stage.shows("Sort by"))
    }

    @Test func aColumnIsSortedUpwardsThenDownwardsThenNot() {
        let stage = Self.stage(["columns": [States.title, States.done]])
        stage.press("s")
        #expect(stage.shows("Sort by"))
        stage.press("down", "enter")
        stage.change(["state": ["sort": [["key": "done", "descending": false]]]])
        #expect(stage.shows("Done ▲"))
        stage.press("s", "enter")
        stage.change(["state": ["sort": [["key": "done", "descending": true]]]])
        stage.press("s", "enter")
        #expect(
            stage.sent() == [
                #"setSort {"sort":[{"descending":false,"key":"done"}]}"#,
                #"setSort {"sort":[{"descending":true,"key":"done"}]}"#, #"setSort {"sort":[]}"#,
            ])
    }

    @Test func aClickOnAHeadingSorts() {
        let stage = Self.stage()
        stage.click("Title")
        #expect(stage.sent() == [#"setSort {"sort":[{"descending":false,"key":"title"}]}"#])
    }

    @Test func escapeClosesAMenuAndChangesNothing() {
        let stage = Self.stage()
        stage.press("s", "escape", "f", "escape")
        #expect(stage.sent().isEmpty && stage.shows("rows 1–3 of 3"))
    }

    @Test func escapeClearsTheFilterThatIsTyped() {
        let stage = Self.stage()
        stage.host.react(to: "setFilter", ["state": ["filter": ["text": "renew"]]])
        stage.press("slash")
        #expect(stage.shows("⏎ done") && stage.shows("esc close"))
        stage.type("renew")
        #expect(stage.shows("⏎ done") && stage.shows("esc clear"))
        stage.host.react(to: "setFilter", ["state": ["filter": nil]])
        stage.press("escape")
        #expect(!stage.shows("renew") && stage.shows("rows 1–3 of 3") && !stage.shows("⏎ done"))
        stage.press("escape")
        #expect(stage.shows("featurehost"))
    }

    @Test func enterKeepsTheFilterThatIsTypedAndEscapeClearsIt() {
        let stage = Self.stage()
        stage.host.react(to: "setFilter", ["state": ["filter": ["text": "renew"]]])
        stage.press("slash")
        stage.type("renew")
        stage.press("enter")
        #expect(stage.shows("“renew” · rows") && stage.shows("esc clear the filter"))
        stage.host.react(to: "setFilter", ["state": ["filter": nil]])
        stage.press("escape")
        #expect(!stage.shows("“") && stage.shows("rows 1–3 of 3"))
        stage.press("escape")
        #expect(stage.shows("featurehost"))
    }
}
