import FeatureKit
import JSON

/// An item in a sheet of its own, and over it a sheet that only its own buttons end.
struct ItemSheet: Feature {
    static let id = "gallery:itemSheet"
    static let title = "Item Detail"
    static let layout = [
        LayoutItem(.text, key: "name", label: "Name"),
        LayoutItem(.button, label: "Rename", action: "renameButtonTapped"),
        LayoutItem(.button, label: "Done", action: "doneButtonTapped"),
    ]
    static let actions = ActionSet<Action>([.renameButtonTapped, .doneButtonTapped, .renamed(value: .null)])
    static let presentation = PresentationConfiguration(modals: [
        // Nothing that was typed is lost by a swipe.
        "rename": .presents(onOutput: ActionLink("renamed"), isDismissible: false) { params throws(ActionRefusal) in
            RenameSheet(name: params["name"]?.stringValue ?? "")
        }
    ])

    struct State: Codable, Equatable { var name: String }
    enum Action: Codable, Equatable { case renameButtonTapped, doneButtonTapped, renamed(value: JSONText) }

    let initialState: State

    init(name: String) { initialState = State(name: name) }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .renameButtonTapped: return .present("rename", params: .encoding(["name": state.name]))
        case .doneButtonTapped: return .dismiss
        case .renamed(let value):
            state.name = value.value["name"]?.stringValue ?? state.name
            // It stays, and whoever presents it hears of the new name.
            return .output(Output("renamed", value: .encoding(["name": state.name]), isLast: false))
        }
    }
}

/// A name that is entered: it is handed back, or it is not.
struct RenameSheet: Feature {
    static let id = "gallery:renameSheet"
    static let title = "Rename"
    static let layout = [
        LayoutItem(.text, key: "name", label: "Name", action: "setName"),
        LayoutItem(.button, label: "Save", action: "saveButtonTapped"),
        LayoutItem(.button, label: "Cancel", action: "cancelButtonTapped"),
    ]
    static let bindings = [Binding<Self>("name", \.name)]

    struct State: Codable, Equatable { var name: String }
    enum Action: Codable, Equatable, CaseIterable { case saveButtonTapped, cancelButtonTapped }

    let initialState: State

    init(name: String) { initialState = State(name: name) }

    func unavailable(in state: State) -> [Unavailable] {
        state.name.isEmpty ? [Unavailable("saveButtonTapped", "noName")] : []
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .saveButtonTapped: .output(Output("save", value: .encoding(["name": state.name])))
        case .cancelButtonTapped: .dismiss
        }
    }
}
