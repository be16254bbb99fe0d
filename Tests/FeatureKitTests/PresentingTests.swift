import FHJSON
import FeatureKit
import Testing

@Suite struct PresentingTests {
    @Test func whatIsPresentedIsPartOfTheSnapshotAndStartsInARevisionOfItsOwn() throws {
        let screen = ScreenStore(["start": .send(.note(text: "started"))])
        let key = try screen.present("child")
        let presented = screen.snapshot["presentation"]
        #expect(presented?["style"]?.stringValue == "sheet")
        #expect(presented?["title"]?.stringValue == "Screen")
        #expect(presented?["message"]?.isNull == true)
        #expect(presented?["target"] == nil)
        #expect(presented?["dismissible"]?.boolValue == true)
        #expect(presented?["child"]?["feature"]?.stringValue == "screen")
        #expect(presented?["child"]?["kind"]?.stringValue == "view")
        #expect(presented?["child"]?["presentation"]?.isNull == true)
        #expect(presented?["child"]?["blocked"] == nil)
        #expect(screen.log(at: ScreenStore.sheet) == ["run start", "started"])
        #expect(
            screen.causes() == [
                "present client", "presentation/run host", "presentation/note effect",
            ])
        // In the revision that presents the feature, none of its effects has run yet.
        #expect(screen.snapshots[0]["presentation"]?["key"]?.stringValue == key)
        #expect(screen.snapshots[0]["settled"]?.boolValue == false)
        #expect(screen.snapshots[0]["presentation"]?["child"]?["state"]?["log"]?.elements.isEmpty == true)
    }

    @Test func aQuestionHasButtonsAndNoChild() throws {
        let screen = ScreenStore()
        try screen.present("say")
        let presented = screen.snapshot["presentation"]
        #expect(presented?["style"]?.stringValue == "alert")
        #expect(presented?["title"]?.stringValue == "Well")
        #expect(presented?["dismissible"]?.boolValue == false)
        #expect(presented?["child"] == nil)
        #expect(presented?["buttons"] == JSONText.array([button("ok", "OK", "default")]).value)
        #expect(!screen.store.has(path: ScreenStore.sheet))
    }

    private func button(_ id: String, _ title: String, _ role: String, _ isEnabled: Bool = true) -> JSONText {
        .object([
            "id": .string(id), "title": .string(title), "role": .string(role),
            "enabled": JSONText.build { $0.value(isEnabled) },
        ])
    }

    @Test func theToolbarIsThatOfTheDeclarationAtEachLevel() throws {
        let screen = ScreenStore()
        try screen.present("child")
        let expected = try JSONValue(
            parsing: #"[{"action":"present","params":{"modal":"child"},"title":"Add","role":"primary"}]"#)
        #expect(screen.snapshot["toolbar"] == expected)
        #expect(screen.snapshot(path: ScreenStore.sheet)["toolbar"] == expected)
    }

    // MARK: The queue

    @Test func rule10OnePresentationAtATimeAndTheOthersWaitInTheirOrder() throws {
        let screen = ScreenStore(["start": .none])
        let first = try screen.present("child")
        try screen.present("say")
        try screen.present("bare")
        #expect(screen.key() == first)
        let queue = screen.snapshot["queue"].list
        #expect(queue.map { $0["style"]?.stringValue } == ["alert", "sheet"])
        #expect(queue.map { $0["title"]?.stringValue } == ["Well", "Screen"])
        let waiting = screen.queue()
        // A queued feature has not started.
        #expect(screen.causes().filter { $0.contains("/run") } == ["presentation/run host"])

        let revision = screen.store.revision
        try screen.dismiss(first)
        #expect(screen.store.revision == revision + 1)
        #expect(screen.key() == waiting[0])
        #expect(screen.queue() == [waiting[1]])
        try screen.press("ok", waiting[0])
        #expect(screen.key() == waiting[1])
        #expect(screen.queue() == [])
        #expect(screen.causes().filter { $0.contains("/run") }.count == 2)
    }

    @Test func rule10WhatIsPresentedPresentsItself() throws {
        let screen = ScreenStore()
        let sheets = (0...3).map { Array(repeating: "presentation", count: $0) }
        let keys = try sheets.map { try screen.present("child", at: $0) }
        #expect(Set(keys).count == 4)
        for (path, key) in zip(sheets, keys) { #expect(screen.key(at: path) == key) }
        try screen.send("note", #"{"text":"deep"}"#, at: sheets[3])
        #expect(screen.log(at: sheets[3]) == ["deep"])
        #expect(screen.log(at: sheets[2]) == [])
        // Each level has its own queue.
        try screen.present("say", at: sheets[2])
        #expect(screen.queue(at: sheets[2]).count == 1)
        #expect(screen.queue(at: sheets[1]).isEmpty)

        try screen.dismiss(keys[1], at: sheets[1])
        #expect(screen.key(at: sheets[1]) == nil)
        #expect(screen.store.has(path: sheets[1]))
        #expect(!screen.store.has(path: sheets[2]))
        screen.expectRefusal("gone", "note", #"{"text":"late"}"#, at: sheets[3])
    }

    @Test func replacePresentsInsteadOfWhatIsThere() throws {
        let screen = ScreenStore()
        let first = try screen.present("child")
        try screen.present("say")
        let waiting = screen.queue()
        let second = try screen.present("bare", #","policy":"replace""#)
        #expect(second != first)
        #expect(screen.queue() == waiting)
        screen.expectRefusal("gone", "dismiss", #"{"key":"\#(first)"}"#)
        // If nothing is presented, `replace` presents the modal as `queue` does.
        try screen.dismiss(second)
        try screen.press("ok", waiting[0])
        try screen.present("bare", #","policy":"replace""#)
        #expect(screen.key() != nil)
    }

    @Test func whatIsPresentedOrWaitsIsNotPresentedTwice() throws {
        let screen = ScreenStore()
        let first = try screen.present("child")
        screen.expectRefusal("alreadyPresented", "present", #"{"modal":"child"}"#)
        try screen.present("say")
        screen.expectRefusal("alreadyPresented", "present", #"{"modal":"say","policy":"queue"}"#)
        // A modal with other params is another presentation, and so is the same modal on another level.
        try screen.present("child", #","params":{"a":"1"}"#)
        #expect(screen.queue().count == 2)
        try screen.present("child", at: ScreenStore.sheet)
        // A replacement starts again. After the end of a presentation, the modal can be presented again.
        let second = try screen.present("child", #","policy":"replace""#)
        #expect(second != first)
        try screen.dismiss(second)
        try screen.present("child")
        #expect(screen.queue().count == 2)
    }

    @Test func theSameModalAboutAnotherRowIsAnother() throws {
        let screen = ScreenStore()
        try screen.send("setActive", #"{"id":"1"}"#)
        try screen.present("edit")
        screen.expectRefusal("alreadyPresented", "present", #"{"modal":"edit"}"#)
        try screen.send("setActive", #"{"id":"2"}"#)
        try screen.present("edit")
        #expect(screen.queue().count == 1)
    }

    @Test func aRowThatIsOpenedTwiceIsPresentedOnceAndNothingIsSaidOfIt() throws {
        var configuration = Screen.configuration()
        configuration.outputs["openItem"] = ActionLink("present", params: .object(["modal": .string("bare")]))
        let screen = ScreenStore([:], configuration)
        for _ in 1...2 { try screen.send("open", #"{"id":"1"}"#) }
        #expect(screen.key() != nil)
        #expect(screen.queue().isEmpty)
        let errors = screen.snapshot["errors"].list
        #expect(errors.isEmpty)
        try screen.send("open", #"{"id":"2"}"#)
        #expect(screen.queue().count == 1)
    }

    @Test func aSheetWhoseOutputBringsTheNextOfItsKindIsNoDuplicate() throws {
        var configuration = Screen.configuration()
        configuration.modals["child"]?.onOutput = ActionLink("present", params: .object(["modal": .string("child")]))
        let screen = ScreenStore([:], configuration)
        let first = try screen.present("child")
        try screen.send("submit", #"{"text":"a"}"#, at: ScreenStore.sheet)
        let next = screen.key()
        #expect(next != nil && next != first)
        #expect(screen.queue().isEmpty)
    }

    @Test func rule10DismissAndPresentWorkInOneGo() throws {
        let screen = ScreenStore(["start": Effect.send(.note(text: "late")).delay(milliseconds: 10)])
        let first = try screen.present("child")
        try screen.dismiss(first)
        let second = try screen.present("child")
        #expect(second != first)
        #expect(
            screen.causes() == [
                "present client", "presentation/run host", "dismiss client", "present client", "presentation/run host",
            ])
        #expect(screen.cancelled(in: screen.snapshots[2]) == ["delay-1"])
        screen.clock.advance(by: 10)
        #expect(screen.log(at: ScreenStore.sheet) == ["run start", "late"])
    }

    // MARK: Keys

    @Test func rule10KeysAreNeverUsedTwiceAlsoNestedAndAfterAReset() throws {
        let screen = ScreenStore()
        var keys: [String] = []
        for _ in 0..<3 {
            keys.append(try screen.present("child"))
            keys.append(try screen.present("child", at: ScreenStore.sheet))
            try screen.send("reset", at: ScreenStore.sheet)
            #expect(screen.key(at: ScreenStore.sheet) == nil)
            keys.append(try screen.present("say", at: ScreenStore.sheet))
            try screen.present("bare")
            keys += screen.queue()
            try screen.send("reset")
            #expect(screen.key() == nil)
            #expect(screen.queue() == [])
        }
        #expect(Set(keys).count == keys.count)
    }

    @Test func rule10APressOnADeadKeyIsRefused() throws {
        let screen = ScreenStore()
        let key = try screen.present("note")
        try screen.press("ok", key)
        #expect(screen.log() == ["ok"])
        screen.expectRefusal("gone", "pressButton", #"{"key":"\#(key)","buttonId":"ok"}"#)
        screen.expectRefusal("gone", "dismiss", #"{"key":"\#(key)"}"#)
        let next = try screen.present("note")
        screen.expectRefusal("gone", "pressButton", #"{"key":"\#(key)","buttonId":"ok"}"#)
        screen.expectRefusal("gone", "pressButton", #"{"key":"\#(next)","buttonId":"nonsense"}"#)
        #expect(screen.log() == ["ok"])
    }

    @Test func whatWaitsCanBeTakenOutOfTheQueueButNotPressed() throws {
        let screen = ScreenStore()
        try screen.present("child")
        try screen.present("note")
        try screen.present("say")
        let waiting = screen.queue()
        screen.expectRefusal("gone", "pressButton", #"{"key":"\#(waiting[0])","buttonId":"ok"}"#)
        try screen.dismiss(waiting[0])
        #expect(screen.queue() == [waiting[1]])
    }
}

extension JSONText {
    static func array(_ elements: [JSONText]) -> JSONText {
        JSONText.build { json in
            json.beginArray()
            for element in elements { json.value(element) }
            json.endArray()
        }
    }
}
