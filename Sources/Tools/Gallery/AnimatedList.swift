import FeatureKit

/// Rows that are added, removed and selected.
///
/// Each change declares its animation.
struct AnimatedList: Feature {
    static let id = "gallery:animatedList"
    static let title = "Animated list"
    static let layout = [
        LayoutItem(.text, key: "items", label: "Items"),
        LayoutItem(.text, key: "selectedId", label: "Selected"),
        LayoutItem(.toggle, key: "isHighlighted", label: "Highlighted", action: "highlightButtonTapped"),
        LayoutItem(.button, label: "Select next", action: "itemTapped"),
        LayoutItem(.button, label: "Add", action: "addButtonTapped", role: "primary"),
        LayoutItem(.button, label: "Remove", action: "removeButtonTapped", role: "destructive"),
        LayoutItem(.button, label: "Bounce", action: "bounceButtonTapped"),
    ]
    static let actions = ActionSet<Action>([
        .addButtonTapped, .removeButtonTapped(id: ""), .itemTapped(id: ""), .highlightButtonTapped, .bounceButtonTapped,
    ])
    static let fixtures: [Fixture<Self>] = [
        Fixture("empty", State(items: [])),
        Fixture("selected", State(selectedId: "2")),
        Fixture("highlighted", State(isHighlighted: true)),
    ]

    struct State: Codable, Equatable {
        var items = ["1", "2", "3"]
        var selectedId: String?
        var isHighlighted = false
        var nextId = 4

        /// The row after the selected row; if there is none, the first row.
        var below: String? {
            let place = items.firstIndex { $0 == selectedId }.map { $0 + 1 } ?? 0
            return place < items.count ? items[place] : items.first
        }
    }
    enum Action: Codable {
        case addButtonTapped, removeButtonTapped(id: String?), itemTapped(id: String?)
        case highlightButtonTapped, bounceButtonTapped
    }
    let initialState = State()

    func refusal(of action: Action, in state: State) -> ActionRefusal? {
        switch action {
        case .itemTapped(let id?), .removeButtonTapped(let id?): state.items.contains(id) ? nil : .unavailable("gone")
        case .addButtonTapped, .removeButtonTapped, .itemTapped, .highlightButtonTapped, .bounceButtonTapped: nil
        }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .addButtonTapped:
            state.items.append("\(state.nextId)")
            state.nextId += 1
        case .removeButtonTapped(let id):
            let gone = id ?? state.items.last
            state.items.removeAll { $0 == gone }
            if state.selectedId == gone { state.selectedId = nil }
        case .itemTapped(let id):
            state.selectedId = id ?? state.below
            return .animation(.spring(response: 0.3, damping: 0.7))
        case .highlightButtonTapped:
            state.isHighlighted.toggle()
            return .animation(.phase(state.isHighlighted ? "glowing" : "resting", of: ["resting", "glowing"]))
        case .bounceButtonTapped:
            let swell = [1.2, 1].map { Animation.Keyframe($0, durationMs: 300, curve: .spring) }
            let hop = [-20, 0].map { Animation.Keyframe($0, durationMs: 300) }
            return .animation(.keyframe([.init("scale", swell), .init("offsetY", hop)], repeats: 2))
        }
        return .animation(.default)
    }
}
