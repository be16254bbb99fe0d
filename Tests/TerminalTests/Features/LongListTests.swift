import FHTerminalProgram
import FHTerminalScreen
import Testing

/// Long lists over a host in this process: their ends, sections, ranges and moves.
@Suite struct LongListTests {
    private static let title: JSON = [["key": "title", "role": "title"]]

    private static func numbered(_ count: Int, _ more: (Int) -> JSON = { _ in [:] }) -> JSON {
        JSON((1...count).map { (["id": JSON("\($0)"), "title": JSON("Row \($0)")] as JSON).merging(more($0)) })
    }

    private static func stage(_ rows: JSON, _ members: JSON = [:]) throws -> PlayedStage {
        try PlayedStage(rows: rows, (["columns": title] as JSON).merging(members))
    }

    private static func isActive(_ row: Int, _ screen: String) -> Bool {
        screen.split(separator: "\n").contains { line in
            line.contains("›") && line.split(separator: " ").contains { $0 == "\(row)" }
        }
    }

    // MARK: The ends

    @Test func manyRowsAreReachedFromEndToEnd() async throws {
        let stage = try Self.stage(Self.numbered(30_000))
        let end = try await stage.press("G")
        #expect(Self.isActive(30_000, end) && end.contains("–30,000 of 30,000"))
        let first = try await stage.press("G", "g")
        #expect(Self.isActive(1, first) && first.contains("rows 1–"))
    }

    @Test func aResizedListHasTheActiveRow() async throws {
        let stage = try Self.stage(Self.numbered(1_000))
        let keys = #"{"press": ["pagedown", "pagedown"]}, {"settle": true}"#
        let sizes = [(120, 40), (40, 15), (200, 60), (20, 5), (80, 24)].map { width, height in
            #"{"resize": [\#(width), \#(height)]}, {"settle": true}, {"frame": "\#(width)x\#(height)"}"#
        }
        let steps = "[\(keys), {\"frame\": \"First\"}, \(sizes.joined(separator: ", "))]"
        let frames = try await stage.play(steps, .feature("tasks", nil)).frames
        let active = frames.map { frame in
            let line = frame.split(separator: "\n").first { $0.contains("›") } ?? ""
            return line.split(separator: " ").prefix(3).joined(separator: " ")
        }
        #expect(frames.count == 6 && Set(active).count == 1 && !active[0].isEmpty, "\(active)")
    }

    // MARK: Sections

    @Test func sectionsHaveHeadersThatAreNoRows() async throws {
        let rows: JSON = [
            ["id": "1", "title": "Renew", "who": "ada"], ["id": "2", "title": "Reply", "who": "grace"],
            ["id": "3", "title": "Book", "who": "ada"],
        ]
        let screen = try await Self.stage(rows, ["groupBy": "who"]).press("down", "down", "down")
        let lines = screen.split(separator: "\n").map(String.init)
        let order = ["ada", "Renew", "Book", "grace", "Reply"].map { text in
            lines.firstIndex { $0.contains(text) } ?? -1
        }
        #expect(order == order.sorted() && !order.contains(-1), "\(screen)")
        #expect(lines.contains { $0.contains("›") && $0.contains("Reply") })
    }

    // MARK: The selection

    @Test func keysOfARangeActInTheirOrder() async throws {
        let steps = #"[{"press": ["home", "down", "v", "down", "down", "v", "down", "space"]}, {"frame": "End"}]"#
        let screen = try await Self.stage(Self.numbered(100)).play(steps, .feature("tasks", nil)).screen
        #expect(screen.contains("4 selected") && !screen.contains("range"), "\(screen)")
    }

    @Test func aClickExtendsARange() async throws {
        let keys = #"{"press": ["home", "v"]}, {"settle": true}"#
        let steps = #"[\#(keys), {"click": "Row 7"}, {"settle": true}, {"frame": "End"}]"#
        let screen = try await Self.stage(Self.numbered(9)).play(steps, .feature("tasks", nil)).screen
        #expect(screen.contains("range · 7 selected"), "\(screen)")
    }

    // MARK: Moves

    @Test func aRowIsMovedPastTheEndsOfTheWindow() async throws {
        let stage = try Self.stage(Self.numbered(60))
        let keys = ["home", "down"] + Array(repeating: "alt+down", count: 30)
        let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
        let steps = #"[{"press": [\#(names)]}, {"settle": true}, {"frame": "End"}]"#
        let screen = try await stage.play(steps, .feature("tasks", nil)).screen
        #expect(Self.isActive(2, screen), "\(screen)")
        #expect(try stage.values(of: "id")[31] == "2")
    }
}
