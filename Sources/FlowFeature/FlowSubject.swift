import FeatureKit
import JSON

/// What a flow is opened about: the row that it edits, or values to begin with.
struct FlowSubject: Sendable, Equatable {
    /// The id of the row; nil where the flow is about none.
    let id: String?
    /// Values by field name: an object.
    var values: JSONText
    /// The version of the row that has these values; nil where that is not known.
    var version: String?

    /// Nil where the params have neither an id nor values.
    init?(_ params: JSONValue) throws(ActionRefusal) {
        let values: JSONValue = params["values"] ?? .null
        guard values.isObject || values.isNull else {
            throw .invalidParams([.init(path: "/values", code: "type", message: "must be an object of values by field")]
            )
        }
        id = SourceRow.id(params["id"])
        if id == nil, values.isNull { return nil }
        self.values = values.isNull ? .emptyObject : JSONText(values)
        version = id == nil ? nil : params["version"]?.stringValue
    }

    /// What a feature of the flow is opened with beneath what is declared for it.
    var params: JSONText {
        JSONText.build { json in
            json.beginObject()
            if let id { json.field("id", id) }
            json.field("values", values)
            if let version { json.field("version", version) }
            json.endObject()
        }
    }
}

extension Flow {
    /// Makes a feature of the flow: what the flow is opened about stands under what is declared, and an answer over it.
    func make(_ link: FeatureLink, _ params: JSONText, about subject: FlowSubject?) throws(ActionRefusal) -> AnyFeature
    {
        let feature = try link.make(params.value, keys: keys)
        guard let subject, feature.takesValues else { return feature }
        return try link.make(subject.params.value.merged(with: params.value).value, keys: keys)
    }

    /// Refuses what the forms of the steps can't begin with.
    func check(_ subject: FlowSubject?) throws(ActionRefusal) {
        guard let subject, let plan else { return }
        for step in plan.steps where !step.isSummary {
            guard let feature = try? step.feature.make(step.params.value, keys: keys), feature.kind == .form else {
                continue
            }
            _ = try make(step.feature, step.params, about: subject)
        }
    }

    /// Where the draft of the answers is kept; nil where it is kept nowhere.
    static func draft(of wizard: Wizard?, about subject: FlowSubject?, _ keys: KeySequence) -> DraftPlace? {
        guard let wizard, let draft = wizard.draft else { return nil }
        guard let subject, subject.id == nil else { return draft.about(id: subject?.id) }
        let shown = wizard.steps.compactMap { step -> String? in
            guard let feature = try? step.feature.make(step.params.value, keys: keys), feature.kind == .form else {
                return nil
            }
            let params = subject.params.value.merged(with: step.params.value)
            // Without secrets, and without what no field takes.
            let opened = try? step.feature.make(params.value, keys: keys)
            return opened?.params.value["values"].flatMap { $0.count == 0 ? nil : JSONText($0).string }
        }
        return draft.about(id: nil, values: shown.isEmpty ? nil : shown.joined(separator: "\n"))
    }

    /// The row, or the values, that the flow is about has changed.
    func follow(_ values: JSONText, version: String?, _ state: inout FlowState) -> Effect<Action> {
        state.subject?.values = values
        state.subject?.version = version
        guard let subject = state.subject else { return .none }
        let actions = state.stack.follow { entry in
            guard let declared = declaredParams(of: entry, state) else { return nil }
            return subject.params.value.merged(with: declared.value).value
        }
        return .merge(actions.map { .send(.stack($0), toChild: $0.key, in: Self.stackName) })
    }

    /// The row that the flow is about is gone, or there again.
    func noteRow(isGone: Bool, _ state: FlowState) -> Effect<Action> {
        let actions = state.stack.noteRow(isGone: isGone) { declaredParams(of: $0, state) != nil }
        return .merge(actions.map { .send(.stack($0), toChild: $0.key, in: Self.stackName) })
    }

    /// What a feature was opened with over what the flow is about; nil where it is not about that.
    private func declaredParams(of entry: FeatureStack.Entry, _ state: FlowState) -> JSONText? {
        if let plan {
            guard let step = state.progress?.step(of: entry.key), !plan.steps[step].isSummary else { return nil }
            let declared = plan.steps[step].params
            if state.subject?.id != nil, let changes = state.progress?.answered[step]?.changes {
                // What was answered stays, over what others have made of the rest.
                return JSONText(declared.value.merged(with: JSONText.object("values", changes).value).value)
            }
            // What was opened with an answer keeps to the answer.
            return entry.opened.value["values"] == nil ? declared : nil
        }
        return entry.key == state.stack.entries.first?.key ? entry.opened : nil
    }

    // MARK: What was changed

    /// What a step has handed on: its answer, and what of that differs from the row that the flow is about.
    ///
    /// A form about a row hands on what was changed since it was opened; the answer has all of its values.
    func taken(
        _ output: JSONText, of key: String, in step: Int, _ state: FlowState
    ) -> StepAnswer {
        guard let subject = state.subject, subject.id != nil else { return StepAnswer(values: output) }
        func answer(_ values: JSONText, _ changes: JSONText?) -> StepAnswer {
            StepAnswer(values: values, changes: changes, base: subject.values)
        }
        guard let whole = state.stack.answer(of: key) else { return answer(output, changes(output, in: step, state)) }
        if let changes = whole.changes { return answer(whole.values, changes) }
        let opened = state.stack.index(of: key).flatMap { state.stack.entries[$0].opened.value["values"] }
        guard opened != nil, let before = state.progress?.answered[step]?.changes?.value else {
            return answer(whole.values, output)
        }
        // It was made anew with the answer: what had been changed before is no change of it.
        let changes = JSONText.build { json in
            json.beginObject()
            for (name, value) in before.members where output.value[name] == nil {
                json.key(name)
                json.value(value)
            }
            for (name, value) in output.value.members {
                json.key(name)
                json.value(value)
            }
            json.endObject()
        }
        return answer(whole.values, changes)
    }

    /// What of an answer differs from the row that the flow is about; nil where the flow is about none.
    ///
    /// - Parameters:
    ///   - answer: all values of the step.
    ///   - step: the step.
    func changes(_ answer: JSONText, in step: Int, _ state: FlowState) -> JSONText? {
        guard let plan, let subject = state.subject, subject.id != nil else { return nil }
        guard answer.value.isObject else { return answer }
        let made = try? make(plan.steps[step].feature, plan.steps[step].params, about: subject)
        // As its fields hold the row: a missing member is the empty text of a field.
        let before = made?.initialAnswer?.values.value ?? .emptyObject
        let row = subject.values.value
        return JSONText.build { json in
            json.beginObject()
            for (name, value) in answer.value.members where value != before[name] ?? row[name] {
                json.key(name)
                json.value(value)
            }
            json.endObject()
        }
    }
}
