import FHTerminalScreen
import Testing

/// Forms and flows in steps, and their drafts, over a fake host.
@Suite struct StepsTests {
    // MARK: Forms

    private static let first: JSON = ["previousStep": "firstStep", "cancelSubmit": "notSubmitting"]
    private static let last: JSON = ["nextStep": "lastStep", "cancelSubmit": "notSubmitting"]
    private static let noDraft: JSON = ["restoreDraft": "noDraft", "discardDraft": "noDraft"]

    /// Returns the members of a form's state for one of three steps.
    private static func step(_ index: Int, _ title: String, _ path: String) -> JSON {
        [
            "step": ["id": JSON(title), "title": JSON(title), "index": .number(Double(index)), "count": 3],
            "sections": [["header": "Address", "fields": [JSON(path)]]],
        ]
    }

    private static var who: JSON { step(0, "Who", "/name") }
    private static var city: JSON { step(1, "Where", "/city") }
    private static var day: JSON { step(2, "When", "/day") }

    private static func trip() -> FakeStage {
        let form = States.form([
            ("/name", States.field("text", "Name", "Ada", ["required": true])),
            ("/city", States.field("text", "City", "")), ("/day", States.field("date", "Day", nil)),
        ])
        let actions = [
            "setValue", "submit", "cancelSubmit", "cancel", "reset", "nextStep", "previousStep", "restoreDraft",
            "discardDraft",
        ]
        return FakeStage(
            "form", form.merging(who), actions, ["unavailable": first.merging(noDraft)])
    }

    @Test func stepsOfAFormHaveKeys() {
        let stage = Self.trip()
        #expect(stage.shows("Name *") && !stage.shows("City"))
        #expect(stage.shows("esc leave") && !stage.shows("esc back"))
        stage.host.react(to: "nextStep", ["state": Self.city, "unavailable": Self.noDraft])
        stage.press("ctrl+n", "x")
        #expect(stage.shows("City") && !stage.shows("Name *"))
        stage.host.react(to: "nextStep", ["state": Self.day, "unavailable": Self.last.merging(Self.noDraft)])
        stage.press("ctrl+n", "1", "ctrl+n", "ctrl+s")
        #expect(
            stage.sent() == [
                "nextStep", #"setValue {"path":"/city","value":"x"}"#, "nextStep",
                #"setValue {"path":"/day","value":"1"}"#, "submit",
            ])
    }

    @Test func stepsOfAFormHaveButtons() {
        let stage = Self.trip()
        stage.host.react(to: "nextStep", ["state": Self.day, "unavailable": Self.last])
        stage.click("Next ]")
        // After the click, the focus is in a field of the step, and no longer on the button.
        stage.type("1")
        stage.click("Submit ]")
        stage.click("Back ]")
        #expect(
            stage.sent() == ["nextStep", #"setValue {"path":"/day","value":"1"}"#, "submit", "previousStep"])
    }

    @Test func theHostMovesTheFocusIntoAnotherStep() {
        let stage = Self.trip()
        var patch = Self.city
        patch["sections"] = [["fields": ["/city", "/town"]]]
        patch["fields"] = ["/town": States.field("text", "Town", "")]
        patch["focus"] = ["path": "/town", "seq": 1]
        stage.host.react(to: "nextStep", ["state": patch, "unavailable": Self.noDraft])
        stage.press("ctrl+n", "x")
        #expect(stage.sent().last == #"setValue {"path":"/town","value":"x"}"#)
    }

    @Test func aDraftOfAFormIsOffered() {
        let stage = Self.trip()
        #expect(!stage.shows("draft"))
        stage.change(["state": ["hasDraft": true], "unavailable": Self.first])
        #expect(stage.shows("draft"))
        _ = stage.sent()
        stage.press("f3", "f4")
        stage.type("!")
        #expect(
            stage.sent() == ["restoreDraft", "discardDraft", #"setValue {"path":"/name","value":"Ada!"}"#])
        stage.change(["state": ["hasDraft": false], "unavailable": Self.first.merging(Self.noDraft)])
        #expect(!stage.shows("draft"))
    }

    @Test func aBusyFormSaysSoAndCanBeStopped() {
        let stage = Self.trip()
        stage.change(["state": ["isValidating": true]])
        #expect(stage.shows("checking…") && !stage.shows("Stop ]"))
        let busy: JSON = ["submit": "alreadySubmitting", "nextStep": "submitting", "previousStep": "submitting"]
        stage.change(["state": Self.day.merging(["status": "submitting"]), "unavailable": busy])
        #expect(stage.shows("submitting…"))
        stage.click("Stop ]")
        #expect(stage.sent() == ["cancelSubmit"])
    }

    @Test func errorsAndWarningsDiffer() {
        let stage = Self.trip()
        let error: JSON = ["code": "const", "text": "There is such a trip.", "severity": "error"]
        let warning: JSON = ["code": "long", "text": "That is far.", "severity": "warning"]
        stage.change(["state": ["fields": ["/name": ["messages": [error, warning]]]]])
        #expect(!stage.shows("such a trip") && !stage.shows("That is far"))
        stage.change(["state": ["fields": ["/name": ["showMessages": true]]]])
        #expect(stage.shows("! There is such a trip.") && stage.shows("△ That is far."))
        #expect(stage.style(of: "! There") != stage.style(of: "△ That"))
    }

    // MARK: Flows

    private static func steps(_ members: JSON = [:]) -> JSON {
        let way: JSON = [
            ["id": "who", "title": "Who", "status": "done"], ["id": "why", "title": "Why", "status": "skipped"],
            ["id": "what", "title": "What", "status": "current"], ["id": "end", "title": "Summary", "status": "open"],
        ]
        let steps: JSON = [
            "id": "what", "title": "What", "index": 2, "count": 4, "isSummary": false, "hasDraft": false,
            "way": way, "canGoBack": true, "canGoForward": true,
            "canSkip": true, "answers": ["who": ["name": "Ada"]],
        ]
        return steps.merging(members)
    }

    private static func wizard(_ members: JSON = [:]) -> FakeStage {
        let form = States.child("form", States.titleForm())
        let top: JSON = ["key": "k2", "route": "what", "title": "Details", "params": [:], "child": form]
        let state: JSON = [
            "title": "Book", "stack": [top], "steps": steps(members), "status": "active", "output": nil,
        ]
        let actions = ["setValue", "submit", "openItem", "toggleSelection", "setFilter", "setSort", "refresh"]
        let child: JSON = ["id": "child", "kind": "form", "title": "Child", "actions": JSON(actions)]
        let own = ["next", "back", "skip", "restoreDraft", "discardDraft", "reset"]
        return FakeStage("flow", state, own, others: [child])
    }

    @Test func stepsOfAFlowHaveKeys() {
        let stage = Self.wizard()
        #expect(stage.shows("What") && stage.shows("Summary"))
        stage.press("ctrl+n", "ctrl+p", "f5")
        #expect(stage.sent() == ["next", "back", "skip"])
    }

    @Test func theNextKeyFinishesInTheLastStep() {
        let stage = Self.wizard()
        stage.change([
            "state": ["steps": Self.steps(["index": 3, "canGoBack": false, "canSkip": false])],
            "unavailable": ["back": "noBack", "skip": "notSkippable"],
        ])
        #expect(stage.shows("Finish") && !stage.shows("Skip ]"))
        stage.press("ctrl+p", "f5")
        #expect(stage.sent().filter { ["back", "skip"].contains($0) }.isEmpty)
        stage.press("ctrl+n")
        #expect(stage.sent().last == "next")
    }

    @Test func aSummaryIsFinishedAndItsRowsAreOpened() {
        let stage = Self.wizard()
        let rows = States.child("list", States.list(["activeId": "1"]))
        let top: JSON = ["key": "k3", "route": "end", "title": "Summary", "params": [:], "child": rows]
        let summary = Self.steps(["id": "end", "title": "Summary", "index": 3, "isSummary": true, "canSkip": false])
        stage.change(["state": ["stack": [top], "steps": summary], "unavailable": ["skip": "notSkippable"]])
        stage.press("space", "slash", "s", "r", "enter", "ctrl+n")
        #expect(stage.sent() == [#"stack/k3 openItem {"id":"1"}"#, "next"])
    }

    @Test func aDraftOfAFlowIsOffered() {
        let stage = Self.wizard(["hasDraft": true])
        #expect(stage.shows("draft"))
        stage.press("f3")
        #expect(stage.sent() == ["restoreDraft"])
        stage.change(["state": ["steps": Self.steps()]])
        #expect(!stage.shows("draft"))
    }
}
