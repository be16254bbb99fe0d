/// A filter of todos.
enum Filter: String, Codable, CaseIterable {
    case all, active, completed

    func shows(_ todo: Todo.State) -> Bool {
        switch self {
        case .all: true
        case .active: !todo.isComplete
        case .completed: todo.isComplete
        }
    }
}
