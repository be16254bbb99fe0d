import FHTerminalScreen
import Testing

/// The rows of a search over a fake host: marked matches, marks of rows, groups, counts and messages.
@Suite struct SearchRowsTests {
    private static func stage(_ state: JSON = States.found(), _ actions: String..., size: Size = Size(80, 24))
        -> FakeStage
    {
        let all = ["setQuery", "submitQuery", "clearQuery", "moveActive", "setActive", "accept"] + actions
        return FakeStage("search", state, all, size: size)
    }

    /// Returns a search with these results in one group.
    private static func found(_ results: JSON..., members: JSON = [:]) -> JSON {
        let groups: JSON = [["id": "results", "title": "Results", "items": JSON(results)]]
        let count = Double(results.count)
        return States.found((["groups": groups, "count": .number(count)] as JSON).merging(members))
    }

    /// Returns the characters of a text that are marked as matches, as `x`, and the other characters as `.`; the last
    /// character is not marked.
    private static func marks(_ text: String, _ stage: FakeStage) -> String {
        for line in stage.lines {
            guard let place = line.firstRange(of: text) else { continue }
            // The rest of the line is unique on the screen.
            let styles = line[place].indices.map { stage.style(of: String(line[$0...])) }
            return String(styles.map { $0 == styles.last ? "." : "x" })
        }
        return "no line has \(text)"
    }

    // MARK: Matches

    @Test(arguments: [
        ("plain word", [0, 2], "xx........"), ("plain word", [6, 7], "......x..."),
        // A letter is not separated from its accent.
        ("re\u{301}sume\u{301}s", [1, 2], ".x....."),
    ])
    func matchesAreMarkedInWholeCharacters(_ name: String, _ range: [Int], _ marks: String) {
        let ranges = JSON([JSON(range.map { JSON.number(Double($0)) })])
        let stage = Self.stage(Self.found(States.result("1", "other"), States.result("2", name, ranges)))
        #expect(Self.marks(name, stage) == marks, "\(stage.screen)")
    }

    @Test func onlyTextsAreMarked() {
        let columns: JSON = [
            ["key": "name", "label": "Name", "type": "text", "role": "title"],
            ["key": "done", "label": "Done", "type": "toggle", "role": "detail"],
            ["key": "size", "label": "Size", "type": "number", "role": "detail"],
        ]
        let value: JSON = ["name": "truest", "done": true, "size": 417]
        let matches = JSON(["name", "done", "size"].map { ["key": JSON($0), "ranges": [[0, 2]]] as JSON })
        let results = States.result("2", "", [], ["value": value, "matches": matches])
        let stage = Self.stage(Self.found(States.result("1", "other"), results, members: ["columns": columns]))
        #expect(Self.marks("truest", stage) == "xx....")
        #expect(stage.style(of: "[x]") == stage.style(of: "x]"))
    }

    @Test func columnsKeepTheirPlaces() throws {
        let turned = "\u{202E}turned\u{2066}\u{202C}"
        let names = ["ascii", "宿題と練習", "re\u{301}sume\u{301}", "👩‍🚀", "שלום", turned, "zero\u{200B}width"]
        let results = names.enumerated().map { index, name in
            States.result("\(index)", name, [[0, 2]], ["value": ["name": JSON(name), "people": 77]])
        }
        let groups: JSON = [["id": "results", "title": "Results", "items": JSON(results)]]
        let stage = Self.stage(States.found(["groups": groups, "count": 7]))
        let ends = stage.lines.compactMap { line in
            line.ranges(of: "77").last.map { TextWidth.columns(of: line[..<$0.lowerBound]) }
        }
        #expect(ends.count == names.count && Set(ends).count == 1, "\(stage.screen)")
        // A character that turns the direction of a line would mix this column into the next.
        #expect(stage.shows("turned") && !stage.shows("\u{202E}") && !stage.shows("\u{2066}"))
    }

    @Test func aRowOfAMegabyteIsOneRow() {
        let stage = Self.stage(Self.found(States.result("1", String(repeating: "x", count: 1_000_000), [[0, 2]])))
        #expect(stage.lines.count { $0.contains("xxx") } == 1 && stage.shows("x…"))
        #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= 80 })
    }

    // MARK: Marks of rows

    @Test func resultsThatCanNotBeAcceptedHaveAMark() {
        let off = States.result("2", "Off", [], ["enabled": false])
        let stage = Self.stage(Self.found(States.result("1", "On"), off, States.result("3", "Also on")))
        #expect(stage.shows("× Off") && !stage.shows("× On"))
        #expect(stage.style(of: "Off") != stage.style(of: "Also on"))
    }

    @Test func resultsOfAnOlderQueryHaveAMark() {
        let stage = Self.stage()
        let fresh = stage.style(of: "Rehau")
        #expect(!stage.shows("~"))
        stage.change(["state": ["isStale": true, "query": "rhx", "status": "loading"]])
        #expect(stage.shows("~ Århus") && stage.shows("~ Rehau") && stage.style(of: "Rehau") != fresh)
        #expect(!stage.shows("searching"))
        stage.change(["state": ["status": "stalled"]])
        #expect(stage.shows("searching…") && stage.shows("⠋"))
        stage.change(["state": ["isStale": false, "status": "success"]])
        #expect(!stage.shows("~") && !stage.shows("⠋"))
    }

    @Test func theSpinnerIsShownOnlyWhileASearchIsStalled() {
        let stage = Self.stage()
        for status in ["idle", "debouncing", "loading", "success", "failed"] {
            stage.change(["state": ["status": JSON(status)]])
            #expect(!stage.shows("⠋") && !stage.shows("searching"), "\(status)")
        }
    }

    // MARK: Groups

    @Test func severalGroupsHaveTitles() {
        let results = [States.result("1", "Århus"), States.result("2", "Oslo"), States.result("3", "Rehau")]
        let groups: JSON = [
            ["id": "a", "title": "Near", "items": JSON(Array(results[..<2]))],
            ["id": "b", "title": "Far", "items": JSON(Array(results[2...]))],
        ]
        let stage = Self.stage(States.found(["groups": groups]))
        let order = ["Near", "Århus", "Oslo", "Far", "Rehau"].map { text in
            stage.lines.firstIndex { $0.contains(text) } ?? -1
        }
        #expect(order == order.sorted() && !order.contains(-1))
        // A named group that fills the window keeps its title; ungrouped results have none.
        stage.change(["state": ["groups": [["id": "a", "title": "Near", "items": JSON(results)]]]])
        #expect(stage.shows("Near"))
        stage.change(["state": ["groups": [["id": "results", "title": "Results", "items": JSON(results)]]]])
        #expect(!stage.shows("Results"))
    }

    // MARK: Counts and messages

    @Test func countsAreShownDuringASearchAndAfterIt() {
        let stage = Self.stage(States.search(), "loadMore")
        let shows = { (info: String, state: JSON) in
            stage.change(["state": state])
            #expect(stage.lines[0].hasSuffix("  \(info)"), "\(stage.lines[0])")
        }
        shows("1,000,000 rows to search", ["totalCount": 1_000_000])
        shows("1,000,000 rows to search", ["query": "rh", "status": "loading", "empty": nil])
        let groups = States.found()["groups"] ?? nil
        shows(
            "3+ of 1,000,000", ["groups": groups, "count": 3, "resultsQuery": "rh", "activeId": "1"])
        shows("searching… · 1,200+ of 1,000,000", ["count": 1_200, "status": "stalled"])
        shows("12,345 of 1,000,000", ["count": 12_345, "status": "success"])
        // The counts of the older query stay while the next one is loaded.
        shows("12,345 of 1,000,000", ["query": "rhx", "status": "loading", "isStale": true])
        shows(
            "2 selected · 12,345 of 1,000,000", ["selectedIds": ["1", "9"], "status": "success", "isStale": false])
        let append: JSON = ["status": "idle", "endReached": false]
        shows(
            "50+ · more with ctrl+l", ["append": append, "count": 50, "totalCount": nil, "selectedIds": []])
        shows("50 of 120 · more with ctrl+l", ["totalCount": 120])
        shows("loading more… · 50 of 120", ["append": append.merging(["status": "loading"])])
        shows("failed · 50 of 120", ["append": append.merging(["status": "failed"])])
    }

    @Test func reasonsForNoResultsDiffer() {
        let stage = Self.stage(States.search())
        #expect(stage.shows("A city") && !stage.shows("matches"))
        let shows = { (text: String, state: JSON) in
            stage.change(["state": state])
            #expect(stage.shows(text), "\(stage.screen)")
        }
        shows("The query is too short.", ["query": "r"])
        shows("Type at least 3 characters.", ["minLength": 3])
        shows("Searching…", ["query": "rhx", "empty": nil, "status": "stalled"])
        shows("Nothing matches.", ["empty": "noResults", "status": "success", "resultsQuery": "rhx"])
        #expect(!stage.shows("Searching…"))
        shows("The search has failed.", ["empty": nil, "status": "failed"])
    }

    @Test func theActiveResultStaysInViewAtEachSize() {
        let stage = Self.stage(States.found(["activeId": "3"]))
        for (width, height) in [(120, 40), (40, 15), (200, 60), (20, 5), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.lines.contains { $0.contains("›") && $0.contains("Rehau") }, "\(width)x\(height)")
            #expect(stage.shows("Cities") && stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }
}
