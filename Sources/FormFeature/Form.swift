import FeatureKit
import JSON

/// Fields that are filled in, checked, and handed on when they are right.
///
/// Every field is checked whenever its value changes; what differs is when a front end shows the messages.
public struct Form: Feature {
    /// The kind's own id; each form in a catalog has the id that its workspace gives it.
    public static let id = "form"
    /// A form.
    public static let kind = FeatureKind.form
    /// What the published schema says.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:form-state")
        json.endObject()
    }
    /// All of ``FormAction``.
    public static let actions = ActionSet(FormAction.examples) { Action.wire($0) }

    /// What may happen to a form.
    public enum Action: Sendable {
        /// A front end asks.
        case wire(FormAction)
        /// The source has answered a submit.
        case submitted(opID: String, Result<Done, Failure>)
    }

    let configuration: FormConfiguration
    let plan: FormPlan

    /// Makes a form; what ``FormConfiguration/mistakes`` names is left out as far as it can be.
    public init(_ configuration: FormConfiguration) {
        self.configuration = configuration
        plan = FormPlan(configuration)
    }

    /// The defaults, and over them the values that the form was opened with.
    public var initialState: FormState {
        let values = configuration.values.value
        let fields = plan.fields.map { field in
            FormState.Field(values[field.name].flatMap { field.value(of: $0) } ?? field.initial)
        }
        var state = FormState(fields: fields)
        plan.checkAll(&state)
        return state
    }

    /// Where the errors are.
    public var errors: SendableKeyPath<FormState, ErrorList>? { \FormState.errors }

    /// Submits the values as they are now.
    public func retry(_ error: PresentedError, in state: FormState) -> Action? {
        state.submission == nil ? .wire(.submit(requestId: nil)) : nil
    }

    /// Whether the source has not answered yet.
    public func isSaving(_ state: FormState) -> Bool { state.submission != nil }

    /// Its own, where a value differs from its baseline.
    public func unsavedChanges(in state: FormState) -> [String]? { state.isDirty ? [] : nil }

    /// Applies an action.
    public func reduce(into state: inout FormState, _ action: Action) -> Effect<Action> {
        switch action {
        case .wire(let action): reduce(action, &state)
        case .submitted(let opID, let result): submitted(opID, result, &state)
        }
    }

    private func reduce(_ action: FormAction, _ state: inout FormState) -> Effect<Action> {
        switch action {
        case .setValue(let path, let value):
            if let index = plan.index(path: path) { enter(value, at: index, &state) }
        case .setValues(let values):
            for (name, value) in values.value.members {
                if let index = plan.index(name: name) { enter(value, at: index, &state) }
            }
        case .setSecret(let path, let secret):
            if let index = plan.index(path: path) { state.enter(.secret(secret), at: index, plan) }
        case .focus(let path): state.focus.index = plan.index(path: path)
        case .blur(let path): if let index = plan.index(path: path) { state.leave(index) }
        case .validate: state.touchAll()
        case .submit(let requestID): return submit(requestID, &state)
        case .cancelSubmit:
            state.submission = nil
            state.status = .editing
            return .cancel(Self.submitID)
        case .reset: reset(&state)
        case .rebase(let values): rebase(values.value, &state)
        case .cancel: return .output(.cancel())
        case .discard: return .output(.cancel(isForced: true))
        }
        return .none
    }

    private func enter(_ json: JSONValue, at index: Int, _ state: inout FormState) {
        if let value = plan.fields[index].value(of: json) { state.enter(value, at: index, plan) }
    }

    private func reset(_ state: inout FormState) {
        for index in state.fields.indices {
            state.fields[index] = FormState.Field(state.fields[index].baseline)
        }
        state.isSubmitted = false
        state.status = .editing
        state.errors.removeAll()
        plan.checkAll(&state)
    }

    private func rebase(_ values: JSONValue, _ state: inout FormState) {
        for (name, json) in values.members {
            guard let index = plan.index(name: name), let value = plan.fields[index].value(of: json) else { continue }
            if !state.fields[index].isDirty { state.fields[index].value = value }
            state.fields[index].baseline = value
            plan.check(index, &state)
        }
    }
}
