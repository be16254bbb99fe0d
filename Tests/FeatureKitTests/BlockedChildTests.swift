import FHJSON
import FeatureKit
import Testing

/// A parent of dynamic stacks: an optional one, and several by id, of which one is shown.
private struct House: Feature {
    static let id = "house"
    static let actions = ActionSet<Action>.none
    static let stateSchema = JSONText.emptyObject

    struct State: Sendable, Equatable {
        var deck: Deck.State? = Deck.State()
        var decks: IdentifiedArray<Deck.State> = [Deck.State(id: "shown"), Deck.State(id: "hidden")]
    }
    enum Action: Sendable {
        case deck(Deck.Action)
        case decks(IdentifiedActionOf<Deck>)
    }

    let initialState = State()
    let keys: KeySequence

    var children: [Child<Self>] {
        [
            .ifLet("deck", state: \.deck, action: Action.deck, Deck(keys: keys)),
            .forEach(
                "decks", state: \.decks, shown: { _ in ["shown"] }, action: Action.decks, Deck(keys: keys)),
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }
}

/// Blocked actions in dynamic children.
@Suite struct BlockedChildTests {
    private let house: StoreDriver<House>

    init() {
        let keys = KeySequence()
        house = StoreDriver(House(keys: keys), keys: keys)
    }

    /// Pushes a screen onto a stack, presents a second screen with unsaved changes over it, and dismisses the second.
    ///
    /// - Returns: The path of the screen on the stack, where the dismissal is blocked.
    private func block(under deck: [String]) throws -> [String] {
        try house.send("push", #"{"route":"a"}"#, at: deck)
        let key = house.snapshot(deck)["state"]?["cards"]?.elements.last?["key"]?.stringValue
        let card = deck + ["cards", try #require(key)]
        try house.send("present", #"{"modal":"child"}"#, at: card)
        try house.send("setDirty", #"{"isDirty":true}"#, at: card + ["presentation"])
        let presented = try #require(house.snapshot(card)["presentation"]?["key"]?.stringValue)
        try house.send("dismiss", #"{"key":"\#(presented)"}"#, at: card)
        return card
    }

    private var blockedPath: [String]? {
        house.snapshot()["blocked"]?["path"]?.elements.compactMap(\.stringValue)
    }

    @Test(arguments: [["deck"], ["decks", "shown"], ["decks", "hidden"]])
    func whatIsBlockedBelowAChildThatComesAndGoesIsFoundAndAnswered(_ deck: [String]) throws {
        let card = try block(under: deck)
        #expect(blockedPath == card)
        #expect(house.snapshot()["blocked"]?["by"]?.elements.last?.stringValue == "presentation")
        try house.send("confirmDiscard", at: card)
        #expect(house.snapshot()["blocked"]?.isNull == true)
        house.expectGone("note", #"{"text":"x"}"#, at: card + ["presentation"])
    }

    @Test func onlyTheNewestIsBlockedAlsoAmongChildrenThatComeAndGo() throws {
        let first = try block(under: ["decks", "hidden"])
        let second = try block(under: ["deck"])
        #expect(blockedPath == second)
        #expect(throws: ActionRefusal.unavailable("notBlocked")) { try house.send("confirmDiscard", at: first) }
        try house.send("keepEditing", at: second)
        #expect(house.snapshot()["blocked"]?.isNull == true)
    }
}
