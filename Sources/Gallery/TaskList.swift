import FeatureKit

/// Tasks of which a snapshot holds those that are shown, filtered and in order: no front end does that again.
struct TaskList: Feature {
    static let id = "gallery:taskList"
    static let title = "Task list"
    static let layout = [
        LayoutItem(.text, key: "filter", label: "Show", action: "setFilter"),
        LayoutItem(.text, key: "order", label: "Sort by", action: "setOrder"),
        LayoutItem(.text, key: "titles", label: "Tasks"),
    ]
    static let actions = ActionSet<Action>([.addTask(title: "Call Ada"), .toggleComplete(id: "1")])
    static let bindings: [Binding<Self>] = [Binding("filter", \.filter), Binding("order", \.order)]
    static let computed: [Computed<Self>] = [
        Computed("tasks") { $0.shown },
        Computed("titles") { $0.shown.map(\.title).joined(separator: ", ") },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("empty", State(all: [])),
        Fixture("byTitle", State(order: .title)),
        Fixture("completed", State(filter: .completed)),
    ]

    enum Order: String, Codable, CaseIterable { case added, title }
    struct State: Codable, Equatable {
        var all: IdentifiedArray<Todo.State> = [
            Todo.State(id: "1", title: "Water the plants"), Todo.State(id: "2", title: "Buy milk", isComplete: true),
        ]
        var filter = Filter.all
        var order = Order.added

        var shown: [Todo.State] {
            let shown = all.filter(filter.shows)
            return order == .added ? shown : shown.sorted { $0.title < $1.title }
        }

        private enum CodingKeys: CodingKey { case filter, order }
    }
    enum Action: Codable, Equatable { case addTask(title: String), toggleComplete(id: String) }

    let initialState = State()

    func refusal(of action: Action, in state: State) -> ActionRefusal? {
        switch action {
        case .addTask(let title) where title.isEmpty:
            .invalidParams([.init(path: "/title", code: "invalid", message: "must not be empty")])
        case .toggleComplete(let id) where state.all[id: id] == nil: .unavailable("gone")
        default: nil
        }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        // Nothing is ever taken away, so that no id comes again.
        case .addTask(let title): state.all.append(Todo.State(id: String(state.all.count + 1), title: title))
        case .toggleComplete(let id): state.all.update(id) { $0.isComplete.toggle() }
        }
        return .none
    }
}
