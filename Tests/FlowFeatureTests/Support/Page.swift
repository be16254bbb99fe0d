import FHJSON
import FeatureKit

/// A page of a flow, whose outputs and unsaved changes the test controls.
struct Page: Feature {
    static let id = "page"

    struct State: Sendable, Equatable {
        var log: [String] = []
        var isDirty = false
        var isSaving = false
        var errors = ErrorList()
    }

    enum Action: Codable, Sendable, Equatable {
        case note(text: String)
        case setDirty(isDirty: Bool)
        case setSaving(isSaving: Bool)
        /// Records a text after a delay.
        case later(text: String)
        /// Refused for every sender.
        case locked
        /// The action that an output of another page triggers.
        case take(value: JSONObject)
        /// The action that an output about a row triggers.
        case takeRow(id: String)
        /// Completes, like a form.
        case submit(text: String)
        /// Opens a row, like a list.
        case open(id: String)
        /// Chooses a step, like a summary.
        case choose(step: String)
        case cancel
        case discard
        /// Fails.
        case fail(code: String)
        /// Times out.
        case expire

        static let examples: [Action] = [
            .note(text: ""), .setDirty(isDirty: true), .setSaving(isSaving: true), .later(text: ""), .locked,
            .take(value: JSONObject()), .takeRow(id: ""), .submit(text: ""), .open(id: ""), .choose(step: ""), .cancel,
            .discard,
            .fail(code: ""), .expire,
        ]
    }

    static let actions = ActionSet(Action.examples)
    static let stateSchema = JSONText.emptyObject

    let initialState = State()

    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func start(in state: State, taskID: String?) -> Action? { .note(text: "started") }
    func unavailable(in state: State) -> [Unavailable] { [Unavailable("locked", "always")] }
    func isSaving(_ state: State) -> Bool { state.isSaving }
    func unsavedChanges(in state: State) -> [String]? { state.isDirty ? [] : nil }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .note(let text): state.log.append(text)
        case .setDirty(let isDirty): state.isDirty = isDirty
        case .setSaving(let isSaving): state.isSaving = isSaving
        case .later(let text): return .send(.note(text: text)).delay(milliseconds: 10)
        case .locked: state.log.append("locked")
        case .take(let value): state.log.append("take \(JSONText(value.value))")
        case .takeRow(let id): state.log.append("takeRow \(id)")
        case .submit(let text):
            state.isDirty = false
            return .output(Output("submit", value: value("text", text)))
        case .open(let id): return .output(Output("openItem", id: id, value: value("id", id)))
        case .choose(let step): return .output(Output("openItem", id: step, value: value("step", step)))
        case .cancel: return .output(.cancel())
        case .discard: return .output(.cancel(isForced: true))
        case .fail(let code): return .output(.fail(Failure(code, "It is closed.", retryable: false)))
        case .expire: return .output(.timeout)
        }
        return .none
    }

    private func value(_ key: String, _ text: String) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.key(key)
            json.value(text)
            json.endObject()
        }
    }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.key("log")
        json.beginArray()
        for word in state.log { json.value(word) }
        json.endArray()
        json.endObject()
    }

    /// Returns a link to a page that refuses params with `wrong`.
    static func link(_ presentation: PresentationConfiguration = .init()) -> FeatureLink {
        FeatureLink("page") { params, keys throws(ActionRefusal) in
            if params["wrong"] != nil {
                throw .invalidParams([.init(path: "/wrong", code: "invalid", message: "is wrong")])
            }
            return AnyFeature(Presenting(Page(), presentation, keys: keys), params: JSONText(params))
        }
    }
}
