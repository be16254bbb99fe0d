import FHTerminalClient
import FHTerminalProgram
import FHTerminalScreen
import Testing

@testable import FHTerminalUI

/// Views with panes, and lists with a detail, over a host in this process.
@Suite struct PanesTests {
    private static func stage(_ size: Size = Size(80, 16)) throws -> PlayedStage {
        let stage = try PlayedStage(rows: [])
        try stage.write(
            """
            {"sources": {"m": {"type": "inline", "rows": [
                {"id": "1", "from": "Ada", "body": "one"}, {"id": "2", "from": "Bob", "body": "two"}]}},
             "features": {
               "inbox": {"kind": "list", "title": "Inbox", "source": "m", "columns": [{"key": "from"}]},
               "message": {"kind": "view", "title": "From {from}", "params": {"id": {"type": "string", "required": true}},
                 "row": {"source": "m", "id": {"param": "id"}}, "layout": [{"key": "body", "label": "Text"}],
                 "toolbar": [{"action": "refresh", "title": "Again"}]},
               "tasks": {"kind": "view", "title": "Mail",
                 "children": {"list": {"feature": "inbox"},
                   "message": {"feature": "message", "params": {"id": {"of": "list", "active": "/id"}}}},
                 "panes": {"type": "split", "children": [{"child": "list"}, {"child": "message", "hide": 1}]}}}}
            """, to: "demo.workspace.json")
        return stage
    }

    @Test func thePanesAreDrawnSideBySideAndFollowTheActiveRow() async throws {
        let first = try await Self.stage().press()
        #expect(
            first.contains("─ Inbox ─") && first.contains("─ From Ada ─") && first.contains("Text  one"), "\(first)")
        let second = try await Self.stage().press("down")
        #expect(second.contains("─ From Bob ─") && second.contains("Text  two"), "\(second)")
    }

    @Test func aKeyMovesToTheNextPaneAndBack() async throws {
        let there = try await Self.stage().press("down", "f7")
        #expect(there.contains("Again"), "\(there)")
        let back = try await Self.stage().press("f7", "f7", "down")
        #expect(back.contains("─ From Bob ─"), "\(back)")
    }

    @Test func partsAreHiddenWithoutRoom() {
        let parts = [
            PaneArrangement(.child("a")), PaneArrangement(.child("b"), hide: 2), PaneArrangement(.child("c"), hide: 1),
        ]
        func shown(_ room: Int, _ focused: String?) -> [String?] {
            PanesView.shown(parts, room: room, least: 30, focused: focused).map(\.name)
        }
        #expect(shown(90, nil) == ["a", "b", "c"])
        #expect(shown(89, nil) == ["a", "b"])
        #expect(shown(59, nil) == ["a"])
        #expect(shown(60, "c") == ["a", "c"])
        #expect(shown(59, "c") == ["c"])
    }
}
