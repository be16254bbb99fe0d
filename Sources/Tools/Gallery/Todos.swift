import FeatureKit

/// A list of todos, each of which is a separate feature.
///
/// A filter hides some todos without removing them.
struct Todos: Feature {
    static let id = "gallery:todos"
    static let layout = [
        LayoutItem(.text, key: "filter", label: "Show", action: "setFilter"),
        LayoutItem(.child, key: "todos", label: "Todos"),
        LayoutItem(.number, key: "activeCount", label: "Left"),
        LayoutItem(.button, label: "Add", action: "addTodoButtonTapped", role: "primary"),
    ]
    static let actions = ActionSet<Action>([
        .addTodoButtonTapped, .deleteTodo(id: "1"), .moveTodo(id: "1", before: "2"),
    ])
    static let bindings: [Binding<Self>] = [Binding("filter", \.filter)]
    static let computed: [Computed<Self>] = [
        Computed("activeCount") { state in state.todos.count { !$0.isComplete } }
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("empty", State(todos: [])),
        Fixture("completed", State(filter: .completed)),
        Fixture("allDone", State()) { state in for id in state.todos.ids { state.todos[id: id]?.isComplete = true } },
    ]

    struct State: Codable, Equatable {
        var todos: IdentifiedArray<Todo.State> = [
            Todo.State(id: "1", title: "Buy milk"), Todo.State(id: "2", title: "Water the plants", isComplete: true),
            Todo.State(id: "3", title: "Call Ada"),
        ]
        var filter = Filter.all
        /// The last assigned id.
        ///
        /// No id is used twice.
        var lastID = 3
    }
    enum Action: Codable, Equatable {
        case addTodoButtonTapped, deleteTodo(id: String), moveTodo(id: String, before: String?)
        case todos(IdentifiedActionOf<Todo>)
    }

    let initialState = State()

    var children: [Child<Self>] {
        [
            .forEach(
                "todos", state: \.todos, shown: { state in state.todos.filter(state.filter.shows).map(\.id) },
                action: Action.todos, Todo())
        ]
    }

    func refusal(of action: Action, in state: State) -> ActionRefusal? {
        let ids: [String?] =
            switch action {
            case .addTodoButtonTapped, .todos: []
            case .deleteTodo(let id): [id]
            case .moveTodo(let id, let before): [id, before]
            }
        return ids.allSatisfy { $0 == nil || state.todos.ids.contains($0 ?? "") } ? nil : .unavailable("gone")
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .addTodoButtonTapped:
            state.lastID += 1
            state.todos.append(Todo.State(id: String(state.lastID)))
        case .deleteTodo(let id): state.todos.remove(id: id)
        case .moveTodo(let id, let before): state.todos.move([id], before: before)
        case .todos: break
        }
        return .none
    }
}
