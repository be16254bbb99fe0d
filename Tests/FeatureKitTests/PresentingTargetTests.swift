import FHJSON
import FeatureKit
import Testing

@Suite struct PresentingTargetTests {
    @Test func rule10AConfirmationNamesItsTarget() throws {
        let screen = ScreenStore()
        try screen.present("child")
        try screen.send("setActive", #"{"id":"2"}"#, at: ScreenStore.sheet)
        try screen.present("ask", at: ScreenStore.sheet)
        try screen.send("setActive", #"{"id":"1"}"#)
        let nested = screen.snapshot(path: ScreenStore.sheet)["presentation"]?["target"]
        #expect(nested == (try JSONValue(parsing: #"{"instance":"screen-1","path":["presentation"],"id":"2"}"#)))
        try screen.present("ask", #","policy":"replace""#)
        #expect(
            screen.snapshot["presentation"]?["target"] == (try JSONValue(parsing: #"{"instance":"screen-1","id":"1"}"#))
        )
    }

    @Test func withoutAnActiveRowThereIsNoTarget() throws {
        let screen = ScreenStore()
        screen.expectRefusal("noTarget", "present", #"{"modal":"ask"}"#)
        try screen.send("setActive", #"{"id":"7"}"#)
        screen.expectRefusal("noTarget", "present", #"{"modal":"ask"}"#)
    }

    @Test func aPressActsOnTheTargetAlsoWhenAnotherRowIsActive() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"2"}"#)
        let key = try screen.present("ask")
        try screen.send("setActive", #"{"id":"1"}"#)
        try screen.press("remove", key)
        #expect(screen.log() == ["remove 2"])
        #expect(screen.key() == nil)
        #expect(screen.causes(from: 4) == ["pressButton client", "remove effect"])
        // The question is closed before its action runs.
        #expect(screen.snapshots[3]["presentation"]?.isNull == true)
        #expect(screen.snapshots[3]["state"]?["rows"]?.intValue == 2)
    }

    @Test func aQuestionAboutALiveRowStaysAnswerableUntilTheRowIsGone() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"2"}"#)
        let key = try screen.present("ask")
        try screen.send("setRow", #"{"id":"2","text":"other"}"#)
        #expect(enabled(screen) == ["remove": true, "keep": true])
        #expect(screen.snapshot["presentation"]?["reason"] == nil)
        try screen.send("remove", #"{"ids":["2"]}"#)
        #expect(enabled(screen) == ["remove": false, "keep": true])
        let reason = screen.snapshot["presentation"]?["reason"]
        #expect(reason == (try JSONValue(parsing: #"{"code":"gone","ids":["2"],"text":"The row is gone."}"#)))
        screen.expectRefusal("gone", "pressButton", #"{"key":"\#(key)","buttonId":"remove"}"#)
        #expect(detail(screen, "remove", key)?.contains("row 2 is") == true)
        // A row with the same id may be another row; only a row with the same value counts as the same row.
        try screen.send("setRow", #"{"id":"2","text":"again"}"#)
        #expect(enabled(screen) == ["remove": false, "keep": true])
        try screen.send("setRow", #"{"id":"2","text":"other"}"#)
        #expect(enabled(screen) == ["remove": true, "keep": true])
        try screen.send("remove", #"{"ids":["2"]}"#)
        // Other rows don't affect the question, and a button without an action always closes the question.
        try screen.press("keep", key)
        #expect(screen.key() == nil)
        #expect(screen.log() == ["remove 2", "remove 2"])
    }

    /// This includes outputs that need no answer, such as the accepted row of a search.
    @Test func anOutputIsForNoOtherRowThatHasTheIDNow() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"1"}"#)
        let key = try screen.present("edit")
        try screen.send("remove", #"{"ids":["1"]}"#)
        try screen.send("setRow", #"{"id":"1","text":"another"}"#)
        try screen.send("submit", #"{"text":"x"}"#, at: ScreenStore.sheet)
        #expect(screen.log() == ["remove 1"])
        #expect(screen.key() == key)
        let errors = screen.snapshot["errors"].map { $0.elements.compactMap { $0["code"]?.stringValue } }
        #expect(errors == ["gone"])
    }

    @Test func aQuestionIsOffWhereAMemberThatItDependsOnHasAnotherValue() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"2"}"#)
        let key = try screen.present("depends")
        #expect(screen.snapshot["presentation"]?["title"]?.stringValue == "Remove two?")
        try screen.send("setRow", #"{"id":"2","text":"other"}"#)
        // The text describes the current row.
        #expect(screen.snapshot["presentation"]?["title"]?.stringValue == "Remove other?")
        #expect(enabled(screen) == ["remove": false, "keep": true])
        let reason = #"{"code":"changed","members":["text"],"ids":["2"],"text":"text changed meanwhile."}"#
        #expect(screen.snapshot["presentation"]?["reason"] == (try JSONValue(parsing: reason)))
        screen.expectRefusal("targetChanged", "pressButton", #"{"key":"\#(key)","buttonId":"remove"}"#)
        #expect(detail(screen, "remove", key)?.contains("text of 2 changed") == true)
        #expect(screen.log() == [])
        // Restoring the old value makes the question valid again.
        try screen.send("setRow", #"{"id":"2","text":"two"}"#)
        #expect(enabled(screen) == ["remove": true, "keep": true])
        try screen.press("remove", key)
        #expect(screen.log() == ["remove 2"])
    }

    private func detail(_ screen: ScreenStore, _ button: String, _ key: String) -> String? {
        do {
            try screen.press(button, key)
            return nil
        } catch {
            guard case .unavailable(_, let detail)? = error as? ActionRefusal else { return nil }
            return detail
        }
    }

    private func enabled(_ screen: ScreenStore) -> [String: Bool] {
        let buttons = (screen.snapshot["presentation"]?["buttons"]).list
        return Dictionary(
            uniqueKeysWithValues: buttons.map { ($0["id"]?.stringValue ?? "", $0["enabled"]?.boolValue ?? false) })
    }

    @Test func aQuestionThatWaitsKeepsTheRowAsItWas() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"2"}"#)
        let first = try screen.present("child")
        try screen.present("depends")
        try screen.send("setRow", #"{"id":"2","text":"other"}"#)
        try screen.dismiss(first)
        #expect(enabled(screen) == ["remove": false, "keep": true])
    }

    @Test func aPressWhoseActionIsRefusedIsRefused() throws {
        let screen = ScreenStore()
        let key = try screen.present("note")
        screen.expectRefusal("always", "pressButton", #"{"key":"\#(key)","buttonId":"locked"}"#)
        #expect(screen.key() == key)
    }

    @Test func aChildIsOpenedWithTheRow() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"2"}"#)
        try screen.present("edit", #","params":{"more":1}"#)
        #expect(
            screen.openedWith == (try JSONValue(parsing: #"{"id":"2","values":{"id":"2","text":"two"},"more":1}"#)))
    }

    // MARK: Blocked presses

    @Test func aConfirmedPressStillLooksForItsRow() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"2"}"#)
        let key = try screen.present("pressable")
        try screen.setDirty(at: ScreenStore.sheet)
        try screen.press("remove", key)
        #expect(screen.snapshot["blocked"]?["action"]?.stringValue == "pressButton")
        try screen.send("remove", #"{"ids":["2"]}"#)
        screen.expectRefusal("gone", "confirmDiscard")
        #expect(screen.key() == key)

        try screen.send("setRow", #"{"id":"2","text":"two"}"#)
        try screen.send("confirmDiscard")
        #expect(screen.key() == nil)
        #expect(screen.log() == ["remove 2", "remove 2"])
    }
}
