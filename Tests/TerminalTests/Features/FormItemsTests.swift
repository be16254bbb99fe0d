import FHTerminalScreen
import Testing

/// Groups and items of forms over a fake host: their layout, the keys that change items, and the focus.
@Suite struct FormItemsTests {
    private static let actions = [
        "setValue", "focus", "blur", "submit", "reset", "insertItem", "removeItem", "moveItem",
    ]

    private static func item(_ id: String) -> JSON {
        ["id": JSON(id), "fields": ["/lines/\(id)/product", "/lines/\(id)/quantity"]]
    }

    private static func line(_ id: String, _ product: String, _ quantity: Int) -> [(String, JSON)] {
        let limits: JSON = ["minimum": 1, "step": 1]
        return [
            ("/lines/\(id)/product", States.field("text", "Product", JSON(product), ["required": true])),
            ("/lines/\(id)/quantity", States.field("stepper", "Quantity", .number(Double(quantity)), limits)),
        ]
    }

    /// Returns the patch after which the field Lines has these items.
    private static func items(_ ids: String...) -> JSON {
        ["state": ["fields": ["/lines": ["value": JSON(ids), "items": JSON(ids.map(item))]]]]
    }

    private static var order: JSON {
        let lines: JSON = ["required": true, "items": [item("k1"), item("k2")]]
        let fields: [(String, JSON)] =
            [
                ("/name", States.field("text", "Name", "Ada")),
                ("/address", States.field("group", "Address", nil, ["fields": ["/address/street", "/address/place"]])),
                ("/address/street", States.field("text", "Street", "Storgata 1", ["required": true])),
                ("/address/place", States.field("group", "Place", nil, ["fields": ["/address/place/code"]])),
                ("/address/place/code", States.field("text", "Code", "5003", ["hints": ["help": "Four digits."]])),
                ("/lines", States.field("repeated", "Lines", ["k1", "k2"], lines)),
                ("/note", States.field("text", "Note", "")),
            ] + line("k1", "Candle", 2) + line("k2", "Lamp", 1) + line("k3", "", 1)
        let sections: JSON = [
            ["header": "Customer", "fields": ["/name", "/address"]],
            ["header": "Order", "fields": ["/lines", "/note"]],
        ]
        return States.form(fields, ["sections": sections])
    }

    private static func stage(size: Size = Size(80, 30)) -> FakeStage {
        FakeStage("form", order, actions, size: size)
    }

    /// Returns a stage with the focus in the product of the first item.
    private static func inFirstItem() -> FakeStage {
        let stage = stage()
        stage.press("tab", "tab", "tab")
        _ = stage.sent()
        return stage
    }

    private static func column(_ text: String, _ stage: FakeStage) -> Int? {
        for line in stage.lines {
            if let place = line.firstRange(of: text) { return TextWidth.columns(of: line[..<place.lowerBound]) }
        }
        return nil
    }

    private static func remove(_ id: String) -> String { #"removeItem {"id":"\#(id)","path":"/lines"}"# }
    private static func product(_ id: String, _ text: String) -> String {
        #"setValue {"path":"/lines/\#(id)/product","value":"\#(text)"}"#
    }

    // MARK: The layout

    @Test func groupsAndItemsAreIndented() throws {
        let stage = Self.stage()
        let columns = try ["Customer", "Name", "Street", "Code"].map { try #require(Self.column($0, stage)) }
        #expect(columns == columns.sorted() && Set(columns).count == 4)
        #expect(stage.shows("1. Product *") && stage.shows("2. Product *") && stage.shows("Lines *"))
        let values = ["Ada", "Storgata", "5003", "Candle", "Lamp"].map { Self.column($0, stage) }
        #expect(Set(values).count == 1, "values begin in one column")
    }

    @Test func messagesOfGroupsAndItemsAreShown() {
        let stage = Self.stage(size: Size(80, 40))
        let message = { (text: String, severity: String) -> JSON in
            let message: JSON = ["code": "x", "text": JSON(text), "severity": JSON(severity)]
            return ["messages": [message], "showMessages": true]
        }
        let fields: JSON = [
            "/lines": message("There must be three lines.", "error"),
            "/address": message("Nobody lives there.", "error"),
            "/lines/k1/quantity": message("That is a lot.", "warning"), "/lines/k2/product": ["validating": true],
        ]
        stage.change(["state": ["fields": fields, "isValidating": true]])
        for text in ["! There must be three lines.", "! Nobody lives there.", "△ That is a lot.", "2. Product …"] {
            #expect(stage.shows(text), "\(text)")
        }
        #expect(stage.shows("2 errors · checking…"))
    }

    @Test func invisibleFieldsAndTheirSectionsAreNotDrawn() {
        let stage = Self.stage()
        let paths = ["/address", "/address/street", "/address/place", "/address/place/code"]
        let set = { (paths: [String], isVisible: Bool) in
            let fields = Dictionary(uniqueKeysWithValues: paths.map { ($0, ["visible": .bool(isVisible)] as JSON) })
            stage.change(["state": ["fields": .object(fields)]])
        }
        set(paths, false)
        #expect(!stage.shows("Address") && !stage.shows("Street"))
        stage.press("tab", "s")
        #expect(stage.sent() == [Self.product("k1", "Candles")])
        set(["/lines", "/note"], false)
        #expect(!stage.shows("Order") && stage.shows("Customer"))
        set(paths, true)
        #expect(stage.shows("Street *"))
    }

    @Test func disabledFieldsAreFaintAndPassedOver() {
        let stage = Self.stage()
        let texts = ["Street", "Storgata", "Quantity", "2 ›"]
        let before = texts.map(stage.style(of:))
        let off: JSON = ["enabled": false]
        stage.change(["state": ["fields": ["/address": off, "/address/street": off, "/lines/k1/quantity": off]]])
        for (text, style) in zip(texts, before) { #expect(stage.style(of: text) != style, "\(text)") }
        stage.click("Storgata")
        stage.click("‹ 2")
        stage.press("tab", "!")
        #expect(stage.sent() == [#"setValue {"path":"/address/place/code","value":"5003!"}"#])
    }

    // MARK: Items

    @Test func aKeyAddsAnItemAndMovesTheFocusIntoIt() {
        let stage = Self.inFirstItem()
        stage.host.react(to: "insertItem", Self.items("k1", "k2", "k3"))
        stage.press("s", "ctrl+o", "x")
        #expect(
            stage.sent() == [
                Self.product("k1", "Candles"), #"insertItem {"path":"/lines"}"#, Self.product("k3", "x"),
            ])
        #expect(stage.shows("3. Product *") && stage.shows("Candles"))
    }

    @Test func aRefusedItemDoesNotMoveTheFocusLater() {
        let stage = Self.inFirstItem()
        stage.host.refuse("insertItem", reason: "disabled")
        stage.press("ctrl+o")
        stage.change(Self.items("k1", "k2", "k3"))
        stage.press("x")
        #expect(stage.sent().last == Self.product("k1", "Candlex"))
    }

    @Test func aRemovedItemLeavesTheFocusInTheNext() {
        let stage = Self.inFirstItem()
        stage.host.react(to: "removeItem", Self.items("k2"))
        stage.press("ctrl+r", "!")
        stage.host.react(to: "removeItem", Self.items())
        stage.press("ctrl+r", "enter")
        #expect(
            stage.sent() == [
                Self.remove("k1"), Self.product("k2", "Lamp!"), Self.remove("k2"),
                #"insertItem {"path":"/lines"}"#,
            ])
        #expect(!stage.shows("Product"))
    }

    @Test func anItemIsMovedWithTheFocus() {
        let stage = Self.inFirstItem()
        let move = { (before: String) in #"moveItem {"beforeId":\#(before),"id":"k1","path":"/lines"}"# }
        stage.press("alt+up")
        stage.host.react(to: "moveItem", Self.items("k2", "k1"))
        stage.press("alt+down", "s", "alt+down")
        stage.host.react(to: "moveItem", Self.items("k1", "k2"))
        stage.press("alt+up")
        #expect(stage.sent() == [move("null"), Self.product("k1", "Candles"), move(#""k2""#)])
        #expect(stage.lines.contains { $0.contains("1. Product *") && $0.contains("Candles") })
    }

    @Test func clicksChangeItems() {
        let stage = Self.stage()
        // No item has the focus, so this button does nothing.
        stage.click("[ Remove ]")
        stage.click("Lamp")
        stage.click("[ ↑ ]")
        stage.click("[ Remove ]")
        stage.click("[ Add ]")
        #expect(
            stage.sent() == [
                #"moveItem {"beforeId":"k1","id":"k2","path":"/lines"}"#, Self.remove("k2"),
                #"insertItem {"path":"/lines"}"#,
            ])
    }

    @Test func keysForItemsAreShownWhereTheyAct() {
        let stage = Self.stage(size: Size(120, 30))
        #expect(!stage.shows("ctrl+o"))
        stage.press("tab", "tab", "tab")
        #expect(stage.shows("ctrl+o add   ctrl+r remove   alt+↑↓ move"))
        stage.press("tab", "tab", "tab", "tab")
        // The focus is on the button that adds an item.
        #expect(stage.shows("⏎ add") && !stage.shows("ctrl+r"))
        stage.change(Self.items("k1"))
        stage.press("shift+tab")
        #expect(stage.shows("ctrl+r remove") && !stage.shows("alt+↑↓"))
        stage.change(["state": ["fields": ["/lines": ["enabled": false]]]])
        stage.press("ctrl+o", "ctrl+r")
        stage.click("[ Add ]")
        #expect(stage.sent().isEmpty)
    }
}
