import FHJSON
import FHListFeature
import FeatureKit

/// Rows that are loaded page by page.
///
/// With params, a load can be made to fail; then the rows that are already loaded stay.
struct Items: Feature {
    static let id = "gallery:items"
    static let layout = [
        LayoutItem(.child, key: "list", label: "Items"),
        LayoutItem(.button, label: "Refresh", action: "refreshButtonTapped"),
        LayoutItem(.button, label: "More", action: "moreButtonTapped"),
    ]
    static let actions = ActionSet([Tap.refreshButtonTapped, .moreButtonTapped], embed: Action.tap)
    static let fixtures: [Fixture<Self>] = [
        Fixture("loaded", State(list: sample.state(afterLoad: .success(page)))),
        Fixture("empty", State(list: sample.state(afterLoad: .success(SimulatedRows.page([]))))),
        Fixture("banner", State(list: sample.state(afterLoad: .success(page)))) {
            sample.reload(&$0.list, .failure(SimulatedService.networkError))
        },
        Fixture("fullScreen", State(list: sample.state(afterLoad: .failure(SimulatedService.networkError)))),
    ]
    static let names = (1...25).map { "Item \($0)" }
    private static let sample = Items().list
    private static let page = SimulatedRows.page(Array(names.prefix(10)), endReached: false)

    /// The outcome of loads.
    ///
    /// At most one load fails: the second refresh (`banner`), the first refresh (`fullScreen`) or the first append.
    enum Outcome: String, CaseIterable, Sendable {
        case loaded, empty, banner, fullScreen, append

        var fault: SimulatedRows.Fault? {
            switch self {
            case .loaded, .empty: nil
            case .banner: .init(call: .refresh, number: 2)
            case .fullScreen: .init(call: .refresh, number: 1)
            case .append: .init(call: .append, number: 1)
            }
        }
    }

    struct State: Codable, Equatable {
        var list = Items().list.initialState

        private enum CodingKeys: CodingKey {}
    }
    enum Tap: Codable { case refreshButtonTapped, moreButtonTapped }
    enum Action { case tap(Tap), list(List.Action) }

    let list: List
    var initialState: State { State(list: list.initialState) }

    init(outcome: Outcome = .loaded, delayMs: Int = 1_500) {
        let source = SimulatedRows(outcome == .empty ? [] : Self.names, delayMs: delayMs, fault: outcome.fault)
        list = List(ListConfiguration(title: "Items", source: source, pageSize: 10, ids: IDGenerator(seed: 0)))
    }

    var children: [Child<Self>] { [.scope("list", state: \.list, action: Action.list, list)] }

    func unavailable(in state: State) -> [Unavailable] {
        list.unavailable(in: state.list).filter { $0.action == "loadMore" }.map { .init("moreButtonTapped", $0.reason) }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .tap(.refreshButtonTapped): .send(.list(.wire(.refresh)))
        case .tap(.moreButtonTapped): .send(.list(.wire(.loadMore)))
        case .list: .none
        }
    }
}
