import FHTerminalPlain
import Testing

/// Forms in the dialog of lines: the questions about fields, and their answers.
@Suite struct PlainFormTests {
    private static let actions = [
        "setValue", "setSecret", "focus", "blur", "submit", "reset", "keepMine", "takeTheirs", "insertItem",
        "removeItem", "moveItem", "searchOptions", "loadMoreOptions", "restoreDraft", "discardDraft", "cancelSubmit",
    ]

    private static func stage(_ fields: [(String, JSON)], _ members: JSON = [:], _ snapshot: JSON = [:]) -> PlainStage {
        PlainStage("form", States.form(fields, members), actions, snapshot)
    }

    private static var options: JSON {
        ["options": [["value": "low", "title": "Low"], ["value": "high", "title": "High"], ["value": "highest"]]]
    }

    @Test func fieldsAreAskedInTurn() {
        let stage = Self.stage([
            (
                "/title",
                States.field("text", "Title", "", ["required": true, "hints": ["help": "What is to be done?"]])
            ),
            ("/done", States.field("toggle", "Done", false)),
            ("/fixed", States.field("text", "Fixed", "x", ["enabled": false])),
            ("/hidden", States.field("text", "Hidden", "x", ["visible": false])),
        ])
        stage.type("Milk", "yes", "")
        #expect(
            stage.takeText() == """
                New task.
                An empty line keeps a value. A command begins with a colon, such as :done, :back or :help.
                Title, required, now empty.
                  What is to be done?
                Title: Milk
                Done, now no.
                Done, yes or no: yes
                1. Title: Milk, required
                2. Done: yes
                Fixed: x, can't be changed
                You can type: Submit, Reset.
                New task> 
                Nothing has changed. ? lists what you can type.
                New task> 
                """)
        #expect(
            stage.sent() == [
                #"setValue {"path":"/title","value":"Milk"}"#, #"setValue {"path":"/done","value":true}"#,
            ])
        stage.type("submit")
        #expect(stage.sent() == ["submit"])
    }

    @Test func anEmptyLineKeepsAValue() {
        let stage = Self.stage([
            ("/title", States.field("text", "Title", "Milk")), ("/due", States.field("date", "Due", "2026-12-24")),
        ])
        let text = stage.say("", ":empty")
        #expect(text.contains("Due, now 2026-12-24, Thursday.\n  In the form YYYY-MM-DD.\nDue: :empty\n"))
        #expect(stage.sent() == [#"setValue {"path":"/due","value":null}"#])
    }

    @Test(arguments: [
        ("1", #""low""#), ("high", #""high""#), ("lo", #""low""#), ("0", "null"), ("none", "null"),
        ("HIGHEST", #""highest""#),
    ])
    func anOptionIsChosen(line: String, value: String) {
        let stage = Self.stage([("/p", States.field("picker", "Priority", "high", Self.options))])
        #expect(
            stage.takeText().contains(
                "  0. none\n  1. Low\n  2. High, chosen\n  3. highest\nPriority, a number or a title: "))
        stage.type(line)
        #expect(stage.sent() == [#"setValue {"path":"/p","value":\#(value)}"#])
    }

    @Test func anAmbiguousTitleListsItsOptions() {
        let stage = Self.stage([("/p", States.field("picker", "Priority", "low", Self.options))])
        #expect(stage.say("hi").contains("  2. High\n  3. highest\nPriority"))
        #expect(stage.say("medium").contains("There is no such option.\n") && stage.sent().isEmpty)
    }

    @Test func severalOptionsAreTicked() {
        let stage = Self.stage([("/p", States.field("multiPicker", "Days", ["high"], Self.options))])
        #expect(stage.takeText().contains("  2. High, ticked\n"))
        stage.type("1 2", "")
        #expect(stage.sent() == [#"setValue {"path":"/p","value":["low"]}"#])
        #expect(stage.takeText().contains("  1. Low, ticked\n  2. High\n"))
    }

    @Test func aSecretIsNeverWritten() {
        let field = States.field("secure", "Password", ["isSet": false], ["required": true])
        let stage = Self.stage([("/secret", field)])
        #expect(stage.dialog.readsSecret)
        #expect(
            stage.takeText().contains("Password, required, not set.\n  It is not shown while you type it.\nPassword: "))
        let text = stage.say("correct horse")
        #expect(!text.contains("horse") && !stage.dialog.readsSecret)
        #expect(stage.sent() == [#"setSecret {"path":"/secret","value":"correct horse"}"#])
    }

    @Test func aTextHasSeveralLines() {
        let stage = Self.stage([("/note", States.field("multiline", "Note", "old"))])
        stage.type("one", "", "::two", ".")
        #expect(stage.takeText().contains("Note: one\nNote, line 2: \nNote, line 3: ::two\nNote, line 4: .\n"))
        #expect(stage.sent() == [#"setValue {"path":"/note","value":"one\n\n:two"}"#])
    }

    @Test func aWrongNumberIsAskedForAgain() {
        let field = States.field("stepper", "Count", 1, ["minimum": 1, "maximum": 9])
        let stage = Self.stage([("/count", field)])
        #expect(stage.say("many").contains("“many” is no number.\nCount: "))
        stage.type("4")
        #expect(stage.sent() == [#"setValue {"path":"/count","value":4}"#])
    }

    @Test func aWrongValueIsAskedForAgainWithItsError() {
        let stage = Self.stage([
            ("/mail", States.field("email", "Email", "")), ("/name", States.field("text", "Name", "")),
        ])
        let error: JSON = [["code": "format", "text": "This is no address.", "severity": "error"]]
        stage.host.react(to: "blur", ["state": ["fields": ["/mail": ["messages": error, "showMessages": true]]]])
        let text = stage.say("ada", "")
        #expect(
            text.contains("Email, now ada.\n  Error: This is no address.\nEmail: \nName, now empty.\nName: "), "\(text)"
        )
    }

    @Test func wrongFieldsAreAskedForAfterSubmit() {
        let stage = Self.stage([
            ("/title", States.field("text", "Title", "")), ("/due", States.field("date", "Due", nil)),
        ])
        stage.type("", "")
        let error: JSON = [["code": "required", "text": "Due is required.", "severity": "error"]]
        stage.host.react(
            to: "submit",
            [
                "state": [
                    "fields": ["/due": ["messages": error, "showMessages": true]], "focus": ["path": "/due", "seq": 1],
                    "submitCount": 1,
                ]
            ])
        let text = stage.say("submit")
        #expect(
            text.hasSuffix("submit\nDue, now empty.\n  Error: Due is required.\n  In the form YYYY-MM-DD.\nDue: "),
            "\(text)")
    }

    @Test(arguments: [("1", "keepMine"), ("theirs", "takeTheirs")])
    func aConflictIsDecided(line: String, action: String) {
        let stage = Self.stage([
            ("/title", States.field("text", "Title", "mine")), ("/due", States.field("text", "Due", "")),
        ])
        stage.type("")
        _ = stage.takeText()
        stage.change(["state": ["fields": ["/title": ["conflict": ["base": "old", "theirs": "new"]]]]])
        #expect(stage.takeText() == "")
        let text = stage.say("x")
        #expect(text.contains("Changed meanwhile:\n1. Title: mine, changed by others, theirs: new\n"))
        #expect(text.contains("Title was changed by others.\n  1. Keep mine: mine\n  2. Take theirs: new\n"))
        _ = stage.sent()
        stage.type(line)
        #expect(stage.sent() == [#"\#(action) {"path":"/title"}"#])
    }

    @Test func itemsAreAddedAndRemoved() {
        let repeated = States.field("repeated", "Lines", nil, ["items": [["id": "a", "fields": ["/lines/a/what"]]]])
        let stage = PlainStage(
            "form",
            States.form([("/lines", repeated)]).patched([
                "fields": ["/lines/a/what": States.field("text", "What", "Tea")]
            ]), Self.actions)
        #expect(stage.takeText().contains("Lines 1, What, now Tea.\nLines 1, What: "))
        let text = stage.say("", "add", "remove 2", "remove 1", "")
        #expect(text.contains("Lines, 1 item.\nLines, add, remove NUMBER, or an empty line to go on: add\n"))
        #expect(text.contains("remove: there is no item with this number.\n"))
        #expect(stage.sent() == [#"insertItem {"path":"/lines"}"#, #"removeItem {"id":"a","path":"/lines"}"#])
    }

    @Test func optionsOfASourceAreSearched() {
        let members: JSON = [
            "options": [["value": "1", "title": "Atlas"]],
            "optionsFrom": ["status": "idle", "query": "", "endReached": false],
        ]
        let stage = Self.stage([("/p", States.field("picker", "Product", nil, members))])
        #expect(stage.takeText().contains("There are more; type words to find them, or :more.\n"))
        stage.host.react(
            to: "searchOptions",
            ["state": ["fields": ["/p": ["options": [["value": "2", "title": "Teapot"]]]]]])
        #expect(stage.say("tea").contains("  1. Teapot\n"))
        stage.type(":more", "1")
        #expect(
            stage.sent() == [
                #"searchOptions {"path":"/p","query":"tea"}"#, #"loadMoreOptions {"path":"/p"}"#,
                #"setValue {"path":"/p","value":"2"}"#,
            ])
    }

    @Test func aSlowSubmitIsMentioned() {
        let stage = Self.stage([("/title", States.field("text", "Title", ""))])
        stage.type("")
        stage.host.react(to: "submit", ["state": ["status": "submitting"]])
        _ = stage.say("submit")
        stage.now += 999
        stage.update()
        #expect(stage.takeText() == "")
        stage.now += 1
        stage.update()
        #expect(stage.takeText() == "Submitting…\n")
        stage.now += 4_000
        stage.update()
        let text = stage.takeText()
        #expect(text.contains("This takes long.") && text.hasSuffix("New task> "))
        #expect(stage.say("stop").isEmpty == false && stage.sent().contains("cancelSubmit"))
    }
}
