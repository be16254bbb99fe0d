import Testing

/// The choice of results of a search over a fake host: accepting, filters and clicks.
@Suite struct SearchChoiceTests {
    private static let actions = [
        "setQuery", "submitQuery", "clearQuery", "moveActive", "setActive", "accept", "toggleSelection",
        "clearSelection", "setFilter", "retry", "dismissError",
    ]
    private static let declared: JSON = [["id": "open", "title": "Open"], ["id": "copy", "title": "Copy the name"]]
    private static let filters: JSON = [["id": "near", "title": "Near"], ["id": "far", "title": "Far"]]

    private static func stage(_ members: JSON, _ snapshot: JSON = [:]) -> FakeStage {
        FakeStage("search", States.found(members), actions, snapshot)
    }

    @Test func clicksMoveAndAccept() {
        let stage = Self.stage([:])
        stage.click("Rehau")
        stage.now += 1_000
        stage.click("Rehau", times: 2)
        let active = #"setActive {"id":"3"}"#
        #expect(stage.sent() == [active, active, #"accept {"id":"3"}"#])
    }

    @Test func aSelectionIsAcceptedWithoutAnActiveResult() {
        let stage = Self.stage([
            "groups": [], "count": 0, "activeId": nil, "empty": "noResults", "selectedIds": ["1"],
        ])
        stage.press("enter")
        #expect(stage.sent() == ["accept"])
        stage.change(["state": ["selectedIds": []], "unavailable": ["accept": "gone"]])
        stage.press("enter")
        #expect(stage.sent().isEmpty)
    }

    @Test(arguments: [("", 0, "type a query first"), ("rh", 0, "there is no result"), ("rh", 3, "no result is active")])
    func enterSaysWhyNothingIsAccepted(_ query: String, _ count: Int, _ reason: String) {
        let results: JSON = count > 0 ? [:] : ["groups": []]
        let state: JSON = ["query": JSON(query), "count": .number(Double(count)), "activeId": nil]
        let stage = Self.stage(state.merging(results), ["unavailable": ["accept": "gone"]])
        stage.press("enter")
        #expect(stage.sent().isEmpty && stage.shows("Choose: \(reason)"))
    }

    @Test func enterSearchesAtOnceWhereTheHostWouldRefuseToAccept() {
        let refused: JSON = ["unavailable": ["accept": "staleResults"]]
        let stage = Self.stage(["isStale": true, "actions": Self.declared], refused)
        stage.press("enter")
        #expect(stage.sent() == ["submitQuery"])
        stage.change(["state": ["isStale": false, "status": "debouncing"], "unavailable": ["accept": "gone"]])
        stage.press("enter", "ctrl+o")
        #expect(stage.sent() == ["submitQuery"])
    }

    @Test func aDeclaredFilterIsChosenAndShown() {
        let stage = Self.stage(["filters": Self.filters, "filter": "near"])
        #expect(stage.lines[0].hasSuffix("Near · 12 of 345"))
        stage.press("ctrl+f")
        #expect(stage.shows("Filters") && stage.shows("● Near") && stage.shows("Far"))
        stage.press("down", "enter", "ctrl+f", "home", "enter")
        #expect(stage.sent() == [#"setFilter {"filter":"far"}"#, #"setFilter {"filter":null}"#])
        // The text of a filter, which another client has set, stays.
        stage.change(["state": ["filter": ["text": "coast"]]])
        #expect(stage.lines[0].hasSuffix("“coast” · 12 of 345"))
        stage.press("ctrl+f", "down", "enter")
        #expect(stage.sent() == [#"setFilter {"filter":{"id":"near","text":"coast"}}"#])
        stage.change(["state": ["filters": []]])
        stage.press("ctrl+f")
        #expect(!stage.shows("Filters"))
    }

    @Test func aFailureIsABannerOverOldResults() {
        let error: JSON = [
            "id": "e1", "code": "timeout", "message": "The index is asleep.", "retry": "retry", "display": "banner",
        ]
        let stage = Self.stage(["query": "rhx", "status": "failed", "isStale": true], ["errors": [error]])
        #expect(stage.shows("! The index is asleep.") && stage.shows("~ Århus"))
        stage.press("f5", "f6")
        #expect(stage.sent() == [#"retry {"id":"e1"}"#, #"dismissError {"id":"e1"}"#])
        stage.change(["errors": [], "state": ["status": "success", "isStale": false]])
        stage.press("f5")
        #expect(stage.sent().isEmpty && !stage.shows("asleep"))
    }
}
