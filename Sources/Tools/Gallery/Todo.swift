import FeatureKit

/// A todo.
///
/// It is a part of ``Todos``, and also a separate feature.
struct Todo: Feature {
    static let id = "gallery:todo"
    static let layout = [
        LayoutItem(.toggle, key: "isComplete", label: "Done", action: "toggleCompleteButtonTapped"),
        LayoutItem(.text, key: "title", label: "Title", action: "setTitle"),
    ]
    static let bindings: [Binding<Self>] = [Binding("title", \.title)]
    static let fixtures: [Fixture<Self>] = [
        Fixture("active", State(id: "1", title: "Buy milk")),
        Fixture("completed", State(id: "1", title: "Buy milk", isComplete: true)),
    ]

    struct State: Codable, Equatable, Identifiable {
        let id: String
        var title = ""
        var isComplete = false
    }
    enum Action: Codable, Equatable, CaseIterable { case toggleCompleteButtonTapped }

    let initialState = State(id: "1", title: "Buy milk")

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.isComplete.toggle()
        return .none
    }
}
