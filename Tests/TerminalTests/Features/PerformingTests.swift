import Testing

/// Work of a source on accepted results of a search, over a fake host: its notice, its end and its failure.
@Suite struct PerformingTests {
    private static let performing: JSON = ["performing": ["action": "copy", "ids": ["1"]]]

    private static func stage(_ members: JSON = [:]) -> FakeStage {
        let actions: JSON = [["id": "open", "title": "Open"], ["id": "copy", "title": "Copy the name"]]
        let names = [
            "setQuery", "submitQuery", "clearQuery", "moveActive", "setActive", "accept", "retry", "dismissError",
            "cancel",
        ]
        return FakeStage("search", States.found(["actions": actions]), names, members)
    }

    @Test func workThatEndsSoonIsNotShown() {
        let stage = Self.stage()
        let before = stage.screen
        stage.change(["state": Self.performing])
        stage.now += 299
        stage.settle()
        #expect(stage.screen == before)
        // The key still has its usual effect.
        stage.press("escape")
        #expect(stage.sent() == ["clearQuery"])
    }

    @Test func longWorkIsShownAndEscapeStopsIt() {
        let stage = Self.stage()
        stage.change(["state": Self.performing, "unavailable": ["accept": "performing"]])
        stage.now += 300
        stage.settle()
        #expect(stage.shows("Copy the name… esc stops it · 12 of 345") && stage.shows("⠋"))
        stage.press("enter", "escape")
        #expect(stage.sent() == ["cancel"])
        stage.change(["state": ["performing": nil], "unavailable": [:]])
        #expect(!stage.shows("Copy the name…") && !stage.shows("⠋"))
        stage.press("escape")
        #expect(stage.sent() == ["clearQuery"])
    }

    @Test func theNextWorkHasItsOwnTime() {
        let stage = Self.stage()
        stage.change(["state": Self.performing])
        stage.now += 1_000
        stage.change(["state": ["performing": nil]])
        stage.change(["state": Self.performing])
        #expect(!stage.shows("esc stops it"))
    }

    @Test func aFailureIsABannerOverTheRowsAndCanBeRetried() {
        let error: JSON = [
            "id": "e1", "code": "timeout", "message": "The index is asleep.", "retry": "retry", "display": "banner",
        ]
        let stage = Self.stage(["errors": [error]])
        #expect(stage.shows("! The index is asleep.") && stage.shows("Århus") && stage.shows("rhône"))
        stage.press("f5", "f6")
        #expect(stage.sent() == [#"retry {"id":"e1"}"#, #"dismissError {"id":"e1"}"#])
    }
}
