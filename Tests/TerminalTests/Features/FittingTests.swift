import FHTerminalScreen
import Testing

/// Texts that are longer than their place, and what stays in sight.
@Suite struct FittingTests {
    private static let list = ["setFilter", "moveActive", "retry", "dismissError"]

    private static func failed(_ message: String) -> JSON {
        let error: JSON = [
            "id": "e1", "code": "io", "message": JSON(message), "display": "fullScreen", "retry": "retry",
        ]
        return ["errors": [error]]
    }

    @Test func aLongErrorIsShownAsAWhole() {
        let words = (1...30).map { "cause\($0)" }.joined(separator: " ")
        let stage = FakeStage("list", States.list(["phase": "failed"]), Self.list, Self.failed(words))
        #expect((1...30).allSatisfy { stage.shows("cause\($0)") } && stage.shows("Retry ]"))
    }

    @Test func aVeryLongErrorEndsWithASign() {
        let words = (1...300).map { "cause\($0)" }.joined(separator: " ")
        let stage = FakeStage("list", States.list(["phase": "failed"]), Self.list, Self.failed(words))
        #expect(stage.shows("cause50") && !stage.shows("cause300") && stage.shows("…") && stage.shows("Retry ]"))
    }

    @Test func aFilterInForceKeepsItsLine() {
        let stage = FakeStage("list", States.list(["filter": ["text": "milk"]]), Self.list)
        #expect(stage.shows("/ milk") && stage.cursor == nil && stage.shows("esc clear the filter"))
        stage.click("/ milk")
        stage.type("y")
        #expect(stage.sent().last == #"setFilter {"filter":{"text":"milky"}}"#)
        #expect(!FakeStage("list", States.list(), Self.list).shows("/ m"))
    }

    /// Whole parts are left out, the last one first.
    @Test func noNumberOfTheTitleLineIsCut() {
        let state = States.list([
            "filter": ["text": "crimson"], "count": 1_000, "totalCount": 1_234_567,
            "selection": ["mode": "multiple", "ids": ["1"], "all": false],
        ])
        let wide = FakeStage("list", state, Self.list)
        #expect(wide.shows("“crimson” · 1 selected · rows 1–3 of 1,234,567"))
        let narrow = FakeStage("list", state, Self.list, size: Size(40, 15))
        #expect(narrow.shows("“crimson” · 1 selected") && !narrow.shows("1,23"))
    }

    @Test func aSearchWithoutRowsSaysWhatToDo() {
        let actions = ["setQuery", "clearQuery", "accept"]
        #expect(FakeStage("search", States.search(), actions).shows("Type to search."))
        let none = FakeStage("search", States.search(["query": "zz", "empty": "noResults"]), actions)
        #expect(none.shows("Nothing matches.") && none.shows("esc clears the query"))
    }

    @Test func theHelpNamesEachKeyOnce() {
        let stage = FakeStage("list", States.list(), Self.list)
        stage.press("question_mark")
        #expect(stage.shows("↑↓ k j  ") && !stage.shows("Row up"))
    }
}
