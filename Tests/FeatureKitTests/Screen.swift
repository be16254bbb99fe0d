import FHJSON
import FeatureKit

/// A screen with rows that can present itself, at any depth.
///
/// The test sets its outputs, its errors and its unsaved changes, and provides its effects.
struct Screen: Feature {
    static let id = "screen"

    struct State: Sendable, Equatable {
        var log: [String] = []
        var rows: [String: String] = ["1": "one", "2": "two"]
        var activeID: String?
        var marks: [String] = []
        /// True if every row is marked.
        var allMarked = false
        var isDirty = false
        var isSaving = false
        var params = JSONText.emptyObject
        var errors = ErrorList()
    }

    enum Action: Codable, Sendable, Equatable {
        /// Appends a text to the log.
        case note(text: String)
        /// Starts the effect of this name.
        case run(name: String)
        /// Refused for every sender.
        case locked
        case setActive(id: String)
        /// Marks rows.
        case mark(ids: [String])
        case markAll
        case setRow(id: String, text: String)
        case setDirty(isDirty: Bool)
        case setSaving(isSaving: Bool)
        /// Makes the screen fail.
        case fail(code: String)
        /// Actions that outputs trigger.
        case add(value: JSONObject)
        case put(id: String, patch: JSONObject)
        case remove(ids: [String])
        case removeAny(ids: [String]?, all: Bool?, except: [String]?)
        /// Emits a text.
        case submit(text: String)
        /// Emits a row.
        case open(id: String)
        /// Emits several rows.
        case openAll(ids: [String])
        case cancel
        case discard

        static let examples: [Action] = [
            .note(text: ""), .run(name: ""), .locked, .setActive(id: ""), .mark(ids: []), .markAll,
            .setRow(id: "", text: ""),
            .setDirty(isDirty: true), .setSaving(isSaving: true), .fail(code: ""), .add(value: JSONObject()),
            .put(id: "", patch: JSONObject()), .remove(ids: []), .removeAny(ids: [], all: true, except: []),
            .submit(text: ""), .open(id: ""), .openAll(ids: []), .cancel, .discard,
        ]
    }

    static let actions = ActionSet(Action.examples)
    static let stateSchema = JSONText.emptyObject

    let effects: [String: Effect<Action>]
    let params: JSONText

    init(_ effects: [String: Effect<Action>] = [:], params: JSONValue = .emptyObject) {
        self.effects = effects
        self.params = JSONText(params)
    }

    var initialState: State {
        var state = State()
        state.params = params
        return state
    }

    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    /// Records the new text of the row, if there is an effect with the name `follow`.
    func follow(_ params: JSONValue, in state: State) -> Action? {
        guard effects["follow"] != nil, let text = params["values"]?["text"]?.stringValue else { return nil }
        return .note(text: "follow \(text) \(params["a"]?.stringValue ?? "")")
    }

    func start(in state: State, taskID: String?) -> Action? {
        effects["start"] == nil ? nil : .run(name: "start")
    }

    func unavailable(in state: State) -> [Unavailable] { [Unavailable("locked", "always")] }
    func isSaving(_ state: State) -> Bool { state.isSaving }
    func unsavedChanges(in state: State) -> [String]? { state.isDirty ? [] : nil }
    func activeItem(in state: State) -> SourceRow? { state.activeID.flatMap { item($0, in: state) } }

    func targetedItems(in state: State) throws(ActionRefusal) -> TargetedItems? {
        if state.allMarked { return allItems(except: state.marks, in: state) }
        if state.marks.isEmpty { return activeItem(in: state).map { TargetedItems([$0]) } }
        let missing = state.marks.filter { item($0, in: state) == nil }
        if !missing.isEmpty { throw .gone(missing, "marked") }
        return TargetedItems(state.marks.compactMap { item($0, in: state) })
    }

    func allItems(except: [String], in state: State) -> TargetedItems? {
        let rows = state.rows.keys.sorted().filter { !except.contains($0) }.compactMap { item($0, in: state) }
        return TargetedItems(allExcept: except, first: rows, count: rows.count)
    }

    func item(_ id: String, in state: State) -> SourceRow? {
        state.rows[id].map { SourceRow(id: id, value: .object(["id": .string(id), "text": .string($0)])) }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .note(let text): state.log.append(text)
        case .run(let name):
            state.log.append("run \(name)")
            return effects[name] ?? .none
        case .locked: state.log.append("locked")
        case .setActive(let id): state.activeID = id
        case .mark(let ids): state.marks = ids
        case .markAll: state.allMarked = true
        case .setRow(let id, let text): state.rows[id] = text
        case .setDirty(let isDirty): state.isDirty = isDirty
        case .setSaving(let isSaving): state.isSaving = isSaving
        case .fail(let code): state.errors.add(Failure(code, code), display: .banner, operation: code)
        case .add(let value): state.log.append("add \(JSONText(value.value))")
        case .put(let id, let patch): state.log.append("put \(id) \(JSONText(patch.value))")
        case .remove(let ids):
            for id in ids { state.rows[id] = nil }
            state.log.append("remove \(ids.joined(separator: " "))")
        case .removeAny(let ids, let all, let except):
            state.log.append("removeAny \(ids ?? []) \(all ?? false) \(except ?? [])")
        case .submit(let text):
            state.isDirty = false
            return .output(Output("submit", value: .object(["text": .string(text)])))
        case .open(let id):
            state.activeID = id
            return item(id, in: state).map { .output(Output("open", id: id, value: $0.value)) } ?? .none
        case .openAll(let ids):
            return .output(Output("open", rows: ids.compactMap { item($0, in: state) }))
        case .cancel: return .output(.cancel())
        case .discard: return .output(.cancel(isForced: true))
        }
        return .none
    }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.key("log")
        json.beginArray()
        for word in state.log { json.value(word) }
        json.endArray()
        json.field("params", state.params)
        json.field("rows", state.rows.count)
        json.endObject()
    }
}

extension Screen {
    /// Returns the configuration of every screen, including presented ones, because screens nest.
    static func configuration(_ effects: [String: Effect<Action>] = [:]) -> PresentationConfiguration {
        let link = link(effects)
        let remove = Modal.Button(id: "remove", title: "Remove", role: .destructive, action: ActionLink("remove"))
        let keep = Modal.Button(id: "keep", title: "Keep", role: .cancel)
        func sheet(_ onOutput: String? = nil, target: Modal.Target? = nil, _ buttons: [Modal.Button] = []) -> Modal {
            Modal(
                style: .sheet, feature: link, target: target, buttons: buttons,
                onOutput: onOutput.map { ActionLink($0) })
        }
        var fixed = sheet()
        fixed.dismissal = .never
        var unchanged = sheet()
        unchanged.dismissal = .unchanged
        var noted = sheet()
        noted.dismissal = .when(Screen.self) { !$0.log.isEmpty }
        var foreign = sheet()
        foreign.dismissal = .when(Probe.self) { _ in true }
        var withParams = sheet()
        withParams.params = .object(["a": .string("modal"), "b": .string("modal")])
        return PresentationConfiguration(
            modals: [
                "child": sheet("add"), "bare": sheet(), "edit": sheet("put", target: .activeItem),
                "refused": sheet("locked"), "fixed": fixed, "params": withParams,
                "unchanged": unchanged, "noted": noted, "foreign": foreign,
                "pressable": sheet(target: .activeItem, [remove, keep]),
                "ask": Modal(
                    style: .confirmation, title: "Remove?", message: "It is gone then.", target: .activeItem,
                    buttons: [remove, keep]),
                "depends": Modal(
                    style: .confirmation, title: "Remove {text}?", target: .activeItem,
                    dependsOn: ["text"], buttons: [remove, keep]),
                "askMarked": Modal(
                    style: .confirmation, title: RowTemplate(one: "Remove {text}?", other: "Remove {count} rows?"),
                    message: "They are: {text}.", target: .selection, dependsOn: ["state"],
                    buttons: [
                        remove, keep, .init(id: "any", title: "Any", action: ActionLink("removeAny")),
                        .init(
                            id: "next", title: "Next",
                            action: .init("present", params: .object(["modal": .string("askMarked")]))),
                    ]),
                "editMarked": sheet("put", target: .selection), "showMarked": sheet("remove", target: .selection),
                "say": Modal(
                    style: .alert, title: "Well", buttons: [Modal.Button(id: "ok", title: "OK")], dismissal: .never),
                "note": Modal(
                    style: .alert, title: "Note?",
                    buttons: [
                        .init(id: "ok", title: "OK", action: .init("note", params: .object(["text": .string("ok")]))),
                        .init(id: "locked", title: "Locked", action: .init("locked")),
                    ]),
                "next": sheet("present"),
            ],
            toolbar: [
                .init(
                    action: .init("present", params: .object(["modal": .string("child")])), title: "Add", role: .primary
                )
            ],
            outputs: ["open": .init("present", params: .object(["modal": .string("edit")]))])
    }

    /// Returns a link to a screen titled "Screen" that refuses params with `wrong`.
    static func link(_ effects: [String: Effect<Action>] = [:]) -> FeatureLink {
        FeatureLink("screen") { params, keys throws(ActionRefusal) in
            if params["wrong"] != nil {
                throw .invalidParams([.init(path: "/wrong", code: "invalid", message: "is wrong")])
            }
            return AnyFeature(Presenting(Screen(effects, params: params), configuration(effects), keys: keys))
        }
    }
}
