import FHJSON
import FeatureKit
import Testing

@Suite struct PresentingRefusalTests {
    @Test func aModalThatIsNotDeclaredIsNamedWithThoseThatAre() {
        let screen = ScreenStore()
        #expect {
            try screen.present("nonsense")
        } throws: { error in
            guard case .invalidParams(let fields)? = error as? ActionRefusal else { return false }
            return fields.map(\.path) == ["/modal"] && fields.map(\.code) == ["unknown"]
                && fields[0].message.hasPrefix("there is no modal nonsense; declared are ask, askMarked, bare, child, ")
        }
        #expect(screen.store.revision == 0)
    }

    @Test func paramsThatHoldTheSameAreTheSame() throws {
        let screen = ScreenStore()
        try screen.present("child", #","params":{"a":"\u00e9","b":[1]}"#)
        screen.expectRefusal(
            "alreadyPresented", "present", #"{"modal":"child","params":{"b":[1.0],"a":"\u00e9"}}"#)
        // The same letter, written as two code points, makes a different string.
        try screen.present("child", #","params":{"a":"e\u0301","b":[1]}"#)
        #expect(screen.queue().count == 1)
    }

    @Test func wrongParamsAreNamedWhereTheyStand() {
        #expect(
            throws: ActionRefusal.invalidParams([.init(path: "/params/wrong", code: "invalid", message: "is wrong")])
        ) {
            try ScreenStore().present("child", #","params":{"wrong":1}"#)
        }
    }

    @Test func theParamsOfPresentComeOverThoseOfTheModal() throws {
        let screen = ScreenStore()
        try screen.present("params", #","params":{"b":"present","c":"present"}"#)
        #expect(
            screen.snapshot(path: ScreenStore.sheet)["state"]?["params"]
                == (try JSONValue(parsing: #"{"a":"modal","b":"present","c":"present"}"#)))
    }

    @Test func whatIsNotDismissibleStays() throws {
        let screen = ScreenStore()
        let key = try screen.present("fixed")
        screen.expectRefusal("notDismissible", "dismiss", #"{"key":"\#(key)"}"#)
        // The child itself may close.
        try screen.send("cancel", at: ScreenStore.sheet)
        #expect(screen.key() == nil)
    }

    @Test func aFixedPartOfAParentPresentsThroughIt() {
        let store = Store(Pair(), StoreEnvironment(clock: VirtualClock()) {})
        let sender = Sender(session: 1, request: .none)
        #expect(
            throws: ActionRefusal.unknown(
                known: Screen.names + [
                    "retry", "dismissError", "cancelEffect", "undoNotice", "dismissNotice", "setTaskId", "reset",
                ])
        ) {
            try store.send("dismiss", .emptyObject, path: ["left"], from: sender)
        }
    }
}

/// A parent with a fixed screen as its child.
private struct Pair: Feature {
    static let id = "pair"

    struct State: Sendable, Equatable { var left = Screen().initialState }
    enum Action: Sendable { case left(Screen.Action) }

    static let actions = ActionSet<Action>.none
    static let stateSchema = JSONText.emptyObject
    let initialState = State()
    var children: [Child<Pair>] { [.scope("left", state: \.left, action: Action.left, Screen())] }
    func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }
    func write(_ state: State, to json: inout JSONWriter) { json.value(JSONText.emptyObject) }
}

extension Screen {
    static var names: [String] { actions.descriptions.map(\.name) }
}
