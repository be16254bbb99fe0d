import FHJSON
import FeatureKit

/// The sheet of an item.
///
/// It presents another sheet that can only be closed by its buttons.
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
        // A swipe doesn't dismiss the sheet, so that typed text is not lost.
        "rename": .presents(onOutput: ActionLink("renamed"), dismissal: .never) { params throws(ActionRefusal) in
            RenameSheet(name: params["name"]?.stringValue ?? "")
        }
    ])

    struct State: Codable, Equatable { var name: String }
    enum Action: Codable, Equatable {
        case renameButtonTapped, doneButtonTapped, renamed(value: JSONText), followed(name: String)
    }

    let initialState: State

    /// Creates a sheet for an item.
    ///
    /// The values of the item's row contain its name.
    init(_ params: JSONValue) { initialState = State(name: Self.name(in: params) ?? "") }

    private static func name(in params: JSONValue) -> String? { params["values"]?["name"]?.stringValue }

    /// Follows the item, which may be renamed while the sheet is open.
    func follow(_ params: JSONValue, in state: State) -> Action? {
        Self.name(in: params).flatMap { $0 == state.name ? nil : .followed(name: $0) }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .renameButtonTapped: return .present("rename", params: .encoding(["name": state.name]))
        case .doneButtonTapped: return .dismiss
        case .followed(let name):
            state.name = name
            return .none
        case .renamed(let value):
            state.name = value.value["name"]?.stringValue ?? state.name
            // The sheet stays open, and its presenter gets the new name.
            return .output(Output("renamed", value: .encoding(["name": state.name]), isLast: false))
        }
    }
}

/// A sheet that returns an entered name, or is cancelled.
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
