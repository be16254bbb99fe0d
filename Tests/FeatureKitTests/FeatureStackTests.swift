import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@Suite struct FeatureStackTests {
    private let clock = VirtualClock()

    private func store(_ effects: [String: Effect<Screen.Action>] = [:]) -> Store<Deck> {
        Store(Deck(effects: effects), StoreEnvironment(clock: clock) {})
    }

    private func send(_ store: Store<Deck>, _ action: String, _ params: String = "{}", at path: [String] = []) throws {
        try store.send(action, try JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
    }

    private func push(_ store: Store<Deck>, _ route: String) throws -> String {
        try send(store, "push", #"{"route":"\#(route)"}"#)
        return store.state.base.cards.entries.last?.key ?? ""
    }

    private func snapshot(_ store: Store<Deck>, path: [String] = []) -> JSONValue { store.snapshot(at: path) }

    @Test func onlyTheTopIsThereWhole() throws {
        let store = store()
        let keys = [try push(store, "a"), try push(store, "b")]
        let cards = (snapshot(store)["state"]?["cards"]).list
        #expect(cards.map { $0["key"]?.stringValue } == keys)
        #expect(cards.map { $0["route"]?.stringValue } == ["a", "b"])
        #expect(cards.map { $0["title"]?.stringValue } == ["Screen", "Screen"])
        #expect(cards.map { $0["params"] } == [.emptyObject, .emptyObject])
        #expect(cards[0]["child"] == nil)
        #expect(cards[1]["child"]?["feature"]?.stringValue == "screen")
    }

    @Test func eachIsReachedByItsKeyAlsoUnderTheTop() throws {
        let store = store()
        let keys = [try push(store, "a"), try push(store, "b")]
        try send(store, "note", #"{"text":"x"}"#, at: ["cards", keys[0]])
        let under = snapshot(store, path: ["cards", keys[0]])
        #expect(under["path"].list.map(\.stringValue) == ["cards", keys[0]])
        #expect(under["state"]?["log"].list.map(\.stringValue) == ["x"])
        #expect(store.cause.path == ["cards", keys[0]])
        #expect(!store.has(path: ["cards"]))
        #expect(!store.has(path: ["cards", "k99"]))
    }

    @Test func whatIsTakenOffEndsWithItsEffectsAndTheOthersGoOn() throws {
        let store = store(["start": Effect.send(.note(text: "late")).delay(milliseconds: 10)])
        let keys = try ["a", "b", "c"].map { try push(store, $0) }
        try send(store, "take", #"{"count":2}"#)
        #expect(store.cause.cancelled == ["delay-3", "delay-2"])
        #expect(snapshot(store)["effects"].list.count == 1)
        for key in keys[1...] {
            #expect(throws: ActionRefusal.unavailable("gone")) {
                try send(store, "note", #"{"text":"x"}"#, at: ["cards", key])
            }
        }
        clock.advance(by: 10)
        #expect(
            snapshot(store, path: ["cards", keys[0]])["state"]?["log"].list.map(\.stringValue) == ["run start", "late"])
        #expect(store.revision == 8)
    }

    @Test func outputsGoToTheParentInTheSameRevision() throws {
        let store = store()
        let keys = [try push(store, "a"), try push(store, "b")]
        try send(store, "submit", #"{"text":"x"}"#, at: ["cards", keys[1]])
        try send(store, "cancel", at: ["cards", keys[0]])
        #expect(store.state.base.outputs == ["\(keys[1]) submit", "\(keys[0]) cancel"])
        #expect(store.revision == 4)
    }

    @Test func aParentCanSendOneAnAction() throws {
        let store = store()
        let key = try push(store, "a")
        var causes: [Cause] = []
        store.onRevision = { [unowned store] in causes.append(store.cause) }
        try send(store, "tell", #"{"text":"x"}"#)
        #expect(causes.map(\.action) == ["tell", "note"])
        #expect(causes.map(\.path) == [[], ["cards", key]])
    }

    @Test func theTopmostUnsavedChangesAreFound() throws {
        let store = store()
        let keys = try ["a", "b", "c"].map { try push(store, $0) }
        func unsaved(_ count: Int) -> [String]? { store.state.base.cards.unsavedChanges(inLast: count) }
        #expect(unsaved(3) == nil)
        try send(store, "setDirty", #"{"isDirty":true}"#, at: ["cards", keys[0]])
        #expect(unsaved(2) == nil)
        #expect(unsaved(3) == [keys[0]])
        try send(store, "present", #"{"modal":"child"}"#, at: ["cards", keys[1]])
        try send(store, "setDirty", #"{"isDirty":true}"#, at: ["cards", keys[1], "presentation"])
        #expect(unsaved(3) == [keys[1], "presentation"])
    }

    @Test func oneUnderTheTopKeepsTheStoreAlive() throws {
        let store = store()
        let keys = [try push(store, "a"), try push(store, "b")]
        try send(store, "setSaving", #"{"isSaving":true}"#, at: ["cards", keys[0]])
        #expect(store.isSaving)
    }

    @Test func startingTheParentStartsAllThatIsThere() throws {
        let store = store(["start": .send(.note(text: "started"))])
        try send(store, "push", #"{"route":"a"}"#)
        try send(store, "reset")
        #expect(store.state.base.cards.entries.isEmpty)
        let key = try push(store, "a")
        #expect(
            snapshot(store, path: ["cards", key])["state"]?["log"].list.map(\.stringValue) == ["run start", "started"])
    }
}
