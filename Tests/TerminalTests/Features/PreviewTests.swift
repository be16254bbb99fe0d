import FHTerminalScreen
import Testing

/// The preview of the active result of a search, and of the active row of a list, over a fake host.
@Suite struct PreviewTests {
    private static let note =
        "It lies at the sea,\nand has had a harbour for a long time, of which a good part is a park by now. "
        + String(repeating: "x", count: 60)
    private static var columns: JSON {
        [
            ["key": "name", "label": "Name", "type": "text", "role": "title"],
            ["key": "old", "label": "Is old", "type": "toggle", "role": "toggle"],
            ["key": "note", "label": "Notes", "type": "text", "role": "none"],
        ]
    }

    /// Returns a group of results with numbers as ids.
    private static func results(_ values: JSON..., from first: Int = 1) -> JSON {
        let match: JSON = ["key": "note", "ranges": [[15, 18]]]
        let items = values.enumerated().map { index, value -> JSON in
            ["id": JSON("\(index + first)"), "value": value, "matches": index == 0 ? [match] : [], "enabled": true]
        }
        return [["id": "results", "title": "Results", "items": JSON(items)]]
    }

    private static var town: JSON {
        [
            "name": "Århus", "people": 12, "old": true, "note": JSON(note), "tags": ["town", "port"], "mayor": nil,
            "code": "DK-\u{202E}8000",
        ]
    }
    private static var village: JSON { ["name": "Rho"] }

    private static func stage(_ groups: JSON = results(town, village), size: Size) -> FakeStage {
        let actions = ["setQuery", "submitQuery", "clearQuery", "moveActive", "setActive", "accept"]
        return FakeStage("search", States.found(["columns": columns, "groups": groups]), actions, size: size)
    }

    /// Returns true if a screen shows the preview of the first result.
    private static func isShown(_ stage: FakeStage) -> Bool { stage.shows("Is old   [x]") }

    // MARK: The place

    @Test func aWideScreenHasItBesideTheRows() {
        let stage = Self.stage(size: Size(100, 30))
        for text in ["Name     Århus", "Is old   [x]", "Notes", "It lies at the sea,", "code", "tags", "town"] {
            #expect(stage.shows(text), "\(text)\n\(stage.screen)")
        }
        #expect(stage.lines.contains { $0.contains("›") && $0.contains("│") } && !stage.shows("\u{202E}"))
        // The match in the notes is marked.
        #expect(stage.style(of: "sea,") != stage.style(of: "It lies"))
        stage.change(["state": ["activeId": "2"]])
        #expect(stage.shows("Rho") && !stage.shows("harbour"))
        stage.change(["state": ["groups": [], "activeId": nil, "count": 0, "empty": "noResults"]])
        #expect(!stage.shows("people"))
    }

    @Test func aHighScreenHasItBelowTheRows() throws {
        let stage = Self.stage(size: Size(60, 40))
        let row = try #require(stage.lines.firstIndex { $0.contains("›") })
        let preview = try #require(stage.lines.firstIndex { $0.contains("Is old   [x]") })
        #expect(row < preview)
        stage.resize(80, 24)
        #expect(!Self.isShown(stage))
    }

    @Test func aKeyShowsAndHidesIt() {
        let stage = Self.stage(size: Size(80, 24))
        for isShown in [false, true, false] {
            #expect(Self.isShown(stage) == isShown)
            stage.press("f3")
        }
        stage.press("f3")
        stage.resize(120, 24)
        #expect(!Self.isShown(stage))
        stage.press("f3")
        #expect(Self.isShown(stage))
        // Without room for the preview, its key has no effect.
        stage.resize(120, 12)
        #expect(!Self.isShown(stage) && !stage.shows("preview"))
        #expect(stage.sent().isEmpty)
    }

    // MARK: Scrolling

    @Test func aLongRowIsScrolledAndTheNextBeginsAtItsTop() {
        let lines = (0..<60).map { "line \($0)" }.joined(separator: "\n")
        let stage = Self.stage(Self.results(["name": "Long", "note": JSON(lines)], Self.village), size: Size(110, 24))
        #expect(stage.shows("Name    Long") && !stage.shows("line 59"))
        for _ in 0..<60 { stage.press("shift+down") }
        #expect(!stage.shows("Name    Long") && stage.shows("line 59"))
        stage.press("shift+up")
        #expect(!stage.shows("line 59") && stage.shows("line 58"))
        stage.change(["state": ["activeId": "2"]])
        #expect(stage.shows("Name   Rho"))
    }

    @Test func aRowOutsideTheWindowStaysShown() {
        let stage = Self.stage(size: Size(100, 30))
        stage.change(["state": ["groups": Self.results(Self.village, from: 2)]])
        #expect(stage.shows("Rho") && stage.shows("harbour"))
    }

    // MARK: Lists

    @Test func aListHasItByAKey() {
        let stage = FakeStage(
            "list", States.list(["activeId": "1"]), ["moveActive", "setActive", "setWindow"], size: Size(120, 40))
        #expect(!stage.shows("Title   Renew"))
        stage.press("p")
        #expect(stage.shows("Title   Renew"))
        stage.change(["state": ["activeId": "2"]])
        #expect(stage.screen.ranges(of: "Reply to the translators").count == 2)
        stage.press("f3")
        #expect(stage.screen.ranges(of: "Reply to the translators").count == 1 && stage.sent().isEmpty)
    }

    @Test func membersAreInTheOrderOfTheColumnsWithoutTheId() {
        let stage = FakeStage(
            "list", States.list(["activeId": "1", "columns": [States.done, States.title]]),
            ["moveActive", "setActive", "setWindow"], size: Size(120, 40))
        stage.press("p")
        #expect(stage.shows("Title   Renew the certificate") && stage.shows("Done    [ ]"))
        #expect(!stage.shows("toggle") && !stage.lines.contains { $0.contains("│") && $0.contains("id ") })
        let title = stage.lines.firstIndex { $0.contains("Title   Renew") } ?? 0
        #expect(stage.lines[title + 1].contains("Done    [ ]"))
    }
}
