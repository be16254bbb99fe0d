import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct StoreTests {
    @Test func everyActionMakesOneRevisionEvenIfNothingChanges() throws {
        let probe = ProbeStore()
        try probe.run("nothing")
        try probe.send("setTaskId", JSONText.object(["id": .string("1")]).value)
        #expect(probe.store.revision == 2)
        #expect(probe.causes.map(\.action) == ["run", "setTaskId"])
    }

    @Test func anEffectsActionGoesByTheNameThatItsFeatureGivesIt() throws {
        let probe = ProbeStore(["a": .send(.note(text: "plain")), "b": .send(.note(text: "renamed"))])
        try probe.run("a")
        try probe.run("b")
        #expect(probe.causes.map(\.action) == ["run", "note", "run", "another"])
    }

    @Test func aRefusedActionMakesNoRevision() {
        let probe = ProbeStore()
        #expect(throws: ActionRefusal.unavailable("always")) { try probe.send("locked") }
        #expect(
            throws: ActionRefusal.unknown(known: [
                "run", "note", "locked", "present", "pressButton", "dismiss", "confirmDiscard", "keepEditing", "retry",
                "dismissError", "cancelEffect", "undoNotice", "dismissNotice", "setTaskId", "reset",
            ])
        ) {
            try probe.send("nonsense")
        }
        #expect(throws: ActionRefusal.unavailable("gone")) { try probe.send("run", path: ["child"]) }
        let missing = ActionRefusal.Field(path: "/name", code: "required", message: "a required member is missing")
        #expect {
            try probe.send("run")
        } throws: { error in
            guard case .invalidParams(let fields)? = error as? ActionRefusal else { return false }
            return fields.map(\.path) == [missing.path] && fields.map(\.code) == [missing.code]
        }
        #expect(probe.store.revision == 0)
    }

    @Test func theStartRunsOnceAndIsRevisionOne() {
        let probe = ProbeStore(["load": .send(.note(text: "loaded"))], start: "load")
        probe.store.start()
        probe.store.start()
        #expect(probe.log == ["run load", "loaded"])
        #expect(probe.causes.map(\.origin) == [.host, .effect])
    }

    @Test func anotherTaskIdRestartsTheLifetimeTask() throws {
        let probe = ProbeStore(
            ["tick": Effect.send(.note(text: "tick")).delay(milliseconds: 10)], start: "tick")
        probe.store.start()
        let one = JSONText.object(["id": .string("1")]).value
        try probe.send("setTaskId", one)
        #expect(probe.causes.map(\.action) == ["run", "setTaskId", "run"])
        #expect(probe.causes[1].cancelled == ["delay-1"])
        try probe.send("setTaskId", one)
        #expect(probe.causes.last?.cancelled == [])
        probe.clock.advance(by: 10)
        #expect(probe.log == ["run tick", "run tick", "tick"])
    }

    @Test func resetCancelsEverythingAndBeginsAnew() throws {
        let probe = ProbeStore(["late": Effect.send(.note(text: "late")).delay(milliseconds: 10)])
        try probe.run("late")
        try probe.send("reset")
        #expect(probe.log == [])
        #expect(probe.causes[1].cancelled == ["delay-1"])
        probe.clock.advance(by: 10)
        #expect(probe.log == [])
        #expect(probe.store.isSettled)
    }

    @Test func theCauseNamesTheRequestOnlyForItsOwnSession() throws {
        let probe = ProbeStore()
        try probe.run("x")
        #expect(probe.snapshot["cause"]?["origin"]?.stringValue == "client")
        #expect(probe.snapshot["cause"]?["request"]?.intValue == 7)
        let other = probe.store.snapshot(viewer: 2)
        #expect(other["cause"]?["origin"]?.stringValue == "peer")
        #expect(other["cause"]?["request"] == nil)
    }
}

extension JSONText {
    static func object(_ members: KeyValuePairs<String, JSONText>) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for (key, value) in members {
                json.key(key)
                json.value(value)
            }
            json.endObject()
        }
    }
}
