import FHJSON
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

/// A feature with hints about its newest revision.
private struct Marker: Feature {
    static let id = "marker"
    static let bindings = [Binding<Self>("label", \.label)]
    static let stateSchema = JSONText.emptyObject

    struct State: Sendable, Equatable, Identifiable {
        var id = "1"
        var marks = 0
        var label = ""
        var hint = ""
        var errors = ErrorList()
    }
    enum Action: Codable, Sendable, Equatable, CaseIterable { case mark, fail, refused }

    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }
    var forgetHints: (@Sendable (inout State) -> Void)? { { $0.hint = "" } }

    func hintReset(of old: State, in state: inout State) { state.hint = "\(old.marks) gone" }
    func unavailable(in state: State) -> [Unavailable] { [Unavailable("refused", "always")] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.marks += 1
        state.hint = "\(state.hint)marked \(state.marks)"
        if action == .fail { state.errors.add(Failure("bad", "bad"), display: .banner, operation: "fail") }
        return .none
    }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.field("hint", state.hint)
        json.endObject()
    }
}

/// A parent with a marker as every kind of child, and with a toy.
private struct Shelf: Feature {
    static let id = "shelf"
    static let stateSchema = JSONText.emptyObject
    static let presentation = PresentationConfiguration(modals: [
        "marker": .presents(.sheet) { _ in Marker() }
    ])

    struct State: Sendable, Equatable {
        var fixed = Marker.State()
        var optional: Marker.State? = Marker.State()
        var many: IdentifiedArray<Marker.State> = [Marker.State(id: "1"), Marker.State(id: "2")]
        var stack = FeatureStack()
        var toy = Toy.State()
    }
    enum Action: Sendable {
        case tap
        case fixed(Marker.Action)
        case optional(Marker.Action)
        case many(IdentifiedActionOf<Marker>)
        case stack(KeyedAction)
        case toy(Toy.Action)
    }
    enum Tap: Codable, Sendable { case tap }

    static let actions = ActionSet([Tap.tap]) { _ in Action.tap }

    var initialState: State {
        var state = State()
        state.stack.push(.init(key: "k1", route: "marker", feature: AnyFeature(Presenting(Marker()))))
        return state
    }

    var children: [Child<Self>] {
        [
            .scope("fixed", state: \.fixed, action: Action.fixed, Marker()),
            .ifLet("optional", state: \.optional, action: Action.optional, Marker()),
            .forEach("many", state: \.many, action: Action.many, Marker()),
            .stack("stack", state: \.stack, action: Action.stack) { _, _, _ in .none },
            .scope("toy", state: \.toy, action: Action.toy, Toy()),
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }
}

/// Hints apply to the newest revision only.
@Suite struct HintTests {
    private static let places = [
        ["fixed"], ["optional"], ["many", "1"], ["many", "2"], ["stack", "k1"], ["presentation"],
    ]

    private func shelf() throws -> StoreDriver<Shelf> {
        let shelf = StoreDriver(Shelf(), Shelf.presentation)
        try shelf.send("present", #"{"modal":"marker"}"#)
        return shelf
    }

    private func hint<F>(_ store: StoreDriver<F>, at path: [String] = []) -> String? {
        store.state(path)?["hint"]?.stringValue
    }

    @Test(arguments: places)
    func anotherFeaturesRevisionForgetsHints(place: [String]) throws {
        let shelf = try shelf()
        try shelf.send("mark", at: place)
        #expect(hint(shelf, at: place) == "marked 1")
        for other in Self.places where other != place { #expect(hint(shelf, at: other) == "") }
        try shelf.send("mark", at: place)
        #expect(hint(shelf, at: place) == "marked 2")
        try shelf.send("squeak", at: ["toy"])
        #expect(hint(shelf, at: place) == "")
        try shelf.send("mark", at: place)
        try shelf.send("tap")
        #expect(hint(shelf, at: place) == "")
    }

    @Test func whatTheStoreDoesByItselfForgetsHints() throws {
        let marker = StoreDriver(Marker(), Shelf.presentation)
        try marker.send("fail")
        #expect(hint(marker) == "marked 1")
        let error: String = marker.snapshot()["errors"].list.first?["id"]?.stringValue ?? ""
        try marker.send("dismissError", #"{"id":"\#(error)"}"#)
        #expect(hint(marker) == "")
        try marker.send("mark")
        try marker.send("setTaskId", #"{"id":"7"}"#)
        #expect(hint(marker) == "")
        try marker.send("mark")
        try marker.send("setLabel", #"{"value":"x"}"#)
        #expect(hint(marker) == "")
        try marker.send("mark")
        try marker.send("present", #"{"modal":"marker"}"#)
        #expect(hint(marker) == "")
        try marker.send("mark")
        try marker.send("dismiss", #"{"key":"p1"}"#)
        #expect(hint(marker) == "")
    }

    @Test func aRefusedActionForgetsNothing() throws {
        let marker = StoreDriver(Marker())
        try marker.send("mark")
        #expect(throws: ActionRefusal.unavailable("always")) { try marker.send("refused") }
        #expect(throws: ActionRefusal.unavailable("gone")) { try marker.send("dismissError", #"{"id":"e9"}"#) }
        #expect(hint(marker) == "marked 1")
    }

    @Test func aResetIsHintedByWhatStays() throws {
        let marker = StoreDriver(Marker())
        try marker.send("mark")
        try marker.send("reset")
        #expect(hint(marker) == "1 gone")
        let shelf = try shelf()
        for place in Self.places { try shelf.send("mark", at: place) }
        try shelf.send("reset")
        #expect(hint(shelf, at: ["fixed"]) == "1 gone")
        #expect(hint(shelf, at: ["optional"]) == "1 gone")
        // The elements and the stack entries are new children, without hints.
        #expect(hint(shelf, at: ["many", "1"]) == "")
        #expect(hint(shelf, at: ["stack", "k1"]) == "")
    }

    @Test func featuresWithoutHintsHaveNothingToForget() {
        #expect(Family().forgetAllHints(Family().children) == nil)
        #expect(Marker().forgetAllHints([]) != nil)
    }

    @Test func aTestStoreForgetsThemBeforeEachAction() async throws {
        let store = TestStore(Marker(), fail: report)
        store.send(.mark) { ($0.marks, $0.hint) = (1, "marked 1") }
        store.send(.mark) { ($0.marks, $0.hint) = (2, "marked 2") }
        try store.set("label", to: "x") { $0.label = "x" }
        await store.finish()
    }

    @Test func aTestStoreThatIsNotExhaustiveShowsTheNewest() async {
        let store = TestStore(Marker(), fail: report)
        store.isExhaustive = false
        store.send(.mark)
        #expect(store.state.hint == "marked 1")
        await store.finish()
    }
}
