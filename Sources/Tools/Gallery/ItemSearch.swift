import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import Synchronization

/// A search over a service.
///
/// Input is debounced, and only the newest query is answered.
///
/// Results can be opened or ordered. Ordering is an operation of the service.
struct ItemSearch: Feature {
    static let id = "gallery:itemSearch"
    static let title = "Item search"
    static let layout = [
        LayoutItem(.child, key: "search", label: "Search"),
        LayoutItem(.number, key: "answers", label: "Answers"),
        LayoutItem(.text, key: "opened", label: "Opened"),
        LayoutItem(.number, key: "orders", label: "Orders"),
        LayoutItem(.button, label: "Open", action: "openButtonTapped"),
    ]
    static let actions = ActionSet([Tap.openButtonTapped], embed: Action.tap)
    static let fixtures: [Fixture<Self>] = [
        Fixture("results", State(search: found)),
        Fixture("noResults", State(search: sample.state(of: "desk", answered: .success(FoundItems.page("desk"))))),
        Fixture("banner", State(search: found)) {
            sample.ask("item 2", answered: .failure(SimulatedService.networkError), &$0.search)
        },
        Fixture(
            "fullScreen", State(search: sample.state(of: "item", answered: .failure(SimulatedService.networkError)))),
    ]
    private static let sample = ItemSearch().search
    private static let found = sample.state(of: "item 1", answered: .success(FoundItems.page("item 1")))

    /// The request that fails: none, the first search, the second search, the first further page, or the first order.
    enum Outcome: String, CaseIterable, Sendable {
        case found, fullScreen, banner, append, order
    }

    struct State: Codable, Equatable {
        var search = ItemSearch().search.initialState
        /// The number of queries that the service has answered.
        var answers = 0
        /// The name of the opened item.
        var opened: String?
        /// The number of orders that the service has accepted.
        var orders = 0

        private enum CodingKeys: CodingKey { case answers, opened, orders }
    }
    enum Tap: Codable { case openButtonTapped }
    enum Action { case tap(Tap), search(Search.Action) }

    let search: Search
    var initialState: State { State(search: search.initialState) }

    init(outcome: Outcome = .found, delayMs: Int = 1_500) {
        let service = FoundItems(outcome, delayMs: delayMs)
        var configuration = SearchConfiguration(
            title: "Items", source: service, keys: [.init("name")], prompt: "Search items",
            columns: [Column(key: "name", role: .title)], pageSize: 10, ids: IDGenerator(seed: 0))
        configuration.prefetchDistance = 0
        configuration.actions = [
            .init(id: "open", title: "Open"),
            .init(id: "order", title: "Order", performer: .init(source: service, operation: "order")),
        ]
        search = Search(configuration)
    }

    var children: [Child<Self>] { [.scope("search", state: \.search, action: Action.search, search)] }

    func unavailable(in state: State) -> [Unavailable] {
        search.unavailable(in: state.search).filter { $0.action == "accept" }
            .map { .init("openButtonTapped", $0.reason) }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .tap(.openButtonTapped):
            state.opened = search.activeItem(in: state.search)?.value.value["name"]?.stringValue
            return .send(.search(.wire(.accept(id: nil, action: nil))))
        case .search(.answered): state.answers += 1
        case .search(.performed(_, .success)): state.orders += 1
        case .search: break
        }
        return .none
    }
}

/// A service that finds items by a substring of their names, and accepts orders.
final class FoundItems: DataSource {
    private static let pageSize = 10
    private static let rows = SimulatedRows.page(Items.names).rows

    private let outcome: ItemSearch.Outcome
    private let delayMs: Int
    private let searches = Mutex(0)
    private let appends = Mutex(0)
    private let orders = Mutex(0)

    init(_ outcome: ItemSearch.Outcome, delayMs: Int) {
        self.outcome = outcome
        self.delayMs = delayMs
    }

    let capabilities: SourceCapabilities = [.search, .perform]
    let operations: [String]? = ["order"]

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { .now(.success(Page(rows: [], endReached: true))) }

    func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        let failing: [ItemSearch.Outcome]
        if request.cursor == nil {
            let number = Self.next(searches)
            failing = number == 1 ? [.fullScreen] : number == 2 ? [.banner] : []
        } else {
            let number = Self.next(appends)
            failing = number == 1 ? [.append] : []
        }
        if failing.contains(outcome) { return .after(milliseconds: delayMs, .failure(SimulatedService.networkError)) }
        let offset = request.cursor.flatMap { Int($0) } ?? 0
        return .after(milliseconds: delayMs, .success(Self.page(request.query, from: offset)))
    }

    /// Accepts an order.
    ///
    /// The output is the number of items in the order.
    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        guard operation == "order" else { return .now(.failure(.unknownOperation(operation))) }
        if Self.next(orders) == 1, outcome == .order {
            return .after(milliseconds: delayMs, .failure(SimulatedService.networkError))
        }
        let count = input.value["ids"]?.count ?? 0
        return .after(milliseconds: delayMs, .success(JSONText.build { $0.value(count) }))
    }

    private static func next(_ counter: borrowing Mutex<Int>) -> Int {
        counter.withLock { count in
            count += 1
            return count
        }
    }

    /// A page of results that starts at an offset.
    static func page(_ query: String, from offset: Int = 0) -> SearchPage {
        let found = rows.filter { row in
            row.value.value["name"]?.stringValue?.lowercased().contains(query.lowercased()) == true
        }
        let end = min(offset + pageSize, found.count)
        return SearchPage(
            Page(
                rows: Array(found[min(offset, end)..<end]), nextCursor: end < found.count ? "\(end)" : nil,
                endReached: end == found.count, totalCount: found.count))
    }
}
