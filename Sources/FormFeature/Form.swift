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
    public static let actions = ActionSet(FormAction.examples, written: FormAction.written) { Action.wire($0) }

    /// What may happen to a form.
    public enum Action: Sendable {
        /// A front end asks.
        case wire(FormAction)
        /// The form is shown for the first time.
        case start
        /// The row that it is about has these values now.
        case followed(values: JSONText, version: String? = nil)
        /// The row that it is about is gone, or there again.
        case rowNoted(isGone: Bool)
        /// Whoever opened the form says what came of what it has handed on.
        case answered(OutputAnswer)
        /// A value has not changed for a while and is to be judged.
        case judgeDue(path: String)
        /// A value that could not be judged is to be judged after all.
        case judgeAgain(path: String)
        /// A source has judged a value.
        case judged(Judgement, Result<Done, Failure>)
        /// The source has answered a submit.
        case submitted(opID: String, Result<JSONText, Failure>)
        /// What can be picked is to be asked for once more.
        case optionsAgain(field: Int)
        /// A source has told what can be picked.
        case optionsFetched(field: Int, query: String, isFirst: Bool, Result<Page, Failure>)
        /// A source has told which of the values that were picked it has.
        case pickedFound(PickedValues, Result<Page, Failure>)
        /// To the draft of what is entered.
        case draft(DraftEvent)
    }

    /// The name of its case, without reflection for what sources bring.
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
    /// The id of the row that the form edits; nil of a form for a new one.
    let rowID: String?
    /// The version of that row; nil where it is not known.
    let version: String?

    /// Makes a form; what ``FormConfiguration/mistakes`` names is left out as far as it can be.
    ///
    /// - Parameters:
    ///   - rowID: the id of the row that the form edits, of which ``FormConfiguration/values`` are the members; nil for
    ///     a new row.
    ///   - version: the version of that row.
    public init(_ configuration: FormConfiguration, rowID: String? = nil, version: String? = nil) {
        self.configuration = configuration
        self.rowID = rowID
        self.version = version
        plan = FormPlan(configuration)
    }

    /// Makes a form that is opened with params: their `values` take the place of ``FormConfiguration/values``, and with
    /// an `id` they are the members of that row.
    ///
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` where a field can't hold its value.
    public init(_ configuration: FormConfiguration, params: JSONValue) throws(ActionRefusal) {
        var configuration = configuration
        let rowID = SourceRow.id(params["id"])
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
            // What a field can't hold of a row is shown beside it, so that it can be corrected.
            let mistakes = rowID == nil ? plan.mistakes(inValues: values) : []
            if !mistakes.isEmpty { throw .invalidParams(mistakes) }
        } else {
            self.init(configuration, rowID: rowID, version: version)
        }
    }

    /// The members of the row; of a new one the defaults, and over them the values that the form was opened with.
    public var initialState: FormState {
        var state = plan.initialState(configuration.values.value, isOfRow: rowID != nil)
        state.version = version
        return state
    }

    /// That of the values, or of the patch of a row; of an operation's output no more is known than that it is an
    /// object.
    public var outputSchema: JSONText? {
        if case .perform = configuration.submit { return .object("type", .string("object")) }
        return plan.valuesSchema(isPatch: rowID != nil)
    }

    /// Asks sources for what can be picked, and for a draft.
    public func start(in state: FormState, taskID: String?) -> Action? {
        configuration.draft == nil && !plan.fields.contains { $0.optionsSource != nil } ? nil : .start
    }

    /// Where the errors are.
    public var errors: SendableKeyPath<FormState, ErrorList>? { \FormState.errors }

    /// Does again what failed, with the values as they are now.
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

    /// Its fields begin with them.
    public var takesValues: Bool { true }

    /// Whether the source has not answered yet.
    public func isSaving(_ state: FormState) -> Bool { state.isBusy }

    /// Its own, where a value differs from its baseline.
    public func unsavedChanges(in state: FormState) -> [String]? { state.isDirty ? [] : nil }

    /// Takes over what is new in its row: fields that a person has changed keep what was entered.
    public func follow(_ params: JSONValue, in state: FormState) -> Action? {
        guard let values = params["values"], values.isObject else { return nil }
        let version = params["version"]?.stringValue
        let isNew = plan.differs(plan.readings(ofRow: values), state)
        return isNew || version != state.version ? .followed(values: JSONText(values), version: version) : nil
    }

    /// Changes no row in a source while its own is gone.
    public func noteRow(isGone: Bool, in state: FormState) -> Action? {
        rowID == nil || state.isRowGone == isGone ? nil : .rowNoted(isGone: isGone)
    }

    /// Applies an action.
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
        // Started anew, it knows what it has kept itself.
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
