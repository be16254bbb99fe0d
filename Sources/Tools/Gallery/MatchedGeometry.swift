import FeatureKit

/// A card that is small or large; a matched-geometry animation treats both sizes as one element.
struct MatchedGeometry: Feature {
    static let id = "gallery:matchedGeometry"
    static let title = "Matched geometry"
    static let layout = [
        LayoutItem(.toggle, key: "isExpanded", label: "Expanded", action: "cardTapped"),
        LayoutItem(.number, key: "width", label: "Width"),
        LayoutItem(.number, key: "height", label: "Height"),
    ]
    static let fixtures = [Fixture<Self>("expanded", State()) { $0.toggle() }]

    struct Size: Codable, Equatable { let width, height: Int }
    struct State: Codable, Equatable {
        var cardId = "card"
        var isExpanded = false
        var collapsed = Size(width: 100, height: 100)
        var expanded = Size(width: 300, height: 400)
        var width = 100
        var height = 100

        mutating func toggle() {
            isExpanded.toggle()
            let size = isExpanded ? expanded : collapsed
            (width, height) = (size.width, size.height)
        }
    }
    enum Action: Codable, CaseIterable { case cardTapped }

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.toggle()
        return .animation(.matchedGeometry(id: state.cardId, spring: .init(response: 0.4, damping: 0.8)))
    }
}
