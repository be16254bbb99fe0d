import FeatureKit

/// Tasks that are loaded from a service.
///
/// A snapshot contains only the shown tasks, in display order. So clients need not filter or sort.
struct TaskList: Feature {
    static let id = "gallery:taskList"
    static let title = "Task list"
    static let layout = [
        LayoutItem(.text, key: "filter", label: "Show", action: "setFilter"),
        LayoutItem(.text, key: "order", label: "Sort by", action: "setOrder"),
        LayoutItem(.text, label: "Loading…", when: "isLoading"),
        LayoutItem(.child, key: "tasks", label: "Task"),
        LayoutItem(.text, key: "newTitle", label: "New task", action: "setNewTitle"),
        LayoutItem(.button, label: "Add", action: "addTask", role: "primary"),
    ]
    static let actions = ActionSet<Action>([.addTask(title: "Call Ada"), .toggleComplete(id: "1")])
    static let bindings: [Binding<Self>] = [
        Binding("filter", \.filter), Binding("order", \.order), Binding("newTitle", \.newTitle),
    ]
    static let computed: [Computed<Self>] = [Computed("isLoading") { $0.tasks.isLoading }]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loading", State(tasks: .loading)),
        Fixture("loaded", State(tasks: .loaded(samples))),
        Fixture("completed", State(tasks: .loaded(samples), filter: .completed)),
        Fixture("failed", State()) { $0.tasks.fail(SimulatedService.networkError, errors: &$0.errors) },
    ]
    static let samples: IdentifiedArray = [
        Todo.State(id: "1", title: "Water the plants"), Todo.State(id: "2", title: "Buy milk", isComplete: true),
    ]

    enum Order: String, Codable, CaseIterable { case added, title }
    struct State: Codable, Equatable {
        var tasks = Loadable<IdentifiedArray<Todo.State>>.idle
        var filter = Filter.all
        var order = Order.added
        var newTitle = ""
        var errors = ErrorList()

        /// The loaded tasks; empty before the load.
        var all: IdentifiedArray<Todo.State> {
            get { tasks.value ?? [] }
            set { tasks.change { $0 = newValue } }
        }
        var shown: [Todo.State] {
            let shown = all.filter(filter.shows)
            return order == .added ? shown : shown.sorted { $0.title < $1.title }
        }

        private enum CodingKeys: CodingKey { case filter, order, newTitle }
    }
    enum Action: Codable, Equatable {
        case addTask(title: String?), toggleComplete(id: String), tasks(IdentifiedActionOf<Todo>)
        case loadTasks, tasksLoaded(IdentifiedArray<Todo.State>), loadFailed(Failure, PresentedError.Display)
    }

    var service = SimulatedService()
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    var children: [Child<Self>] {
        [.forEach("tasks", state: \.all, shown: { $0.shown.map(\.id) }, action: Action.tasks, Todo())]
    }

    // Loaded tasks are not loaded again, because tasks that were added since then would be lost.
    func start(in state: State, taskID: String?) -> Action? { state.tasks.value == nil ? .loadTasks : nil }
    func retry(_ error: PresentedError, in state: State) -> Action? { .loadTasks }
    func unavailable(in state: State) -> [Unavailable] {
        state.tasks.value != nil ? [] : [.init("addTask", "notLoaded"), .init("toggleComplete", "notLoaded")]
    }
    func refusal(of action: Action, in state: State) -> ActionRefusal? {
        switch action {
        case .addTask(let title) where (title ?? state.newTitle).isEmpty:
            .invalidParams([.init(path: "/title", code: "invalid", message: "must not be empty")])
        case .toggleComplete(let id) where state.all[id: id] == nil: .unavailable("gone")
        default: nil
        }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .addTask(let title):
            // Tasks are never removed, so no id is used twice.
            state.all.append(Todo.State(id: String(state.all.count + 1), title: title ?? state.newTitle))
            if title == nil { state.newTitle = "" }
        case .toggleComplete(let id): state.all.update(id) { $0.isComplete.toggle() }
        case .tasks: break
        case .loadTasks:
            let isFirst = state.tasks.activity == .idle
            state.tasks.begin(errors: &state.errors)
            return service.answer(isFirst: isFirst, .tasksLoaded(Self.samples), failed: Action.loadFailed)
        case .tasksLoaded(let tasks): state.tasks.succeed(tasks, errors: &state.errors)
        case .loadFailed(let failure, let display):
            state.tasks.fail(failure, errors: &state.errors, display: display)
        }
        return .none
    }
}
