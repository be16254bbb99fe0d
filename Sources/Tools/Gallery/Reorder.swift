import FHJSON
import FHListFeature
import FeatureKit

/// A list with drag and drop.
///
/// Rows are moved by offset, shown in their new order immediately, saved in order, and moved back if saving fails.
struct Reorder: Feature {
    static let id = "gallery:reorder"
    static let layout = [
        LayoutItem(.child, key: "list", label: "Items"),
        LayoutItem(.button, label: "Reload", action: "reloadButtonTapped"),
    ]
    static let actions = ActionSet(
        [Tap.moveItems(fromOffsets: [2], toOffset: 0), .reloadButtonTapped], embed: Action.tap)
    static let computed: [Computed<Self>] = [Computed("order") { $0.list.ids }]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loaded", loaded),
        Fixture("saving", loaded) { state in
            _ = sample.list.reduce(into: &state.list, .wire(.moveItems(ids: ["5"], beforeId: "1")))
        },
    ]
    private static let sample = Reorder()
    private static let loaded = State(list: sample.list.state(afterLoad: .success(SimulatedRows.page(names))))
    static let names = ["Bread", "Cheese", "Coffee", "Milk", "Tea"]

    /// The outcome of the first move.
    ///
    /// All later moves are saved.
    enum Outcome: String, CaseIterable, Sendable { case saved, failed }

    struct State: Codable, Equatable {
        var list = Reorder().list.initialState

        private enum CodingKeys: CodingKey {}
    }
    enum Tap: Codable, Equatable { case moveItems(fromOffsets: [Int], toOffset: Int), reloadButtonTapped }
    enum Action { case tap(Tap), list(List.Action) }

    let list: List
    var initialState: State { State(list: list.initialState) }

    init(outcome: Outcome = .saved, delayMs: Int = 1_500) {
        let fault = outcome == .failed ? SimulatedRows.Fault(call: .write, number: 1) : nil
        let source = SimulatedRows(Self.names, delayMs: delayMs, fault: fault)
        list = List(ListConfiguration(title: "Shopping", source: source, ids: IDGenerator(seed: 0)))
    }

    var children: [Child<Self>] { [.scope("list", state: \.list, action: Action.list, list)] }

    func refusal(of action: Action, in state: State) -> ActionRefusal? {
        guard case .tap(.moveItems(let offsets, let target)) = action else { return nil }
        let move = OffsetMove(of: offsets, to: target, in: state.list.ids)
        return move.mistake ?? list.refusal(of: .wire(.moveItems(ids: move.ids, beforeId: move.before)), in: state.list)
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .tap(.moveItems(let offsets, let target)):
            let move = OffsetMove(of: offsets, to: target, in: state.list.ids)
            return .send(.list(.wire(.moveItems(ids: move.ids, beforeId: move.before))))
        case .tap(.reloadButtonTapped): return .send(.list(.wire(.refresh)))
        case .list: return .none
        }
    }
}
