import FHTerminalProgram
import Testing

/// Lists over a host in this process: the window, the selection and edits of a file.
@Suite struct HostedListTests {
    private static var columns: JSON {
        [
            ["key": "title", "role": "title"], ["key": "who", "label": "Assigned to", "role": "subtitle"],
            ["key": "done", "role": "toggle"],
        ]
    }
    private static var rows: JSON {
        [
            ["id": "1", "title": "Renew the certificate", "who": "grace", "done": false],
            ["id": "2", "title": "Reply to the translators", "who": "ada", "done": true],
            ["id": "3", "title": "Book a table", "who": "edsger", "done": false],
        ]
    }

    private static func numbered(_ count: Int) -> JSON {
        JSON((1...count).map { ["id": "\($0)", "title": "Row \($0)"] as JSON })
    }

    private static func stage(_ members: JSON = [:]) throws -> PlayedStage {
        try PlayedStage(rows: rows, (["columns": columns] as JSON).merging(members))
    }

    private static func rowCount(_ screen: String) -> Int {
        screen.split(separator: "\n").count { $0.contains("Row ") }
    }

    // MARK: Opening

    @Test func aRowThatNothingOpensIsShownWhole() async throws {
        let before = try await Self.stage().press("home")
        #expect(before.contains("⏎ open") && !before.contains("Assigned to   grace"))
        let after = try await Self.stage().press("home", "enter")
        #expect(after.contains("⏎ show") && after.contains("Assigned to   grace"), "\(after)")
    }

    @Test func aRowThatIsOpenedIsNotShownWhole() async throws {
        let stage = try PlayedStage()
        let sheet = try await stage.press("home", "enter")
        #expect(sheet.contains("Edit task"))
        let after = try await stage.press("home", "enter", "escape")
        #expect(after.contains("⏎ open") && !after.contains("⏎ show"), "\(after)")
    }

    // MARK: The selection

    @Test func selectedRowsAreTickedInOneStepOfUndo() async throws {
        let stage = try Self.stage()
        let ticked = try await stage.press("home", "space", "down", "space", "down", "x")
        #expect(ticked.contains("2 selected"))
        #expect(try stage.values(of: "done") == ["true", "true", "false"])
        _ = try await stage.press("home", "space", "down", "space", "x")
        #expect(try stage.values(of: "done") == ["false", "false", "false"])
        _ = try await stage.press("home", "space", "down", "space", "down", "x", "u")
        #expect(try stage.values(of: "done") == ["false", "false", "false"])
    }

    // MARK: The window

    @Test func theWindowIsAsHighAsTheScreen() async throws {
        let stage = try PlayedStage(rows: Self.numbered(1_000))
        let first = try await stage.press()
        let height = Self.rowCount(first)
        #expect(first.contains("rows 1–\(height) of 1,000"))
        let paged = try await stage.press("pagedown", "pagedown")
        #expect(paged.contains("›   Row \(2 * height)") || paged.contains("›   Row \(2 * height + 1)"))
        let home = try await stage.press("pagedown", "pagedown", "home")
        #expect(home.contains("›   Row 1 ") || home.contains("›   Row 1\n"))
    }

    @Test func keysReachTheEndOfManyRows() async throws {
        let stage = try PlayedStage(rows: Self.numbered(5_000), ["pageSize": 500])
        let end = try await stage.press("end")
        #expect(end.contains("–5,000 of 5,000") && end.contains("›   Row 5000"))
        let start = try await stage.press("G", "up", "g", "down")
        #expect(start.contains("rows 1–") && start.contains("›   Row 2"))
    }

    @Test func headersHideNoRow() async throws {
        let rows = Self.numbered(100).elements.enumerated().map { place, row in
            row.merging(["part": "Part \((place + 1) / 5 + 100)"])
        }
        let columns: JSON = [["key": "title", "role": "title"]]
        let stage = try PlayedStage(rows: JSON(rows), ["columns": columns, "groupBy": "part"])
        for count in [1, 17, 40] {
            let keys = String(repeating: #"{"press": "down"}, {"settle": true}, "#, count: count)
            let screen = try await stage.play(#"[\#(keys){"frame": "End"}]"#, .feature("tasks", nil)).screen
            #expect(screen.contains("›   Row \(max(2, count))") || screen.contains("›   Row \(count + 1)"), "\(count)")
        }
        let end = try await stage.press("end")
        #expect(end.contains("›   Row 100") && end.contains("–100 of 100"))
    }

    // MARK: Edits

    @Test func anEditIsUndoneAndRedone() async throws {
        let stage = try Self.stage()
        _ = try await stage.press("x")
        #expect(try stage.values(of: "done") == ["true", "true", "false"])
        _ = try await stage.press("down", "x", "u")
        #expect(try stage.values(of: "done") == ["true", "true", "false"])
        _ = try await stage.press("down", "x", "u", "ctrl+r", "u", "U")
        #expect(try stage.values(of: "done") == ["true", "false", "false"])
    }

    @Test func aRowIsMovedAndStaysActive() async throws {
        let stage = try Self.stage()
        let screen = try await stage.press("home", "alt+down")
        #expect(try stage.values(of: "id") == ["2", "1", "3"] && screen.contains("›   Renew"))
        _ = try await stage.press("end", "alt+down", "alt+up")
        #expect(try stage.values(of: "id") == ["2", "3", "1"])
    }

    @Test func sortedRowsAreNotMoved() async throws {
        let stage = try Self.stage(["sort": [["key": "title"]]])
        _ = try await stage.press("down", "alt+down")
        #expect(try stage.values(of: "id") == ["1", "2", "3"])
    }

    @Test func aLoadThatFailsCanBeRetried() async throws {
        let stage = try Self.stage()
        try stage.write("this is no JSON\n", to: "rows.jsonl")
        let failed = try await stage.press()
        #expect(failed.contains("Retry") && !failed.contains("Renew"))
        #expect(try await stage.press("R").contains("Retry"))
    }

    // MARK: The selection

    @Test func aRangeFollowsTheActiveRow() async throws {
        let stage = try PlayedStage(rows: Self.numbered(100))
        #expect(try await stage.press("home", "down", "v").contains("range · 1 selected"))
        #expect(try await stage.press("home", "down", "v", "down", "down").contains("range · 3 selected"))
        let back = try await stage.press("home", "down", "v", "down", "down", "up", "up", "up")
        #expect(back.contains("range · 2 selected"))
        #expect(try await stage.press("home", "down", "v", "end").contains("range · 99 selected"))
        let ended = try await stage.press("home", "down", "v", "end", "v", "home")
        #expect(ended.contains("99 selected") && !ended.contains("range"))
    }

    @Test func escapeEndsARangeThenTheSelectionThenLeaves() async throws {
        let stage = try Self.stage()
        let screen = try await stage.press("home", "v", "down", "escape", "down")
        #expect(!screen.contains("selected") && !screen.contains("range") && screen.contains("Tasks"))
        #expect(try await stage.press("home", "v", "down", "escape", "escape").contains("featurehost"))
    }

    @Test func allButSomeRowsAreSelected() async throws {
        let stage = try Self.stage()
        #expect(try await stage.press("a").contains("all selected"))
        let screen = try await stage.press("home", "a", "space")
        #expect(screen.contains("all but 1 selected") && screen.contains("›   Renew") && screen.contains("●  Reply"))
        #expect(try await !stage.press("a", "c").contains("selected"))
    }

    // MARK: Filters

    @Test func rowsFollowTheTypedText() async throws {
        let stage = try Self.stage()
        #expect(try await stage.press("slash", "R", "E").contains("“RE” · rows 1–2 of 2"))
        #expect(try await stage.press("slash", "x", "y", "z").contains("Nothing matches."))
        let ticked = try await stage.press("slash", "n", "e", "w", "enter", "x")
        #expect(ticked.contains("[x]") && ticked.contains("“new” · rows 1–1 of 1"))
    }

    @Test func rowsAreSorted() async throws {
        let stage = try Self.stage()
        let sorted = try await stage.press("s", "down", "enter")
        #expect(sorted.contains("Assigned to ▲"))
        let reply = sorted.firstRange(of: "Reply"), renew = sorted.firstRange(of: "Renew")
        #expect(try #require(reply).lowerBound < #require(renew).lowerBound)
        #expect(try await stage.press("s", "down", "enter", "s", "enter").contains("Assigned to ▼"))
        #expect(try await !stage.press("s", "down", "enter", "s", "enter", "s", "enter").contains("▼"))
    }
}
