import FHJSON
import FHKindParts
import FeatureKit

/// A form: fields that the user fills in, validated and submitted.
///
/// Every field is validated whenever its value changes. The configuration determines when clients show the messages.
public struct Form: Feature {
    /// The id of the kind.
    ///
    /// Each form in a catalog has the id that its workspace gives to it.
    public static let id = "form"
    /// The kind `form`.
    public static let kind = FeatureKind.form
    /// A reference to the published schema of a form's state.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:form-state")
        json.endObject()
    }
    /// The actions of ``FormAction``.
    public static let actions = ActionSet(FormAction.examples, written: FormAction.written) { Action.wire($0) }

    /// The actions of a form, including the internal ones.
    public enum Action: Sendable {
        /// An action sent by a client.
        case wire(FormAction)
        /// Loads the options and the draft.
        case start
        /// The row that the form edits has new values.
        case followed(values: JSONText, version: String? = nil)
        /// The row that the form edits was deleted, or exists again.
        case rowNoted(isGone: Bool)
        /// The presenter of the form has answered an output of the form.
        case answered(OutputAnswer)
        /// A value was unchanged for the debounce time, and can now be validated.
        case judgeDue(path: String)
        /// Requests the validation of a value again, after the source has failed to answer.
        case judgeAgain(path: String)
        /// A source has answered a request to validate a value, or has failed.
        case judged(Judgement, Result<Done, Failure>)
        /// The source has answered a submit.
        case submitted(opID: String, Result<JSONText, Failure>)
        /// Loads the options of a field again.
        case optionsAgain(field: Int)
        /// The result of loading options.
        case optionsFetched(field: Int, query: String, isFirst: Bool, Result<Page, Failure>)
        /// The result of looking up picked values.
        case pickedFound(PickedValues, Result<Page, Failure>)
        /// An event of the draft keeper.
        case draft(DraftEvent)
    }

    /// The name of a frequent action's case; nil for other actions.
    ///
    /// The names of other actions are found by reflection, which is slower.
    public static func name(of action: Action) -> String? {
        switch action {
        case .start: "start"
        case .judged: "judged"
        case .submitted: "submitted"
        case .optionsFetched: "optionsFetched"
        case .pickedFound: "pickedFound"
        case .draft(let event): event.name
        case .followed: "followed"
        case .rowNoted: "rowNoted"
        case .answered: "answered"
        default: nil
        }
    }

    let configuration: FormConfiguration
    let plan: FormPlan
    /// The id of the row that the form edits; nil for a new row.
    let rowID: String?
    /// The version of the row that the form edits; nil if unknown.
    let version: String?

    /// Creates a form.
    ///
    /// The form ignores the invalid declarations that ``FormConfiguration/mistakes`` lists, as far as possible.
    ///
    /// - Parameters:
    ///   - rowID: the id of the row that the form edits; nil for a new row. The members of the row are
    ///     ``FormConfiguration/values``.
    ///   - version: the version of the row.
    public init(_ configuration: FormConfiguration, rowID: String? = nil, version: String? = nil) {
        self.configuration = configuration
        self.rowID = rowID
        self.version = version
        plan = FormPlan(configuration)
    }

    /// Creates a form that is opened with params.
    ///
    /// The `values` of the params replace ``FormConfiguration/values``. If the params have an `id`, the values are the
    /// members of the row with that id. A form that inserts a row edits no row, so a new row begins with these members.
    ///
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` if a field can't hold its value.
    public init(_ configuration: FormConfiguration, params: JSONValue) throws(ActionRefusal) {
        var configuration = configuration
        let namedID = SourceRow.id(params["id"])
        let rowID = configuration.submit.insertsRow ? nil : namedID
        let version = params["version"]?.stringValue
        configuration.draft = configuration.draft(openedWith: params)
        if let values = params["values"], !values.isNull {
            guard values.isObject else {
                throw .invalidParams([
                    .init(path: "/values", code: "type", message: "must be an object of values by field")
                ])
            }
            configuration.values = JSONText(values)
            self.init(configuration, rowID: rowID, version: version)
            // If a field can't hold the value of a row, the value is shown with the field, so that the user can correct
            // it; a new row begins without the value.
            let mistakes = namedID == nil ? plan.mistakes(inValues: values) : []
            if !mistakes.isEmpty { throw .invalidParams(mistakes) }
        } else {
            self.init(configuration, rowID: rowID, version: version)
        }
    }

    /// The initial state.
    ///
    /// Its values are the row's members or, for a new row, the defaults overridden by the values with which the form
    /// was opened.
    public var initialState: FormState {
        var state = plan.initialState(configuration.values.value, isOfRow: rowID != nil)
        state.version = version
        return state
    }

    /// The schema of the form's output: the values, or the patch of a row.
    ///
    /// For the output of an operation, the schema requires only an object.
    public var outputSchema: JSONText? {
        if case .perform = configuration.submit { return .object("type", .string("object")) }
        return plan.valuesSchema(isPatch: rowID != nil)
    }

    /// The action that loads options and a draft from their sources; nil if the form has neither.
    public func start(in state: FormState, taskID: String?) -> Action? {
        configuration.draft == nil && !plan.fields.contains { $0.optionsSource != nil } ? nil : .start
    }

    /// The key path of the errors.
    public var errors: SendableKeyPath<FormState, ErrorList>? { \FormState.errors }

    /// The action that repeats a failed operation with the current values.
    public func retry(_ error: PresentedError, in state: FormState) -> Action? {
        switch error.operation {
        case Self.submitID: state.isBusy ? nil : .wire(.submit(requestId: nil))
        case Self.draftID: state.draft.isKnown ? .draft(.due) : .start
        case let operation where operation.hasPrefix(Self.judgeOperation):
            .judgeAgain(path: String(operation.dropFirst(Self.judgeOperation.count)))
        case let operation where operation.hasPrefix(Self.optionsOperation):
            Int(operation.dropFirst(Self.optionsOperation.count)).map { Action.optionsAgain(field: $0) }
        default: .start
        }
    }

    /// True: the form can be opened with values.
    public var takesValues: Bool { true }

    /// True while a submit is in progress.
    public func isSaving(_ state: FormState) -> Bool { state.isBusy }

    /// The path to unsaved changes: empty if a value of the form differs from its baseline, otherwise nil.
    public func unsavedChanges(in state: FormState) -> [String]? { state.isDirty ? [] : nil }

    /// The action that applies new values of the edited row.
    ///
    /// Nil if the form has the values and the version already, or inserts a row. Fields that the user has changed keep
    /// their values.
    public func follow(_ params: JSONValue, in state: FormState) -> Action? {
        guard !configuration.submit.insertsRow, let values = params["values"], values.isObject else { return nil }
        let version = params["version"]?.stringValue
        let isNew = plan.differs(plan.readings(ofRow: values), state)
        return isNew || version != state.version ? .followed(values: JSONText(values), version: version) : nil
    }

    /// The action that records that the edited row was deleted or exists again.
    ///
    /// Nil if the form knows this already, or edits no row. A form doesn't write to a deleted row.
    public func noteRow(isGone: Bool, in state: FormState) -> Action? {
        rowID == nil || state.isRowGone == isGone ? nil : .rowNoted(isGone: isGone)
    }

    /// Applies an action to the state.
    public func reduce(into state: inout FormState, _ action: Action) -> Effect<Action> {
        let effect = apply(action, &state)
        plan.settle(&state)
        let judging = judge(&state)
        let asking = askAboutPicked(&state)
        plan.finish(&state)
        return .merge(effect, judging, asking)
    }

    private func apply(_ action: Action, _ state: inout FormState) -> Effect<Action> {
        switch action {
        case .wire(let action): return apply(action, &state)
        case .start: return start(&state)
        case .followed(let values, let version):
            state.version = version
            plan.take(plan.readings(ofRow: values.value), &state)
            return rebase(plan.entries(ofRow: values.value), &state)
        case .rowNoted(let isGone): noteRow(isGone: isGone, &state)
        case .answered(let answer): return answered(answer, &state)
        case .judgeDue(let path): return judgeDue(path, &state)
        case .judgeAgain(let path): judgeAgain(path, &state)
        case .judged(let judgement, let result): return judged(judgement, result, &state)
        case .submitted(let opID, let result): return submitted(opID, result, &state)
        case .optionsAgain(let field): return fetchOptions(field, state.options[field]?.query ?? "", &state)
        case .optionsFetched(let field, let query, let isFirst, let result):
            return optionsFetched(field, query, isFirst: isFirst, result, &state)
        case .pickedFound(let picked, let result): return pickedFound(picked, result, &state)
        case .draft(let event): return receive(event, &state)
        }
        return .none
    }

    private func start(_ state: inout FormState) -> Effect<Action> {
        let options = plan.fields.indices.filter { plan.fields[$0].optionsSource != nil }
            .map { fetchOptions($0, "", &state) }
        // When the form is started again, it already knows its draft.
        return .merge(state.draft.isKnown ? options : options + [fetchDraft()])
    }

    private func apply(_ action: FormAction, _ state: inout FormState) -> Effect<Action> {
        switch action {
        case .setValue, .setValues, .setSecret, .insertItem, .removeItem, .moveItem:
            change(action, &state)
            return draftChanged(&state)
        case .focus(let path): state.focus.address = plan.address(path: path, state)
        case .blur(let path): if let address = plan.address(path: path, state) { leave(address, &state) }
        case .validate: reveal(state.addresses, isShown: configuration.showMessages != .onSubmit, &state)
        case .submit(let requestID): return submit(requestID, &state)
        case .cancelSubmit:
            state.status = .editing
            return endSubmission(&state)
        case .reset:
            reset(&state)
            return draftChanged(&state)
        case .rebase(let values): return rebase((try? plan.entries(values.value, state)) ?? [], &state)
        case .keepMine(let path): return resolve(path, &state, keepMine)
        case .takeTheirs(let path): return resolve(path, &state, takeTheirs)
        case .searchOptions(let path, let query):
            guard let address = plan.address(path: path, state) else { return .none }
            return fetchOptions(plan.index(address, state), query, &state)
        case .loadMoreOptions(let path):
            guard let address = plan.address(path: path, state) else { return .none }
            return fetchMoreOptions(plan.index(address, state), &state)
        case .nextStep: return nextStep(&state)
        case .previousStep: previousStep(&state)
        case .restoreDraft: return restoreDraft(&state)
        case .discardDraft: return discardDraft(&state)
        case .cancel: return .output(.cancel())
        case .discard: return .merge(giveUpDraft(&state), .output(.cancel(isForced: true)))
        }
        return .none
    }
}
