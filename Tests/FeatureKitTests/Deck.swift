import FHJSON
import FeatureKit

/// A minimal parent of a stack: it pushes and pops screens.
struct Deck: Feature {
    static let id = "deck"

    struct State: Sendable, Equatable, Identifiable {
        var id = ""
        var cards = FeatureStack()
        var outputs: [String] = []
    }

    enum Action: Sendable {
        case wire(Wire)
        case cards(KeyedAction)
    }

    enum Wire: Codable, Sendable {
        case push(route: String)
        case take(count: Int)
        /// Sends a text to the bottom screen, by an output.
        case tell(text: String)
    }

    static let actions = ActionSet([Wire.push(route: ""), .take(count: 1), .tell(text: "")]) { Action.wire($0) }
    static let stateSchema = JSONText.emptyObject

    let initialState = State()
    var keys = KeySequence()
    var effects: [String: Effect<Screen.Action>] = [:]

    var children: [Child<Deck>] {
        [
            .stack("cards", state: \.cards, action: Action.cards) { output, key, state in
                state.outputs.append("\(key) \(output.name)")
                return .none
            }
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .cards: return .none
        case .wire(.push(let route)):
            let key = keys.next("k")
            guard let feature = try? Screen.link(effects).make(.emptyObject, keys: keys) else { return .none }
            state.cards.push(.init(key: key, route: route, feature: feature))
            return state.cards.start(key, in: "cards", Action.cards)
        case .wire(.take(let count)): return .cancelChildren(state.cards.removeLast(count), in: "cards")
        case .wire(.tell(let text)):
            guard let key = state.cards.entries.first?.key,
                let action = try? state.cards.action(
                    of: .init("note", params: .object(["text": .string(text)])),
                    for: Output("x", value: .null), to: key)
            else { return .none }
            return .send(.cards(action), toChild: key, in: "cards")
        }
    }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.field("count", state.cards.entries.count)
        json.endObject()
    }
}
