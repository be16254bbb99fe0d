import FHJSON
import FHKindParts
import FeatureKit

/// The subject of a flow: the row that it edits, or initial values.
struct FlowSubject: Sendable, Equatable {
    /// The id of the row; nil if the flow edits no row.
    let id: String?
    /// The values by field name, as an object.
    var values: JSONText
    /// The version of the row with these values; nil if unknown.
    var version: String?

    /// Creates a subject from params; nil if they have neither an id nor values.
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

    /// The params for a feature of the flow.
    ///
    /// The params that are declared for the feature take precedence over these.
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
    /// Creates a feature of the flow.
    ///
    /// A feature that accepts values is opened with the params of the subject, overridden by `params`. Any other
    /// feature is opened with `params` alone.
    func make(_ link: FeatureLink, _ params: JSONText, about subject: FlowSubject?) throws(ActionRefusal) -> AnyFeature
    {
        let feature = try link.make(params.value, keys: keys)
        guard let subject, feature.takesValues else { return feature }
        return try link.make(subject.params.value.merged(with: params.value).value, keys: keys)
    }

    /// Throws a refusal if the form of a step can't be opened with the values of the subject.
    func check(_ subject: FlowSubject?) throws(ActionRefusal) {
        guard let subject, let plan else { return }
        for step in plan.steps where !step.isSummary {
            guard let feature = try? step.feature.make(step.params.value, keys: keys), feature.kind == .form else {
                continue
            }
            _ = try make(step.feature, step.params, about: subject)
        }
    }

    /// Returns the row that contains the flow's draft; nil for a flow without drafts.
    static func draft(of wizard: Wizard?, about subject: FlowSubject?, _ keys: KeySequence) -> DraftPlace? {
        guard let wizard, let draft = wizard.draft else { return nil }
        guard let subject, subject.id == nil else { return draft.about(id: subject?.id) }
        let shown = wizard.steps.compactMap { step -> String? in
            guard let feature = try? step.feature.make(step.params.value, keys: keys), feature.kind == .form else {
                return nil
            }
            let params = subject.params.value.merged(with: step.params.value)
            // The values of the opened form contain neither secrets nor members without a field.
            let opened = try? step.feature.make(params.value, keys: keys)
            return opened?.params.value["values"].flatMap { $0.count == 0 ? nil : JSONText($0).string }
        }
        return draft.about(id: nil, values: shown.isEmpty ? nil : shown.joined(separator: "\n"))
    }

    /// Changes the values and the version of the subject, and applies them to the features of the flow.
    func follow(_ values: JSONText, version: String?, _ state: inout FlowState) -> Effect<Action> {
        state.subject?.values = values
        state.subject?.version = version
        return followSubject(&state)
    }

    /// Applies the subject's values, overridden by the user's answers, to the flow's features.
    func followSubject(_ state: inout FlowState) -> Effect<Action> {
        guard let subject = state.subject else { return .none }
        let actions = state.stack.follow { entry in
            guard let declared = declaredParams(of: entry, state) else { return nil }
            return subject.params.value.merged(with: declared.value).value
        }
        return .merge(actions.map { .send(.stack($0), toChild: $0.key, in: Self.stackName) })
    }

    /// Notifies the flow's features that the edited row was deleted or exists again.
    ///
    /// Only features that follow the subject are notified.
    func noteRow(isGone: Bool, _ state: FlowState) -> Effect<Action> {
        let actions = state.stack.noteRow(isGone: isGone) { declaredParams(of: $0, state) != nil }
        return .merge(actions.map { .send(.stack($0), toChild: $0.key, in: Self.stackName) })
    }

    /// The declared params of an open feature, which take precedence over the params of the flow's subject; nil if the
    /// feature does not follow the subject.
    private func declaredParams(of entry: FeatureStack.Entry, _ state: FlowState) -> JSONText? {
        if let plan {
            guard let step = state.progress?.step(of: entry.key), !plan.steps[step].isSummary else { return nil }
            let declared = plan.steps[step].params
            if state.subject?.id != nil, let changes = state.progress?.answered[step]?.changes {
                // Answers take precedence over changes by others.
                return JSONText(declared.value.merged(with: JSONText.object("values", changes).value).value)
            }
            // A feature that was opened with an answer doesn't follow the subject.
            return entry.opened.value["values"] == nil ? declared : nil
        }
        return entry.key == state.stack.entries.first?.key ? entry.opened : nil
    }

    // MARK: Changes

    /// Returns the answer of a step from its output, with the changes relative to the row that the flow edits.
    ///
    /// A form that edits a row outputs only the changes since it was opened, but the answer contains all values.
    func taken(
        _ output: JSONText, of key: String, in step: Int, _ state: FlowState
    ) -> StepAnswer {
        guard let subject = state.subject, subject.id != nil else { return StepAnswer(values: output) }
        func answer(_ values: JSONText, _ changes: JSONText?) -> StepAnswer {
            StepAnswer(values: values, changes: changes, base: subject.values)
        }
        guard let whole = state.stack.answer(of: key) else { return answer(output, changes(output, in: step, state)) }
        if let changes = whole.changes { return answer(whole.values, changes) }
        // Once a form has emitted an answer, or was opened with one, its next output has only the changes since then.
        guard let before = state.progress?.answered[step]?.changes?.value, before.isObject, output.value.isObject else {
            return answer(whole.values, output)
        }
        return answer(whole.values, Self.combined(before, output.value, of: subject.values.value))
    }

    /// Combines changes of a row with later changes; both are merge patches.
    ///
    /// A value that equals the row's value is not a change.
    private static func combined(_ before: JSONValue, _ after: JSONValue, of row: JSONValue) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for (name, value) in before.members where after[name] == nil {
                json.key(name)
                json.value(value)
            }
            for (name, value) in after.members {
                let inner: JSONValue = row[name] ?? .null
                if value == inner { continue }
                var change = JSONText(value)
                if value.isObject, let old = before[name], old.isObject {
                    change = combined(old, value, of: inner)
                    if change == .emptyObject { continue }
                }
                json.key(name)
                json.value(change)
            }
            json.endObject()
        }
    }

    /// The difference between an answer and the row that the flow edits; nil if the flow edits no row.
    ///
    /// - Parameters:
    ///   - answer: all values of the step.
    ///   - step: the index of the step.
    func changes(_ answer: JSONText, in step: Int, _ state: FlowState) -> JSONText? {
        guard let plan, let subject = state.subject, subject.id != nil else { return nil }
        guard answer.value.isObject else { return answer }
        let made = try? make(plan.steps[step].feature, plan.steps[step].params, about: subject)
        // The answer is compared with the row's values as the fields show them, because a field may show a missing
        // member as an empty text.
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
