import FHTerminalScreen
import Testing

/// Views and features of unknown kinds over a fake host: the lines of a layout and their actions.
@Suite struct LayoutTests {
    private static var layout: JSON {
        [
            ["label": "[b]Profile", "type": "section"],
            ["key": "name", "label": "Name", "type": "text", "role": "primary"],
            ["key": "born", "label": "Born", "type": "date"],
            ["key": "points", "label": "Points", "type": "number"],
            ["key": "photo", "label": "Photo", "type": "image"],
            ["key": "mails", "label": "Send mail", "type": "toggle", "action": "mailsToggled"],
            ["key": "share", "label": "Complete", "type": "progress"],
            ["key": "odd", "label": "Odd", "type": "hologram"],
            ["key": "name", "label": "Hidden", "type": "text", "when": "isAdmin"],
            ["label": "Save", "type": "button", "action": "save", "role": "primary", "params": ["how": "now"]],
            ["label": "Remove", "type": "button", "action": "remove", "role": "destructive"],
            ["key": "inner", "label": "Inner", "type": "child"],
        ]
    }

    private static var state: JSON {
        let inner: JSON = ["count": 3, "layout": [["key": "count", "label": "Count", "type": "number"]]]
        return [
            "title": "Person", "name": "Ada Lovelace", "born": "1815-12-10", "points": 12, "photo": nil, "mails": true,
            "share": 0.4, "odd": [1, nil], "isAdmin": false, "inner": States.child("view", inner), "layout": layout,
        ]
    }

    private static func stage(_ members: JSON = [:]) -> FakeStage {
        FakeStage("view", state, ["save", "remove", "mailsToggled"], members)
    }

    private static func row(_ text: String, _ stage: FakeStage) -> Int? {
        stage.lines.firstIndex { $0.contains(text) }
    }

    @Test func eachTypeOfLineIsDrawn() {
        let stage = Self.stage()
        for text in [
            "[b]Profile", "Ada Lovelace", "1815-12-10", "12", "[image: Photo]", "[x]", "40%", "1, –", "[ Save ]",
            "[ Remove ]", "Inner", "Count", "3",
        ] {
            #expect(stage.shows(text), "\(text)\n\(stage.screen)")
        }
        #expect(!stage.shows("Hidden"))
        stage.change(["state": ["isAdmin": true, "share": 1, "inner": ["state": ["count": 4]]]])
        #expect(stage.shows("Hidden") && stage.shows("100%") && stage.shows("4"))
    }

    @Test func buttonsThatFollowEachOtherShareARow() {
        let stage = Self.stage()
        #expect(Self.row("[ Save ]", stage) == Self.row("[ Remove ]", stage))
        #expect(Self.row("Ada", stage) != Self.row("1815", stage))
    }

    @Test func linesAndButtonsSendTheirActions() {
        let stage = Self.stage(["unavailable": ["remove": "readOnly"]])
        stage.press("enter", "tab", "space")
        stage.click("Send mail")
        stage.click("Remove")
        #expect(stage.sent() == ["mailsToggled", #"save {"how":"now"}"#, "mailsToggled"])
    }

    @Test func anUnavailableLineIsFaintAndPassedOver() {
        let stage = Self.stage()
        let before = stage.style(of: "Send mail")
        stage.change(["unavailable": ["mailsToggled": "readOnly"]])
        #expect(stage.style(of: "Send mail") != before)
        stage.click("Send mail")
        stage.press("enter")
        #expect(stage.sent() == [#"save {"how":"now"}"#])
    }

    @Test func childrenOfAnArrayAreDrawnAndAMissingOneIsNot() {
        let child = { (id: String, count: JSON) -> JSON in
            let state: JSON = ["count": count, "layout": [["key": "count", "label": "Count", "type": "number"]]]
            return States.child("view", state, ["id": JSON(id)])
        }
        let layout: JSON = [
            ["key": "all", "type": "child", "label": "Counter"], ["key": "none", "type": "child", "label": "Absent"],
        ]
        let state: JSON = ["all": [child("a", 11), child("b", 22)], "none": nil, "layout": layout]
        let stage = FakeStage("view", state, [])
        #expect(stage.shows("Counter 1") && stage.shows("11") && stage.shows("Counter 2") && stage.shows("22"))
        #expect(!stage.shows("Absent"))
    }

    @Test func aFeatureOfAnUnknownKindIsDrawnAsText() {
        let state: JSON = ["depth": 1, "[markup]": ["\u{1B}[2J", ["a": nil]]]
        let stage = FakeStage("hologram", state, [])
        #expect(stage.shows("depth: 1") && stage.shows("[markup]: ") && !stage.shows("\u{1B}"))
        stage.change(["state": ["depth": 2]])
        #expect(stage.shows("depth: 2"))
    }

    @Test func theLineWithTheFocusStaysInViewAtEachSize() {
        let lines = (1...40).map { index -> JSON in
            ["key": "on", "label": JSON("On \(index)"), "type": "toggle", "action": "toggled"]
        }
        let state: JSON = ["title": "Switches", "on": true, "layout": JSON(lines)]
        let stage = FakeStage("view", state, ["toggled"])
        for _ in 0..<32 { stage.press("tab") }
        for (width, height) in [(120, 40), (40, 15), (200, 60), (20, 5), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.shows("On 33") && stage.shows("Switches"), "\(width)x\(height)\n\(stage.screen)")
            #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }
}
