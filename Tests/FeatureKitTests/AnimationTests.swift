import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct AnimationTests {
    private let slow = Animation.spring(response: 1, damping: 1)

    private func kind(_ snapshot: JSONValue) -> String? { snapshot["animation"]?["kind"]?.stringValue }

    // MARK: The revision of a hint

    @Test func aHintBelongsToOneRevision() throws {
        let probe = ProbeStore(["a": .animation(.default)])
        #expect(probe.snapshot["animation"] == .null)
        try probe.run("a")
        #expect(kind(probe.snapshot) == "default")
        // Every snapshot of the newest revision contains the hint.
        #expect(kind(probe.snapshot) == "default")
        try probe.run("nothing")
        #expect(probe.snapshot["animation"] == .null)
        for action in ["setTaskId", "reset"] {
            try probe.run("a")
            let params: JSONText = action == "reset" ? .emptyObject : .object(["id": .string("x")])
            try probe.send(action, params.value)
            #expect(probe.snapshot["animation"] == .null)
        }
    }

    @Test func aHintIsNoEffect() throws {
        let probe = ProbeStore(["a": .animation(.default), "b": .animation(.default).delay(milliseconds: 5)])
        try probe.run("a")
        #expect(probe.store.isSettled)
        #expect(probe.snapshot["effects"].list == [])
        // A delayed hint applies to no revision.
        try probe.run("b")
        probe.clock.advance(by: 5)
        #expect(probe.causes.map(\.action) == ["run", "run"])
        #expect(probe.snapshot["animation"] == .null)
    }

    @Test func aHintIsOfTheActionAndNotOfWhatFollows() throws {
        let probe = ProbeStore(["a": .merge(.send(.run(name: "b")), .animation(slow)), "b": .none])
        var kinds: [String?] = []
        let store = probe.store
        let count = store.onRevision
        store.onRevision = { [unowned probe] in
            count()
            kinds.append(kind(probe.snapshot))
        }
        try probe.run("a")
        #expect(kinds == ["spring", nil])
    }

    @Test func anActionThatAnEffectBringsHasItsOwn() throws {
        let probe = ProbeStore(["a": .send(.run(name: "b")).delay(milliseconds: 5), "b": .animation(slow)])
        try probe.run("a")
        #expect(probe.snapshot["animation"] == .null)
        probe.clock.advance(by: 5)
        #expect(kind(probe.snapshot) == "spring")
    }

    // MARK: The place of a hint in an effect

    @Test func theLastOfSeveralCounts() throws {
        let probe = ProbeStore([
            "merged": .merge(.animation(.default), .send(.note(text: "x")), .animation(slow), .cancel("x")),
            "consecutive": .concatenate(.animation(slow), .animation(.default)),
        ])
        var kinds: [String?] = []
        probe.store.onRevision = { [unowned probe] in kinds.append(kind(probe.snapshot)) }
        try probe.run("merged")
        try probe.run("consecutive")
        #expect(kinds == ["spring", nil, "default"])
    }

    @Test func whatIsPresentedSpeaksForTheInstance() throws {
        let screen = ScreenStore(["a": .animation(slow)])
        try screen.present("child")
        try screen.send("run", #"{"name":"a"}"#, at: ScreenStore.sheet)
        #expect(kind(screen.snapshot) == "spring")
        #expect(screen.snapshot["presentation"]?["child"]?["animation"] == nil)
        #expect(screen.snapshot(path: ScreenStore.sheet)["animation"] == nil)
    }

    @Test func aHintBesideAnOutputStays() throws {
        let output = Effect<Screen.Action>.output(Output("done", value: .null))
        let screen = ScreenStore(
            ["a": .merge(.animation(slow), output), "noted": .none],
            .init(outputs: ["done": ActionLink("run", params: .object(["name": .string("noted")]))]))
        try screen.send("run", #"{"name":"a"}"#)
        #expect(screen.snapshots.map(kind) == ["spring", nil])
    }

    @Test func aParentsOwnCountsMoreThanItsChilds() async {
        let store = TestStore(Frame()) { message, _, _ in Issue.record("\(message)") }
        store.send(.inner(.run(name: "quiet"))) { $0.inner.log = ["run quiet"] }
        #expect(store.animation == nil)
        store.send(.inner(.run(name: "spring"))) { $0.inner.log += ["run spring"] }
        #expect(store.animation == slow)
        store.send(.inner(.note(text: "x"))) { $0.inner.log += ["x"] }
        #expect(store.animation == .default)
        store.send(.inner(.run(name: "later"))) { $0.inner.log += ["run later"] }
        #expect(store.animation == nil)
        await store.receive("spring", where: { $0.name == "spring" }) { $0.inner.log += ["run spring"] }
        #expect(store.animation == slow)
        await store.finish()
    }

    /// A feature with a probe as its child.
    private struct Frame: Feature {
        static let id = "frame"
        static let actions = ActionSet<Action>.none

        struct State: Codable, Equatable { var inner = Probe.State() }
        enum Action: Sendable {
            case inner(Probe.Action)
            var name: String? { if case .inner(.run(let name)) = self { name } else { nil } }
        }

        let initialState = State()
        var children: [Child<Frame>] {
            let effects: [String: Effect<Probe.Action>] = [
                "spring": .animation(.spring(response: 1, damping: 1)), "later": .send(.run(name: "spring")),
            ]
            return [.scope("inner", state: \.inner, action: Action.inner, Probe(effects))]
        }

        func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
            if case .inner(.note) = action { .animation(.default) } else { .none }
        }
    }
}
