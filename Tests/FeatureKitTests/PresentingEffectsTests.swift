import FHJSON
import FeatureKit
import TestSupport
import Testing

@Suite struct PresentingEffectsTests {
    private let sheet = ScreenStore.sheet

    @Test func aChildsEffectsAreItsOwnAndThoseOfAllAboveIt() throws {
        let screen = ScreenStore(["late": Effect.send(.note(text: "late")).delay(milliseconds: 10)])
        try screen.send("run", #"{"name":"late"}"#)
        try screen.present("child")
        try screen.send("run", #"{"name":"late"}"#, at: sheet)
        #expect(screen.effects() == ["delay-1", "delay-2"])
        #expect(screen.effects(at: sheet) == ["delay-2"])
        #expect(screen.snapshot(path: sheet)["settled"]?.boolValue == false)
        #expect(screen.snapshot["settled"]?.boolValue == false)
        screen.clock.advance(by: 10)
        #expect(screen.causes().suffix(2) == ["note clock", "presentation/note clock"])
        #expect(screen.snapshot(path: sheet)["settled"]?.boolValue == true)
    }

    @Test func endingAPresentationCancelsItsEffectsInTheSameRevision() throws {
        let screen = ScreenStore([
            "late": Effect.send(.note(text: "late")).delay(milliseconds: 10),
            "watch": .run("watch", isBackground: true) { _ in },
        ])
        let key = try screen.present("child")
        try screen.send("run", #"{"name":"late"}"#)
        try screen.send("run", #"{"name":"late"}"#, at: sheet)
        try screen.send("run", #"{"name":"watch"}"#, at: sheet)
        try screen.dismiss(key)
        #expect(screen.cancelled(in: screen.snapshots.last) == ["delay-2", "watch-3"])
        #expect(screen.effects() == ["delay-1"])
    }

    // MARK: A child that is made again

    @Test func rule10AChildMadeAgainGetsNothingThatTheOldOnesWorkDelivers() async throws {
        let gate = Gate()
        let screen = ScreenStore([
            "work": .run("work") { send in
                await gate.wait()
                send(.note(text: "late"))
            },
            "other": .task("other", { .note(text: "other") }, failed: { _ in .locked }),
        ])
        let key = try screen.present("child")
        try screen.send("run", #"{"name":"work"}"#, at: sheet)
        try screen.dismiss(key)
        try screen.present("child")
        gate.open()
        while screen.store.activity.droppedCount == 0 { await screen.pass() }
        try screen.send("run", #"{"name":"other"}"#, at: sheet)
        while screen.log(at: sheet).count < 2 { await screen.pass() }
        #expect(screen.log(at: sheet) == ["run other", "other"])
    }

    @Test func rule10AChildMadeAgainGetsNothingThatWasDeliveredAndNotApplied() async throws {
        let screen = ScreenStore(["work": .task("work", { .note(text: "late") }, failed: { _ in .locked })])
        let key = try screen.present("child")
        try screen.send("run", #"{"name":"work"}"#, at: sheet)
        while !screen.store.activity.isOldestWorkComplete {
            await Task.yield()
            screen.store.collect()
        }
        try screen.dismiss(key)
        try screen.present("child")
        screen.store.deliver()
        #expect(screen.log(at: sheet) == [])
        #expect(screen.store.activity.droppedCount == 1)
    }

    @Test func rule10AChildMadeAgainGetsNoTimerOfTheOldOne() throws {
        let screen = ScreenStore([
            "late": Effect.send(.note(text: "late")).delay(milliseconds: 10),
            "deadline": Effect.run("hang") { _ in }.timeout(milliseconds: 10, then: .note(text: "late")),
            "typed": Effect.send(.note(text: "late")).debounce("typed", milliseconds: 10),
        ])
        let key = try screen.present("child")
        for name in ["late", "deadline", "typed"] { try screen.send("run", #"{"name":"\#(name)"}"#, at: sheet) }
        try screen.dismiss(key)
        try screen.present("child")
        screen.clock.advance(by: 100)
        #expect(screen.log(at: sheet) == [])
        #expect(screen.effects().isEmpty)
    }

    @Test func rule10AChildMadeAgainIsNotHeldBackByTheOldOnesThrottle() throws {
        let throttled = Effect.send(Screen.Action.note(text: "now")).throttle("t", milliseconds: 10, latest: false)
        let screen = ScreenStore(["throttled": throttled])
        let key = try screen.present("child")
        try screen.send("run", #"{"name":"throttled"}"#, at: sheet)
        try screen.dismiss(key)
        try screen.present("child")
        try screen.send("run", #"{"name":"throttled"}"#, at: sheet)
        #expect(screen.log(at: sheet) == ["run throttled", "now"])
        // The presenter's own effect continues.
        try screen.send("run", #"{"name":"throttled"}"#)
        try screen.send("reset", at: sheet)
        try screen.send("run", #"{"name":"throttled"}"#)
        #expect(screen.log() == ["run throttled", "now", "run throttled"])
        try screen.send("reset")
        try screen.send("run", #"{"name":"throttled"}"#)
        #expect(screen.log() == ["run throttled", "now"])
    }

    @Test func rule10AChildMadeAgainGetsNoActionThatWasQueuedForTheOldOne() throws {
        // The sheet emits its result and then still sends itself an action.
        let screen = ScreenStore([
            "end": .merge(.output(Output("submit", value: .emptyObject)), .send(.run(name: "more"))),
            "more": .merge(.send(.note(text: "a")), .concatenate(.send(.note(text: "b")), .send(.note(text: "c")))),
        ])
        try screen.present("bare")
        try screen.present("child")
        try screen.send("run", #"{"name":"end"}"#, at: sheet)
        #expect(
            screen.causes(from: 3) == ["presentation/run client", "presentation/run effect", "dismiss effect"])
        #expect(screen.key() != nil)
        #expect(screen.log(at: sheet) == [])
        #expect(screen.store.isSettled)
    }

    @Test func rule10AChildMadeAgainHasNoTaskIdOfTheOldOne() throws {
        let screen = ScreenStore(["start": .send(.note(text: "started"))])
        func expectRestart() throws {
            try screen.present("child")
            try screen.send("setTaskId", #"{"id":"1"}"#, at: sheet)
            #expect(screen.log(at: sheet) == ["run start", "started", "run start", "started"])
            try screen.send("setTaskId", #"{"id":"1"}"#, at: sheet)
            #expect(screen.log(at: sheet).count == 4)
        }
        try expectRestart()
        try screen.dismiss(screen.key() ?? "")
        try expectRestart()
        // A reset removes the child and its pending actions.
        try screen.send("reset")
        try expectRestart()
    }

    @Test func aResetKeepsTheFeaturesOwnTaskId() throws {
        let screen = ScreenStore(["start": .send(.note(text: "started"))])
        screen.store.start()
        try screen.send("setTaskId", #"{"id":"1"}"#)
        try screen.send("reset")
        try screen.send("setTaskId", #"{"id":"1"}"#)
        #expect(screen.log() == ["run start", "started"])
    }

    @Test func whatAnOutputBringsAboutIsNotPartOfTheChildsLifetime() throws {
        // The child completes as soon as it starts; effects of the presenter's action continue.
        let done = Screen.link(["start": .output(Output("submit", value: .emptyObject))])
        let late = ActionLink("run", params: .object(["name": .string("late")]))
        let screen = ScreenStore(
            ["late": Effect.send(.note(text: "late")).delay(milliseconds: 10)],
            PresentationConfiguration(modals: [
                "done": Modal(style: .sheet, feature: done, onOutput: late),
                "stays": Modal(style: .sheet, feature: Screen.link()),
            ]))
        try screen.present("done")
        #expect(screen.effects() == ["delay-1"])
        #expect(screen.key() == nil)
        try screen.present("stays")
        try screen.send("setTaskId", #"{"id":"1"}"#, at: sheet)
        #expect(screen.effects() == ["delay-1"])
    }

    // MARK: Saving

    @Test func aPresentedChildThatSavesKeepsTheStoreAlive() throws {
        let screen = ScreenStore()
        #expect(!screen.store.isSaving)
        try screen.present("child")
        try screen.present("child", at: sheet)
        try screen.send("setSaving", #"{"isSaving":true}"#, at: sheet + sheet)
        #expect(screen.store.isSaving)
        try screen.send("setSaving", #"{"isSaving":false}"#, at: sheet + sheet)
        #expect(!screen.store.isSaving)
    }

    @Test func aClosedStoreAppliesNothingMoreToAChild() throws {
        let screen = ScreenStore(["late": Effect.send(.note(text: "late")).delay(milliseconds: 10)])
        try screen.present("child")
        try screen.send("run", #"{"name":"late"}"#, at: sheet)
        screen.store.close()
        screen.clock.advance(by: 10)
        #expect(screen.log(at: sheet) == ["run late"])
    }
}
