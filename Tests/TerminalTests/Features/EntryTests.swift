import FHTerminalClient
import FHTerminalUI
import Testing

/// Keys, pastes and clicks that enter values into a form over a fake host that is slow.
@Suite struct EntryTests {
    private static func stage() -> FakeStage {
        let form = States.form([
            ("/title", States.field("text", "Title", "")), ("/notes", States.field("multiline", "Notes", "")),
        ])
        return FakeStage("form", form, ["setValue", "focus", "blur", "submit"])
    }

    /// Returns the last value that was entered into each field.
    private static func entered(_ sent: [String]) -> [String] {
        ["/title", "/notes"].map { path in sent.last { $0.contains(#""path":"\#(path)""#) } ?? "" }
    }

    private static func value(_ path: String, _ text: String) -> String {
        #"setValue {"path":"\#(path)","value":"\#(text)"}"#
    }

    @Test func lettersGoToTheFieldToWhichEarlierKeysMovedTheFocus() {
        let stage = Self.stage()
        stage.burst("m", "i", "l", "k", "tab", "t", "w", "o", "shift+tab", "s", "ctrl+s")
        let sent = stage.sent()
        #expect(sent.last == "submit")
        #expect(Self.entered(sent) == [Self.value("/title", "milks"), Self.value("/notes", "two")])
    }

    @Test func aPasteHasItsPlaceBetweenKeys() {
        let stage = Self.stage()
        stage.press("a")
        stage.paste("b c")
        stage.press("ctrl+w")
        stage.paste("d")
        stage.press("e")
        #expect(stage.shows("ab de"))
    }

    @Test func typingDoesNotWaitForTheHost() {
        let stage = Self.stage()
        stage.host.hold()
        stage.burst("a", "b", "c", "ctrl+w", "m", "i", "l", "k", "tab", "t", "w", "o", "up", "backspace")
        #expect(stage.shows(" mil") && stage.app.interface.session.isWaiting)
        #expect(stage.shows(" tw") || stage.shows(" mil"), "the last key deletes in one of the fields")
        stage.release()
        #expect(stage.app.isUpToDate)
    }

    @Test func digitsEnterANumberBetweenArrows() {
        let form = States.form([
            ("/count", States.field("stepper", "How many", 3, ["minimum": 0, "maximum": 40])),
            ("/shift", States.field("slider", "Shift", 0, ["minimum": -5, "maximum": 5, "step": 0.5])),
        ])
        let stage = FakeStage("form", form, ["setValue", "focus", "blur", "submit"])
        func count(_ number: Int) -> String { #"setValue {"path":"/count","value":\#(number)}"# }
        stage.type("25")
        #expect(stage.sent() == [count(2), count(25)])
        // 257 is too much, so a new number begins.
        stage.type("7")
        stage.press("right")
        stage.type("1")
        #expect(stage.sent() == [count(7), count(8), count(1)] && stage.shows("‹ 1 ›"))
        stage.type("x")
        #expect(stage.sent().isEmpty && stage.shows("‹ 1 ›"))
        stage.press("tab")
        stage.type("2.5")
        #expect(stage.sent().suffix(1) == [#"setValue {"path":"/shift","value":2.5}"#])
    }

    @Test func clicksEnterValues() {
        let priorities: JSON = [["value": 1, "title": "Low"], ["value": 3, "title": "High"]]
        let form = States.form([
            ("/done", States.field("toggle", "Done", true)),
            ("/count", States.field("stepper", "How many", 3, ["minimum": 0, "maximum": 4])),
            ("/size", States.field("slider", "Size", 40, ["minimum": 0, "maximum": 100, "step": 5])),
            ("/priority", States.field("picker", "Priority", 3, ["options": priorities])),
            ("/tags", States.field("multiPicker", "Tags", [3], ["options": priorities])),
        ])
        let stage = FakeStage("form", form, ["setValue", "focus", "blur", "submit"])
        stage.click("[x]")
        stage.click("‹")
        stage.click("●")
        stage.click("[ ] Low")
        stage.click("High")
        stage.click("Low")
        #expect(
            stage.sent() == [
                #"setValue {"path":"/done","value":false}"#, #"setValue {"path":"/count","value":2}"#,
                #"setValue {"path":"/tags","value":[1,3]}"#, #"setValue {"path":"/priority","value":1}"#,
            ])
    }

    @Test func aClickMovesTheCursorOfAText() {
        let stage = FakeStage("form", States.titleForm(["value": "Buy milk"]), ["setValue", "focus", "blur", "submit"])
        stage.click("milk")
        stage.type("oat ")
        #expect(stage.sent().last == Self.value("/title", "Buy oat milk"))
    }
}
