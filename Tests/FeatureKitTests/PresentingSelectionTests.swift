import FHJSON
import FeatureKit
import Testing

/// Presentations about the marked rows or, if none is marked, about the active row.
@Suite struct PresentingSelectionTests {
    private func marked(_ ids: String, active: String = "1") throws -> ScreenStore {
        let screen = ScreenStore()
        try screen.send("setRow", #"{"id":"3","text":"three"}"#)
        try screen.send("setRow", #"{"id":"4","text":"four"}"#)
        try screen.send("setActive", #"{"id":"\#(active)"}"#)
        try screen.send("mark", #"{"ids":\#(ids)}"#)
        return screen
    }

    private func presentation(_ screen: ScreenStore) -> JSONValue { screen.snapshot["presentation"] ?? .null }

    private func target(_ screen: ScreenStore) -> JSONValue? { presentation(screen)["target"] }

    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    @Test func theMarkedRowsComeFirst() throws {
        let screen = try marked(#"["4","2"]"#)
        let key = try screen.present("askMarked")
        #expect(target(screen) == (try json(#"{"instance":"screen-1","ids":["4","2"],"count":2}"#)))
        #expect(presentation(screen)["title"]?.stringValue == "Remove 2 rows?")
        #expect(presentation(screen)["message"]?.stringValue == "They are: four, two.")
        try screen.send("mark", #"{"ids":["1"]}"#)
        try screen.press("remove", key)
        #expect(screen.log() == ["remove 4 2"])
    }

    @Test func withoutMarksItIsTheActiveRow() throws {
        let screen = try marked("[]", active: "3")
        let key = try screen.present("askMarked")
        #expect(target(screen) == (try json(#"{"instance":"screen-1","id":"3"}"#)))
        #expect(presentation(screen)["title"]?.stringValue == "Remove three?")
        try screen.press("remove", key)
        #expect(screen.log() == ["remove 3"])
    }

    @Test func aSingleMarkIsNotTheActiveRow() throws {
        let screen = try marked(#"["2"]"#)
        let key = try screen.present("editMarked")
        #expect(screen.openedWith == (try json(#"{"id":"2","values":{"id":"2","text":"two"}}"#)))
        try screen.send("submit", #"{"text":"x"}"#, at: ScreenStore.sheet)
        #expect(screen.log() == [#"put 2 {"text":"x"}"#])
        #expect(screen.key() == nil)
        #expect(key != "")
    }

    @Test func whatIsAboutOneRowIsRefusedForSeveral() throws {
        let screen = try marked(#"["2","3"]"#)
        screen.expectRefusal("severalRows", "present", #"{"modal":"editMarked"}"#)
        screen.expectRefusal("severalRows", "present", #"{"modal":"edit","ids":["2","3"]}"#)
    }

    @Test func aSheetAboutSeveralRowsBeginsWithoutAValue() throws {
        let screen = try marked(#"["2","3"]"#)
        try screen.present("showMarked", #","params":{"a":"b"}"#)
        #expect(screen.snapshot(path: ScreenStore.sheet)["state"]?["params"] == (try json(#"{"a":"b"}"#)))
        try screen.send("submit", #"{"text":"x"}"#, at: ScreenStore.sheet)
        #expect(screen.log() == ["remove 2 3"])
    }

    @Test func rowsThatAreGoneAreLeftOutAndTheCountFollows() throws {
        let screen = try marked(#"["4","2","3"]"#)
        let key = try screen.present("askMarked")
        #expect(presentation(screen)["title"]?.stringValue == "Remove 3 rows?")
        try screen.send("remove", #"{"ids":["4"]}"#)
        #expect(presentation(screen)["title"]?.stringValue == "Remove 2 rows?")
        #expect(target(screen) == (try json(#"{"instance":"screen-1","ids":["2","3"],"count":2}"#)))
        try screen.send("remove", #"{"ids":["2"]}"#)
        #expect(presentation(screen)["title"]?.stringValue == "Remove three?")
        #expect(target(screen) == (try json(#"{"instance":"screen-1","ids":["3"],"count":1}"#)))
        #expect(presentation(screen)["reason"] == nil)
        try screen.press("remove", key)
        #expect(screen.log() == ["remove 4", "remove 2", "remove 3"])
    }

    @Test func ifAllAreGoneItIsRefusedByName() throws {
        let screen = try marked(#"["4","2"]"#)
        let key = try screen.present("askMarked")
        try screen.send("remove", #"{"ids":["4","2"]}"#)
        let reason = #"{"code":"gone","ids":["4","2"],"text":"The rows are gone."}"#
        #expect(presentation(screen)["reason"] == (try json(reason)))
        screen.expectRefusal("gone", "pressButton", #"{"key":"\#(key)","buttonId":"remove"}"#)
        // The marked rows were removed, and no other row replaces them as the target.
        screen.expectRefusal("gone", "present", #"{"modal":"askMarked"}"#)
        screen.expectRefusal("gone", "present", #"{"modal":"askMarked","policy":"replace"}"#)
    }

    @Test func allRowsButSome() throws {
        let screen = try marked(#"["3"]"#)
        try screen.send("markAll")
        let key = try screen.present("askMarked")
        let target = #"{"instance":"screen-1","all":true,"except":["3"],"count":3}"#
        #expect(self.target(screen) == (try json(target)))
        #expect(presentation(screen)["title"]?.stringValue == "Remove 3 rows?")
        #expect(presentation(screen)["message"]?.stringValue == "They are: one, two, four.")
        try screen.send("setRow", #"{"id":"5","text":"five"}"#)
        #expect(presentation(screen)["title"]?.stringValue == "Remove 4 rows?")
        #expect(presentation(screen)["message"]?.stringValue == "They are: one, two, four, ….")
        try screen.press("any", key)
        #expect(screen.log() == [#"removeAny [] true ["3"]"#])
    }

    @Test func allRowsAreThoseThatItWasAskedAboutWhateverIsMarkedSince() throws {
        let screen = try marked(#"["3"]"#)
        try screen.send("markAll")
        let key = try screen.present("askMarked")
        // The excluded row was removed, together with its mark.
        try screen.send("remove", #"{"ids":["3"]}"#)
        try screen.send("mark", #"{"ids":[]}"#)
        #expect(target(screen)?["count"]?.intValue == 3)
        try screen.send("remove", #"{"ids":["1","2","4"]}"#)
        #expect(target(screen)?["count"]?.intValue == 0)
        #expect(presentation(screen)["reason"]?["code"]?.stringValue == "gone")
        screen.expectRefusal("gone", "pressButton", #"{"key":"\#(key)","buttonId":"any"}"#)
    }

    @Test func rowsThatAreNamedComeBeforeMarks() throws {
        let screen = try marked(#"["4"]"#)
        try screen.present("askMarked", #","ids":["2","3"]"#)
        #expect(target(screen)?["ids"] == (try json(#"["2","3"]"#)))
        screen.expectRefusal("gone", "present", #"{"modal":"askMarked","ids":["2","9"],"policy":"replace"}"#)
        screen.expectRefusal("noTarget", "present", #"{"modal":"askMarked","ids":[],"policy":"replace"}"#)
        // A question about the same rows is presented once.
        screen.expectRefusal("alreadyPresented", "present", #"{"modal":"askMarked","ids":["2","3"]}"#)
        try screen.present("askMarked", #","ids":["3"]"#)
        #expect(screen.queue().count == 1)
    }

    @Test func anOutputPresentsItsOwnRow() throws {
        let modals = Screen.configuration().modals
        let present = ActionLink("present", params: .object(["modal": .string("askMarked")]))
        let screen = ScreenStore([:], .init(modals: modals, outputs: ["open": present]))
        try screen.send("mark", #"{"ids":["1"]}"#)
        try screen.send("open", #"{"id":"2"}"#)
        #expect(target(screen)?["id"]?.stringValue == "2")
        try screen.dismiss(screen.key() ?? "")
        try screen.send("openAll", #"{"ids":["2","1"]}"#)
        #expect(target(screen)?["ids"] == (try json(#"["2","1"]"#)))
        // A modal that a button presents is about the rows of the button's question.
        try screen.send("mark", #"{"ids":[]}"#)
        try screen.press("next", screen.key() ?? "")
        #expect(target(screen)?["ids"] == (try json(#"["2","1"]"#)))
    }

    @Test func aQuestionThatWaitsIsNotAskedOnceItsRowsAreGone() throws {
        let screen = try marked(#"["4","2"]"#)
        let first = try screen.present("say")
        try screen.present("askMarked")
        try screen.send("mark", #"{"ids":["3"]}"#)
        try screen.present("askMarked")
        #expect(screen.queue().count == 2)
        try screen.send("remove", #"{"ids":["4","2"]}"#)
        try screen.press("ok", first)
        #expect(target(screen)?["id"]?.stringValue == "3")
        #expect(screen.queue().isEmpty)
    }
}
