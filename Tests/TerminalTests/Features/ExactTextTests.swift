import FHJSON
import FHTerminalClient
import FHTerminalUI
import Testing

/// Ids and values that are canonically equivalent (Unicode TR 15) but have different code points are different texts.
@Suite struct ExactTextTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    private static func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

    @Test(arguments: ["id", "key"]) func aPathLeadsToTheElementWithTheExactName(_ member: String) throws {
        let rows = [Self.composed, Self.decomposed].map { id in
            #"{"\#(member)":"\#(id)","child":{"feature":"f","kind":"view","state":{"name":"\#(id)"}}}"#
        }
        let json = #"""
            {"feature":"it","kind":"view","instance":"it-1","revision":1,"state":{"rows":[\#(rows.joined(separator: ","))]}}
            """#
        let value = try JSONValue(parsing: Array(json.utf8))
        let snapshot = try #require(Snapshot(value))
        for id in [Self.composed, Self.decomposed] {
            #expect(Self.bytes(snapshot.child(["rows", id])?.state.text("name")) == Self.bytes(id))
        }
    }

    @Test func eachChildOfAViewGetsItsOwnKeys() {
        let children = [Self.composed, Self.decomposed].map { id in
            let line: JSON = ["key": "on", "label": "On", "type": "toggle", "action": "toggled"]
            return States.child("view", ["on": true, "layout": [line]], ["id": JSON(id)])
        }
        let layout: JSON = [["key": "all", "type": "child", "label": "Switch"]]
        let stage = FakeStage("view", ["all": JSON(children), "layout": layout], [])
        stage.press("space", "tab", "space")
        let sent = stage.sent().map { Self.bytes($0) }
        #expect(sent == ["all/\(Self.composed) toggled", "all/\(Self.decomposed) toggled"].map { Self.bytes($0) })
    }

    @Test func anEditorTakesOverTheCodePointsOfTheHost() {
        let editor = TextEditor()
        editor.show(Self.composed)
        editor.show(Self.decomposed)
        #expect(Self.bytes(editor.text) == Self.bytes(Self.decomposed))
    }
}
