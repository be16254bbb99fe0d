import Testing

/// Values that are entered again in the next host, after a fake host has ended.
@Suite struct EnteredAgainTests {
    /// Ends the host and starts the next one, by the keys of a user.
    private static func restart(_ stage: FakeStage) {
        stage.die()
        #expect(stage.shows("The host has ended"))
        stage.press("right", "enter")
        #expect(stage.hostCount == 2 && !stage.shows("has ended"))
    }

    @Test func theValuesOfAFormWithAGroupAndItems() {
        let item: JSON = ["id": "k1", "fields": ["/lines/k1/what"]]
        let form = States.form([
            ("/title", States.field("text", "Title", "")),
            ("/address", States.field("group", "Address", nil, ["fields": ["/address/street"]])),
            ("/lines", States.field("repeated", "Lines", ["k1"], ["items": [item]])),
            ("/address/street", States.field("text", "Street", "")),
            ("/lines/k1/what", States.field("text", "What", "Lamp")),
        ])
        .merging(["sections": [["fields": ["/title", "/address", "/lines"]]]])
        let stage = FakeStage("form", form, ["setValue", "focus", "blur", "submit"])
        stage.host.hold()
        stage.burst("a", "tab", "b", "tab", "s")
        Self.restart(stage)
        #expect(
            stage.sent().sorted() == [
                #"setValue {"path":"/address/street","value":"b"}"#,
                #"setValue {"path":"/lines","value":[{"what":"Lamps"}]}"#, #"setValue {"path":"/title","value":"a"}"#,
            ])
    }

    @Test func theQueryOfASearch() {
        let stage = FakeStage("search", States.search(), ["setQuery", "submitQuery", "clearQuery", "moveActive"])
        stage.host.hold()
        stage.burst("r", "h")
        Self.restart(stage)
        #expect(stage.sent() == [#"setQuery {"query":"rh"}"#])
    }

    @Test func theWordsOfAFilter() {
        let stage = FakeStage("list", States.list(["filters": []]), ["setFilter", "moveActive", "setWindow"])
        stage.press("slash")
        stage.host.hold()
        stage.burst("r", "e")
        Self.restart(stage)
        #expect(stage.sent() == [#"setFilter {"filter":{"text":"re"}}"#])
    }

    @Test func theWordsOfAFilterThatWaitForAMovement() {
        let stage = FakeStage("list", States.list(["filters": []]), ["setFilter", "moveActive", "setWindow"])
        stage.press("slash")
        stage.host.hold()
        stage.burst("r", "down", "e")
        Self.restart(stage)
        #expect(stage.sent() == [#"setFilter {"filter":{"text":"re"}}"#])
    }

    @Test func theAnswersOfAFlowAreShownBecauseTheyCanNotBeEntered() {
        let form = States.child("form", States.titleForm())
        let page: JSON = ["key": "k1", "route": "who", "title": "Who", "params": [:], "child": form]
        let steps: JSON = [
            "id": "who", "title": "Who", "index": 1, "count": 2, "isSummary": false, "hasDraft": false,
            "way": [["id": "who", "title": "Who", "status": "current"]], "canGoBack": true, "canGoForward": true,
            "canSkip": false, "answers": ["first": ["name": "Ada"]],
        ]
        let state: JSON = ["title": "Book", "stack": [page], "steps": steps, "status": "active", "output": nil]
        let stage = FakeStage("flow", state, ["next", "back", "pop"])
        stage.die()
        stage.press("right", "enter")
        #expect(stage.shows("could not be entered again") && stage.shows("Ada"))
    }
}
