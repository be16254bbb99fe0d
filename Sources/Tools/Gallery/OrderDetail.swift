import FHJSON
import FeatureKit

/// The order whose id `setTaskId` sets.
///
/// If another id is set, the current load is cancelled and the order with that id is loaded.
struct OrderDetail: Feature {
    static let id = "gallery:orderDetail"
    static let title = "Order"
    static let layout =
        [
            LayoutItem(.text, key: "orderID", label: "Order #"),
            LayoutItem(.text, label: "Loading…", when: "isLoading"),
            LayoutItem(.date, key: "date", label: "Date"),
            LayoutItem(.text, key: "items", label: "Items"),
            LayoutItem(.number, key: "totalCents", label: "Total in cents"),
            LayoutItem(.button, label: "Refresh", action: "refreshButtonTapped"),
        ]
        + Order.samples.map { order in
            LayoutItem(
                .button, label: "Order \(order.id)", action: "setTaskId", params: .object("id", .string(order.id)))
        }
    static let actions = ActionSet<Action>([.refreshButtonTapped])
    static let computed: [Computed<Self>] = [
        Computed("isLoading") { $0.order.isLoading },
        Computed("date") { $0.order.value?.date ?? "" },
        Computed("items") { $0.order.value?.items.map(\.name).joined(separator: ", ") ?? "" },
        Computed("totalCents") { $0.order.value?.totalCents ?? 0 },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loading", State(order: .loading)),
        Fixture("loaded", State(order: .loaded(Order.samples[0]))),
        Fixture("notFound", State(orderID: "9")) { $0.order.fail(notFound("9"), errors: &$0.errors) },
    ]
    static func notFound(_ id: String) -> Failure {
        let known = Order.samples.map(\.id).joined(separator: ", ")
        return Failure("notFound", "There is no order \(id); there are \(known)", retryable: false)
    }

    struct State: Codable, Equatable {
        var orderID = "1"
        var order = Loadable<Order>.idle
        var errors = ErrorList()

        private enum CodingKeys: CodingKey { case orderID, order }
    }
    enum Action: Codable, Equatable {
        case task(id: String), refreshButtonTapped, orderLoaded(Order), loadFailed(Failure, PresentedError.Display)
    }

    var service = SimulatedService()
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func start(in state: State, taskID: String?) -> Action? { .task(id: taskID ?? state.orderID) }
    func retry(_ error: PresentedError, in state: State) -> Action? { .refreshButtonTapped }
    func unavailable(in state: State) -> [Unavailable] {
        state.order.isLoading ? [Unavailable("refreshButtonTapped", "loading")] : []
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .task(let id):
            // The data of one order must not be shown under another order's id.
            if id != state.orderID { state.order = .idle }
            state.orderID = id
            return load(&state, isFirst: true)
        case .refreshButtonTapped: return load(&state, isFirst: false)
        case .orderLoaded(let order): state.order.succeed(order, errors: &state.errors)
        case .loadFailed(let failure, let display):
            state.order.fail(failure, errors: &state.errors, display: display)
        }
        return .none
    }

    private func load(_ state: inout State, isFirst: Bool) -> Effect<Action> {
        state.order.begin(errors: &state.errors)
        guard let order = Order.samples.first(where: { $0.id == state.orderID }) else {
            return service.attempt(.loadFailed(Self.notFound(state.orderID), .fullScreen))
        }
        return service.answer(isFirst: isFirst, .orderLoaded(order), failed: Action.loadFailed)
    }
}
