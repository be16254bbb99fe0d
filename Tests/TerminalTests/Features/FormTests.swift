import FHTerminalScreen
import Testing

/// Forms over a fake host: fields of every type, messages, the focus and typed text.
@Suite struct FormTests {
    private static let actions = [
        "setValue", "setSecret", "focus", "blur", "submit", "cancelSubmit", "cancel", "reset",
    ]
    private static var priorities: JSON {
        [["value": 1, "title": "Low"], ["value": 2, "title": "Normal"], ["value": 3, "title": "High"]]
    }

    private static func stage(_ state: JSON, size: Size = Size(80, 24)) -> FakeStage {
        FakeStage("form", state, actions, size: size)
    }

    private static var texts: JSON {
        States.form([
            ("/title", States.field("text", "Title", "Buy milk", ["required": true])),
            ("/notes", States.field("multiline", "Notes", "Two litres.\nNot the sweet one.")),
            ("/mail", States.field("email", "Tell", "", ["hints": ["placeholder": "a@example.org", "help": "Whom."]])),
            ("/day", States.field("date", "Day", "2025-11-28")),
            ("/secret", States.field("secure", "Password", ["isSet": false])),
            ("/amount", States.field("number", "Amount", 1.5)),
        ])
    }

    private static var choices: JSON {
        States.form([
            ("/done", States.field("toggle", "Done", true)),
            ("/count", States.field("stepper", "How many", 3, ["minimum": 0, "maximum": 4])),
            ("/size", States.field("slider", "Size", 40, ["minimum": 0, "maximum": 100, "step": 5])),
            ("/priority", States.field("picker", "Priority", 2, ["options": priorities])),
            ("/tags", States.field("multiPicker", "Tags", [3], ["options": priorities])),
        ])
    }

    private static func value(_ path: String, _ value: String) -> String {
        #"setValue {"path":"\#(path)","value":\#(value)}"#
    }

    // MARK: What is shown

    @Test func fieldsShowTheirLabelsAndValues() {
        let stage = Self.stage(Self.texts, size: Size(80, 30))
        for text in ["Title *", "Buy milk", "Two litres.", "Not the sweet one.", "a@example.org", "Whom.", "1.5"] {
            #expect(stage.shows(text), "\(text)")
        }
        #expect(stage.cursor != nil)
        let other = Self.stage(Self.choices, size: Size(80, 30))
        for text in ["[x]", "3", "40", "Normal", "High"] { #expect(other.shows(text), "\(text)") }
    }

    @Test func aFormOnItsOwnSaysThatItWasSubmitted() {
        let secret = States.field("secure", "Password", ["isSet": false], ["required": true])
        let stage = Self.stage(States.form([("/password", secret)]))
        #expect(!stage.shows("Submitted."))
        stage.change(["state": ["status": "succeeded", "submitCount": 1]])
        #expect(stage.shows("✓ Submitted.  esc back") && !stage.shows("!") && !stage.shows("error"))
        stage.change(["state": ["status": "editing"]])
        #expect(!stage.shows("Submitted."))
    }

    @Test func theNextErrorIsOfferedUnlessTheFocusIsOnTheOnlyOne() {
        let messages: JSON = [["code": "required", "text": "It must not be empty.", "severity": "error"]]
        let wrong: JSON = ["messages": messages, "showMessages": true]
        let fields = [
            ("/a", States.field("text", "A", "", wrong)), ("/b", States.field("text", "B", "")),
        ]
        let stage = Self.stage(States.form(fields))
        #expect(!stage.shows("next error"))
        stage.press("tab")
        #expect(stage.shows("ctrl+g next error"))
        stage.press("ctrl+g")
        #expect(!stage.shows("next error"))
    }

    @Test func messagesAreShownWhenTheHostSaysSo() {
        let messages: JSON = [["code": "required", "text": "It must not be empty.", "severity": "error"]]
        let stage = Self.stage(States.titleForm(["messages": messages, "hints": ["help": "Who does what."]]))
        #expect(!stage.shows("must not be empty") && stage.shows("Who does what."))
        let formMessage: JSON = [["code": "const", "text": "There is such a task.", "severity": "error"]]
        stage.change(["state": ["fields": ["/title": ["showMessages": true]], "formMessages": formMessage]])
        #expect(stage.shows("! It must not be empty.") && !stage.shows("There is such a task."))
        stage.change(["state": ["submitCount": 1]])
        #expect(stage.shows("! There is such a task."))
    }

    @Test func unknownAndDisabledFieldsAreDrawnAndHiddenOnesAreNot() {
        let stage = Self.stage(
            States.form([
                ("/a", States.field("hologram", "Unknown", ["deep": [1, "[red]"]])),
                ("/b", States.field("text", "Hidden", "not seen", ["visible": false])),
                ("/c", States.field("text", "Disabled", "seen", ["enabled": false])),
            ]))
        #expect(stage.shows("Unknown") && stage.shows("[red]") && !stage.shows("not seen") && stage.shows("seen"))
        stage.type("x")
        #expect(!stage.sent().contains { $0.contains("/c") })
    }

    @Test func aSmallScreenFollowsTheFocus() {
        let stage = Self.stage(Self.texts, size: Size(40, 12))
        #expect(stage.shows("Title") && !stage.shows("Amount"))
        for _ in 0..<5 { stage.press("tab") }
        #expect(stage.shows("Amount") && stage.shows("1.5"))
        for (width, height) in [(20, 5), (8, 4), (3, 2), (1, 1)] {
            stage.resize(width, height)
            #expect(stage.lines.allSatisfy { TextWidth.columns(of: $0) <= width })
        }
    }

    // MARK: What is entered

    @Test func typedTextIsShownUntilItIsAnswered() {
        let stage = Self.stage(States.titleForm())
        stage.host.react(to: "setValue", ["state": ["isDirty": true]])
        stage.host.hold()
        stage.type("ab")
        stage.change(["state": ["fields": ["/title": ["value": "older", "label": "Name"]]]])
        #expect(stage.shows("Name") && stage.shows("ab") && !stage.shows("older"))
        stage.release()
        #expect(stage.shows("older"))
        #expect(stage.sent() == [Self.value("/title", #""a""#), Self.value("/title", #""ab""#)])
    }

    @Test func aBurstOfKeysSetsOneFieldAfterTheOther() {
        let stage = Self.stage(Self.texts)
        stage.burst("x", "tab", "y", "tab", "z")
        let sent = stage.sent()
        #expect(
            sent == [
                Self.value("/title", #""Buy milkx""#), Self.value("/notes", #""Two litres.\nNot the sweet one.y""#),
                Self.value("/mail", #""z""#),
            ])
    }

    @Test func pastedLinesAreJoinedInASingleLine() {
        let stage = Self.stage(States.titleForm())
        stage.paste("two litres\nof milk")
        #expect(stage.sent() == [Self.value("/title", #""two litres of milk""#)])
    }

    @Test func theHostIsNotifiedOfTheFocusAndCanMoveIt() {
        let stage = Self.stage(Self.texts)
        stage.press("tab", "tab")
        #expect(
            stage.sent(but: []) == [
                #"focus {"path":"/title"}"#, #"blur {"path":"/title"}"#, #"focus {"path":"/notes"}"#,
                #"blur {"path":"/notes"}"#, #"focus {"path":"/mail"}"#,
            ])
        stage.change(["state": ["focus": ["path": "/day", "seq": 1]]])
        stage.press("backspace")
        #expect(stage.sent() == [Self.value("/day", #""2025-11-2""#)])
    }

    @Test func valuesHaveTheTypeOfTheirField() {
        let stage = Self.stage(Self.choices)
        stage.press("space", "tab", "right", "tab", "left", "tab", "enter", "down", "enter", "tab", "down", "space")
        #expect(
            stage.sent() == [
                Self.value("/done", "false"), Self.value("/count", "4"), Self.value("/size", "35"),
                Self.value("/priority", "3"), Self.value("/tags", "[2,3]"),
            ])
    }

    @Test func aSecretIsMaskedAndSentByItsOwnAction() {
        let stage = Self.stage(States.form([("/secret", States.field("secure", "Password", ["isSet": true]))]))
        stage.type("s3k")
        #expect(stage.shows("•••") && !stage.shows("s3k"))
        let sent = stage.sent()
        #expect(sent.count == 3 && sent.last == #"setSecret {"path":"/secret","value":"s3k"}"#)
        stage.change(["state": ["fields": ["/secret": ["value": ["isSet": false]]]]])
        #expect(!stage.shows("•••"))
    }

    @Test func aNumberIsShownAsItWasTyped() {
        let stage = Self.stage(States.form([("/amount", States.field("number", "Amount", nil))]))
        stage.host.react(to: "setValue", ["state": ["fields": ["/amount": ["value": 1]]]])
        stage.type("1.0")
        #expect(stage.shows("1.0"))
        stage.host.react(to: "setValue", ["state": ["fields": ["/amount": ["value": nil]]]])
        stage.press("ctrl+u")
        let values = [#""1""#, #""1.""#, #""1.0""#, "null"]
        #expect(stage.sent() == values.map { Self.value("/amount", $0) })
    }

    // MARK: Buttons

    @Test func buttonsDependOnTheAvailableActions() {
        let stage = Self.stage(States.titleForm([:], ["isDirty": true]))
        stage.press("ctrl+s")
        stage.click("Reset")
        #expect(stage.sent() == ["submit", "reset"])
        stage.change([
            "unavailable": ["submit": "alreadySubmitting", "reset": "submitting"], "state": ["status": "submitting"],
        ])
        stage.press("ctrl+s")
        #expect(stage.sent().isEmpty)
        stage.click("Stop")
        #expect(stage.sent() == ["cancelSubmit"])
    }
}
