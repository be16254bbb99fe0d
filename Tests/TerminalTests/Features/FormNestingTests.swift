import FHTerminalScreen
import Testing

/// Items within items, and the focus that the host and the user move between them, over a fake host.
@Suite struct FormNestingTests {
    private static let actions = ["setValue", "focus", "blur", "submit", "insertItem", "removeItem", "moveItem"]

    private static func items(_ name: String, _ ids: [String], _ fields: [String]) -> JSON {
        JSON(ids.map { id in ["id": JSON(id), "fields": JSON(fields.map { "/\(name)/\(id)/\($0)" })] as JSON })
    }

    /// A form with rooms, each of which has a bed and guests.
    private static var rooms: FakeStage {
        let sizes: JSON = [["value": "s", "title": "Small"], ["value": "l", "title": "Large"]]
        let beds = items("rooms", ["k1"], ["bed", "guests"])
        var form = States.form([
            ("/rooms", States.field("repeated", "Rooms", ["k1"], ["items": beds])),
            ("/rooms/k1/bed", States.field("group", "Bed", nil, ["fields": ["/rooms/k1/bed/size"]])),
            ("/rooms/k1/bed/size", States.field("picker", "Size", "s", ["options": sizes])),
            (
                "/rooms/k1/guests",
                States.field(
                    "repeated", "Guests", ["k2"],
                    ["items": [["id": "k2", "fields": ["/rooms/k1/guests/k2/name"]]]])
            ),
            ("/rooms/k1/guests/k2/name", States.field("text", "Guest", "Grace")),
        ])
        form["sections"] = [["fields": ["/rooms"]]]
        return FakeStage("form", form, actions)
    }

    /// A form with a name and numbered steps of work.
    private static func steps(_ count: Int, size: Size = Size(80, 24)) -> FakeStage {
        let ids = (1...count).map { "k\($0)" }
        var form = States.form(
            [
                ("/name", States.field("text", "Name", "")),
                ("/steps", States.field("repeated", "Steps", JSON(ids), ["items": items("steps", ids, ["what"])])),
                ("/note", States.field("text", "Note", "")),
            ]
                + ids.map { ("/steps/\($0)/what", States.field("text", "What", JSON("Work \($0)"))) })
        form["sections"] = [["fields": ["/name", "/steps", "/note"]]]
        return FakeStage("form", form, actions, size: size)
    }

    @Test func keysActOnTheInnermostItems() {
        let stage = Self.rooms
        #expect(["Rooms", "Bed", "Small", "Guests", "Grace"].allSatisfy(stage.shows))
        stage.press("tab", "ctrl+o", "ctrl+r")
        // The focus moves to the button that adds a guest, and then to the one that adds a room.
        stage.press("tab", "tab", "ctrl+o", "ctrl+r")
        #expect(
            stage.sent() == [
                #"insertItem {"path":"/rooms/k1/guests"}"#, #"removeItem {"id":"k2","path":"/rooms/k1/guests"}"#,
                #"insertItem {"path":"/rooms"}"#,
            ])
    }

    @Test func theHostIsNotifiedOfTheFocusInItems() {
        let stage = Self.steps(2)
        stage.press("tab", "tab")
        _ = stage.sent(but: [])
        stage.press("tab", "tab")
        #expect(
            stage.sent(but: []) == [
                #"blur {"path":"/steps/k2/what"}"#, #"focus {"path":"/steps"}"#, #"blur {"path":"/steps"}"#,
                #"focus {"path":"/note"}"#,
            ])
    }

    @Test func theHostMovesTheFocusIntoAnItemInView() {
        let stage = Self.steps(20, size: Size(80, 12))
        #expect(!stage.shows("Work k15"))
        stage.change(["state": ["focus": ["path": "/steps/k15/what", "seq": 1]]])
        #expect(stage.shows("Work k15"))
        stage.press("s")
        // The path of a field with items leads to the first item.
        stage.change(["state": ["focus": ["path": "/steps", "seq": 2]]])
        stage.press("!")
        stage.change(["state": ["fields": ["/steps": ["value": [], "items": []]]]])
        stage.change(["state": ["focus": ["path": "/steps", "seq": 3]]])
        stage.press("enter")
        #expect(
            stage.sent() == [
                #"setValue {"path":"/steps/k15/what","value":"Work k15s"}"#,
                #"setValue {"path":"/steps/k1/what","value":"Work k1!"}"#, #"insertItem {"path":"/steps"}"#,
            ])
    }

    @Test func theItemWithTheFocusStaysInViewAtEachSize() {
        let stage = Self.steps(20)
        for _ in 0..<17 { stage.press("tab") }
        for (width, height) in [(120, 40), (40, 15), (200, 60), (20, 5), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.shows("Work k17"), "\(width)x\(height)\n\(stage.screen)")
            #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }
}
