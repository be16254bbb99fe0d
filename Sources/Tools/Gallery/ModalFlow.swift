import FHJSON
import FeatureKit

/// All presentations over a screen, as one state: an item's sheet, a settings sheet, a confirmation, a nested sheet.
struct ModalFlow: Feature {
    static let id = "gallery:modalFlow"
    static let title = "Modal flow"
    static let layout = [
        LayoutItem(.text, key: "names", label: "Items"),
        LayoutItem(.text, key: "activeName", label: "Active item"),
        LayoutItem(.button, label: "Next Item", action: "nextItemButtonTapped"),
        LayoutItem(.button, label: "Show Item Detail", action: "showItemButtonTapped"),
        LayoutItem(.button, label: "Show Settings", action: "showSettingsButtonTapped"),
        LayoutItem(.button, label: "Delete Item", action: "deleteButtonTapped", role: "destructive"),
    ]
    static let actions = ActionSet<Action>([
        .nextItemButtonTapped, .showItemButtonTapped, .showSettingsButtonTapped, .deleteButtonTapped,
        .deleteItem(id: "1"), .itemRenamed(id: "1", value: .null),
    ])
    static let computed: [Computed<Self>] = [
        Computed("names") { $0.items.map(\.name).joined(separator: ", ") },
        Computed("activeName") { $0.active?.name ?? "" },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("items", State()),
        Fixture("noItems", State(items: [], activeId: nil)),
    ]
    /// The modals.
    ///
    /// The modals about an item declare a target, so that they can't be presented without an item.
    static let presentation = PresentationConfiguration(modals: [
        "item": .presents(
            onOutput: ActionLink("itemRenamed"), target: .activeItem, presentation: ItemSheet.presentation
        ) { params throws(ActionRefusal) in
            ItemSheet(params)
        },
        "settings": .presents { _ throws(ActionRefusal) in Settings() },
        "deletion": Modal(
            style: .confirmation, title: "Delete {name}?", message: "This action cannot be undone.",
            target: .activeItem, dependsOn: ["name"],
            buttons: [
                .init(id: "delete", title: "Delete", role: .destructive, action: ActionLink("deleteItem")),
                .init(id: "cancel", title: "Cancel", role: .cancel),
            ]),
    ])

    struct Item: Codable, Equatable {
        let id: String
        var name: String
    }
    struct State: Codable, Equatable {
        var items = [
            Item(id: "1", name: "Notebook"), Item(id: "2", name: "Pencil"), Item(id: "3", name: "Ruler"),
        ]
        var activeId: String? = "1"

        var active: Item? { items.first { $0.id == activeId } }
    }
    enum Action: Codable, Equatable {
        case nextItemButtonTapped, showItemButtonTapped, showSettingsButtonTapped, deleteButtonTapped
        case deleteItem(id: String)
        case itemRenamed(id: String, value: JSONText)
    }

    let initialState = State()

    func activeItem(in state: State) -> SourceRow? { state.active.map(row) }

    func item(_ id: String, in state: State) -> SourceRow? { state.items.first { $0.id == id }.map(row) }

    private func row(_ item: Item) -> SourceRow { SourceRow(id: item.id, value: .encoding(item)) }

    func unavailable(in state: State) -> [Unavailable] {
        if state.active != nil { return [] }
        return ["nextItemButtonTapped", "showItemButtonTapped", "deleteButtonTapped"].map { action in
            Unavailable(action, "noTarget")
        }
    }

    func refusal(of action: Action, in state: State) -> ActionRefusal? {
        switch action {
        case .deleteItem(let id), .itemRenamed(let id, _): item(id, in: state) == nil ? .unavailable("gone") : nil
        default: nil
        }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .nextItemButtonTapped:
            let place = state.items.firstIndex { $0.id == state.activeId } ?? 0
            state.activeId = state.items[(place + 1) % state.items.count].id
        case .showItemButtonTapped: return .present("item")
        case .showSettingsButtonTapped: return .present("settings")
        case .deleteButtonTapped: return .present("deletion")
        case .deleteItem(let id):
            guard let place = state.items.firstIndex(where: { $0.id == id }) else { break }
            state.items.remove(at: place)
            // The item after the removed one becomes active or, if there is none, the last item.
            if state.activeId == id { state.activeId = state.items.dropFirst(place).first?.id ?? state.items.last?.id }
        case .itemRenamed(let id, let value):
            guard let place = state.items.firstIndex(where: { $0.id == id }) else { break }
            state.items[place].name = value.value["name"]?.stringValue ?? state.items[place].name
        }
        return .none
    }
}
