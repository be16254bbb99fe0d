import FHTerminalScreen
import FHTerminalUI
import Testing

/// Lists of options over a form: typed words, options from a source, and the choice of one or several.
@Suite struct FormOptionsTests {
    private static let source: JSON = ["status": "idle", "query": "", "endReached": false]
    private static let cities: [JSON] = [
        ["value": "b", "title": "Bergen"], ["value": "o", "title": "Oslo"], ["value": "[p]", "title": "[b]Porto"],
    ]

    /// Returns a form with the field City, whose options come from a source, and the text field Note.
    private static func searched(_ type: String, _ value: JSON, _ source: JSON = [:]) -> FakeStage {
        let from = Self.source.merging(source)
        return stage(type, value, ["options": JSON(cities), "optionsFrom": from])
    }

    private static func stage(_ type: String, _ value: JSON, _ members: JSON) -> FakeStage {
        let form = States.form([
            ("/city", States.field(type, "City", value, members)), ("/note", States.field("text", "Note", "")),
        ])
        let actions = ["setValue", "focus", "blur", "submit", "reset", "searchOptions", "loadMoreOptions"]
        return FakeStage("form", form, actions)
    }

    /// Returns the patch by which a source has answered a query.
    private static func found(_ options: [JSON], _ source: JSON) -> JSON {
        let city: JSON = ["options": JSON(options), "optionsFrom": Self.source.merging(source)]
        return ["state": ["fields": ["/city": city]]]
    }

    private static func search(_ query: String) -> String { #"searchOptions {"path":"/city","query":"\#(query)"}"# }
    private static func value(_ value: String) -> String { #"setValue {"path":"/city","value":\#(value)}"# }

    // MARK: Words

    @Test func typedWordsFindOptions() {
        let stage = Self.searched("picker", "o")
        #expect(stage.shows("Oslo") && !stage.shows("Bergen"))
        stage.press("enter")
        #expect(stage.shows("Bergen") && stage.shows("● Oslo") && stage.shows("There are more."))
        stage.host.react(to: "searchOptions", Self.found(Self.cities, ["status": "loading", "query": "po"]))
        stage.type("po")
        #expect(stage.shows("Loading…") && stage.shows("Bergen"))
        stage.change(Self.found(Array(Self.cities[1...]), ["query": "po", "endReached": true]))
        #expect(stage.shows("[b]Porto") && !stage.shows("Bergen") && !stage.shows("Loading…"))
        stage.press("enter")
        #expect(stage.shows("[b]Porto") && !stage.shows("Oslo"))
        #expect(stage.sent() == [Self.search("p"), Self.search("po"), Self.value(#""[p]""#)])
    }

    @Test func aCharacterOpensTheListAndBeginsTheWords() {
        let stage = Self.stage("picker", "o", ["options": JSON(Self.cities)])
        stage.type("ber")
        #expect(stage.shows("Bergen") && !stage.shows("[b]Porto"))
        stage.press("enter")
        #expect(stage.sent() == [Self.value(#""b""#)])
        let searched = Self.searched("picker", "o", ["query": "old"])
        searched.type("p")
        #expect(searched.shows("There are more.") && searched.sent() == [Self.search("p")])
    }

    @Test func enterChoosesTheOptionThatTheWordsFindLater() {
        let stage = Self.searched("picker", "o")
        stage.press("enter")
        stage.host.react(to: "searchOptions", Self.found(Self.cities, ["status": "loading", "query": "be"]))
        stage.type("be")
        stage.press("enter")
        #expect(stage.shows("Loading…") && stage.sent() == [Self.search("b"), Self.search("be")])
        stage.change(Self.found([Self.cities[0]], ["query": "be"]))
        #expect(stage.shows("Bergen") && !stage.shows("Oslo") && stage.sent() == [Self.value(#""b""#)])
    }

    @Test func wordsFindOptionsOfTheFieldItselfWithoutASource() {
        let stage = Self.stage("picker", "o", ["options": JSON(Self.cities)])
        stage.press("enter")
        stage.type("ber")
        #expect(stage.shows("Bergen") && !stage.shows("[b]Porto"))
        stage.type("x")
        #expect(stage.shows("Nothing matches."))
        stage.press("backspace", "enter")
        #expect(stage.sent() == [Self.value(#""b""#)])
    }

    @Test func theEndOfTheOptionsLoadsMore() {
        let stage = Self.searched("picker", "o")
        stage.press("enter", "down")
        #expect(stage.sent() == [#"loadMoreOptions {"path":"/city"}"#])
        let more: [JSON] = Self.cities + [["value": "t", "title": "Tromsø"]]
        stage.change(Self.found(more, ["endReached": true]))
        stage.press("down", "enter")
        #expect(stage.sent() == [Self.value(#""t""#)])
    }

    // MARK: The choice

    @Test func noneCanBeChosenAndTheListBeLeft() {
        let stage = Self.searched("picker", "o")
        stage.press("space", "escape", "tab", "x", "shift+tab", "enter")
        stage.click("none")
        #expect(stage.shows("none") && !stage.shows("Bergen"))
        #expect(stage.sent() == [#"setValue {"path":"/note","value":"x"}"#, Self.value("null")])
        let required = Self.stage("picker", "o", ["options": JSON(Self.cities), "allowsNone": false])
        required.press("enter")
        #expect(required.shows("Bergen") && !required.shows("none"))
    }

    @Test func severalOptionsAreTickedOneAfterTheOther() {
        let stage = Self.searched("multiPicker", ["b"])
        stage.click("Bergen")
        #expect(stage.shows("[x] Bergen") && stage.shows("[ ] Oslo"))
        stage.press("down", "space", "up", "enter", "tab", "space")
        #expect(
            stage.sent() == [
                Self.value(#"["b","o"]"#), Self.value(#"["o"]"#), Self.value(#"["o","b"]"#), Self.value(#"["b"]"#),
            ])
        stage.press("escape")
        #expect(stage.shows("Bergen") && !stage.shows("[ ]"))
    }

    @Test func aBlankAfterWordsBelongsToTheWords() {
        let stage = Self.stage("multiPicker", [], ["options": JSON(Self.cities), "optionsFrom": Self.source])
        stage.press("enter")
        stage.type("new y")
        #expect(stage.sent() == ["n", "ne", "new", "new ", "new y"].map(Self.search))
    }

    // MARK: Changes by the host

    @Test func aFailedSourceIsAskedAgain() {
        let stage = Self.searched("picker", nil, ["status": "failed"])
        stage.press("enter")
        #expect(stage.shows("The options could not be loaded."))
        stage.change(Self.found([], ["query": "zz"]))
        #expect(stage.shows("Nothing matches."))
        // The list opens without the former query.
        stage.press("escape", "enter")
        #expect(stage.sent() == [Self.search(""), Self.search("")])
    }

    @Test func aListIsClosedWithItsField() {
        for patch in [["sections": [["fields": ["/note"]]]], ["fields": ["/city": ["enabled": false]]]] as [JSON] {
            let stage = Self.searched("picker", nil)
            stage.press("enter")
            #expect(stage.shows("Oslo"))
            stage.change(["state": patch])
            #expect(!stage.shows("Oslo") && stage.app.interface.popups.isEmpty)
            stage.press("x")
            #expect(stage.sent() == [#"setValue {"path":"/note","value":"x"}"#])
        }
    }

    @Test func changedOptionsLeaveTheFocusInItsField() {
        let stage = Self.stage("picker", "o", ["options": JSON(Self.cities)])
        stage.press("tab", "a")
        let more: JSON = [["value": 1, "title": "One"], ["value": 2, "title": "Two"]]
        stage.change(["state": ["fields": ["/city": ["options": more, "value": 2]]]])
        #expect(stage.shows("Two"))
        stage.press("b", "shift+tab", "enter", "up", "enter")
        let notes = ["a", "ab"].map { #"setValue {"path":"/note","value":"\#($0)"}"# }
        #expect(stage.sent() == notes + [Self.value("1")])
    }

    @Test func theOptionWithTheCursorStaysInView() {
        let many = (1...40).map { ["value": .number(Double($0)), "title": JSON("Option \($0)")] as JSON }
        let stage = Self.stage("picker", 1, ["options": JSON(many)])
        stage.press("enter", "pagedown", "pagedown", "pagedown")
        let active = (1...40).filter { stage.shows("Option \($0) ") }
        #expect(active.count > 1)
        for _ in 0..<40 { stage.press("down") }
        for (width, height) in [(80, 24), (120, 40), (40, 15), (200, 60), (20, 5), (80, 24)] {
            stage.resize(width, height)
            #expect(stage.shows("Option 40"), "\(width)x\(height)\n\(stage.screen)")
            #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }
}
