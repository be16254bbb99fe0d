import FHJSON
import FeatureKit

/// The feature of a step: a text that can be submitted if it is not empty.
struct Question: Feature {
    static let id = "question"

    struct State: Sendable, Equatable {
        var text: String
        var kept: String
    }

    enum Action: Codable, Sendable, Equatable {
        case enter(text: String)
        /// Enters a text after a delay.
        case later(text: String)
        case submit
        /// Submits the text after a delay, like a form whose source first validates the values.
        case submitLater
        case cancel
        case discard

        static let examples: [Action] = [.enter(text: ""), .later(text: ""), .submit, .submitLater, .cancel, .discard]
    }

    static let actions = ActionSet(Action.examples)
    static let stateSchema = JSONText.emptyObject

    let initialState: State
    let outputSchema: JSONText?

    init(_ text: String = "", _ outputSchema: JSONText? = nil) {
        initialState = State(text: text, kept: text)
        self.outputSchema = outputSchema
    }

    func unavailable(in state: State) -> [Unavailable] { state.text.isEmpty ? [Unavailable("submit", "empty")] : [] }
    func unsavedChanges(in state: State) -> [String]? { state.text == state.kept ? nil : [] }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .enter(let text): state.text = text
        case .later(let text): return .send(.enter(text: text)).delay(milliseconds: 10)
        case .submit:
            state.kept = state.text
            return .output(Output("submit", value: .object("text", .string(state.text))))
        case .submitLater: return .send(.submit).delay(milliseconds: 10)
        case .cancel: return .output(.cancel())
        case .discard: return .output(.cancel(isForced: true))
        }
        return .none
    }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.field("text", state.text)
        json.endObject()
    }

    /// Returns a link to a question with an output schema.
    static func link(_ schema: JSONText) -> FeatureLink {
        FeatureLink("question") { _, keys throws(ActionRefusal) in
            AnyFeature(Presenting(Question("", schema), keys: keys))
        }
    }

    /// A link to a question that opens with the text in `values`; a number instead of the text is refused.
    static let link = FeatureLink("question") { params, keys throws(ActionRefusal) in
        let text = params["values"]?["text"]
        if text?.kind == .integer { throw .invalidParams([.init(path: "/values/text", code: "type", message: "no")]) }
        return AnyFeature(Presenting(Question(text?.stringValue ?? ""), keys: keys), params: JSONText(params))
    }
}

/// A step without an output, which shows the values that it is opened with.
struct Notice: Feature {
    static let id = "notice"

    struct State: Sendable, Equatable {
        let values: JSONText
    }

    enum Action: Codable, Sendable, CaseIterable {
        case nothing
    }

    static let stateSchema = JSONText.emptyObject

    let initialState: State

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }

    func write(_ state: State, to json: inout JSONWriter) {
        json.beginObject()
        json.field("values", state.values)
        json.endObject()
    }

    static let link = FeatureLink("notice") { params, keys throws(ActionRefusal) in
        let values = params["values"].map { JSONText($0) } ?? .null
        return AnyFeature(Presenting(Notice(initialState: State(values: values)), keys: keys))
    }
}
