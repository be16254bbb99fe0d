import FeatureKit
import JSON

/// The wire shape of a form and what it refuses.
extension Form {
    /// Writes `state` of a form's snapshot.
    public func write(_ state: FormState, to json: inout JSONWriter) {
        json.value(plan.head)
        json.reopenObject()
        json.key("fields")
        json.beginObject()
        for index in state.fields.indices {
            write(plan.fields[index], state.fields[index], isSubmitted: state.isSubmitted, &json)
        }
        json.endObject()
        json.raw(#""formMessages":[]"#)
        json.field("isDirty", state.isDirty)
        json.field("isValid", state.isValid)
        json.raw(#""isValidating":false"#)
        json.field("status", state.status.rawValue)
        json.field("submitCount", state.submitCount)
        json.field("result", state.result)
        json.key("focus")
        json.beginObject()
        json.field("path", state.focus.index.map { plan.fields[$0].path })
        json.field("seq", state.focus.sequence)
        json.endObject()
        json.raw(#""step":null"#)
        json.endObject()
    }

    private func write(
        _ field: FormPlan.Field, _ state: FormState.Field, isSubmitted: Bool, _ json: inout JSONWriter
    ) {
        json.key(field.path)
        json.value(field.head)
        json.reopenObject()
        json.key("value")
        state.value.write(to: &json)
        json.field("touched", state.isTouched)
        json.field("dirty", state.isDirty)
        json.key("messages")
        json.beginArray()
        if !state.messages.isEmpty {
            for rule in field.rules where state.messages.contains(rule.code) { json.value(rule.message) }
        }
        json.endArray()
        json.field("showMessages", isSubmitted || showsMessages(of: state))
        json.endObject()
    }

    private func showsMessages(of field: FormState.Field) -> Bool {
        switch configuration.showMessages {
        case .onChange: field.isChanged || field.isTouched
        case .onTouched: field.isTouched
        case .onSubmit: false
        }
    }

    /// What would be refused whatever its params.
    public func unavailable(in state: FormState) -> [Unavailable] {
        guard let submission = state.submission else { return [Unavailable("cancelSubmit", "notSubmitting")] }
        var refused = ["reset", "cancel", "discard"].map { Unavailable($0, "submitting") }
        if submission.requestID == nil { refused.append(Unavailable("submit", "alreadySubmitting")) }
        return refused
    }

    /// What is refused because of its params.
    public func refusal(of action: Action, in state: FormState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        switch action {
        case .setValue(let path, let value):
            let index = plan.index(path: path)
            return refusal(ofEntering: index)
                ?? index.flatMap { mistake(value, at: $0, JSONPointer(["value"])) }.map { .invalidParams([$0]) }
        case .setValues(let values), .rebase(let values):
            for (name, _) in values.value.members {
                if let refusal = refusal(ofEntering: plan.index(name: name)) { return refusal }
            }
            let mistakes = mistakes(inValues: values.value)
            return mistakes.isEmpty ? nil : .invalidParams(mistakes)
        case .setSecret(let path, _):
            guard let index = plan.index(path: path) else { return .unavailable("gone") }
            return plan.fields[index].type == .secure ? nil : .unavailable("notSecret")
        case .focus(let path), .blur(let path): return plan.index(path: path) == nil ? .unavailable("gone") : nil
        case .submit(let requestID):
            guard let submission = state.submission else { return nil }
            let isSame = requestID != nil && requestID == submission.requestID
            return isSame ? nil : .unavailable("alreadySubmitting")
        default: return nil
        }
    }

    private func refusal(ofEntering index: Int?) -> ActionRefusal? {
        guard let index else { return .unavailable("gone") }
        return plan.fields[index].type == .secure ? .unavailable("secret") : nil
    }

    /// The members of an object of values by field name that hold what their field can't hold at all.
    ///
    /// Their paths begin with `/values`. Names that are no field, and a secure field's, are passed over: it is for
    /// whoever opens a form to ask about ``FormConfiguration/values``.
    public func mistakes(inValues values: JSONValue) -> [ActionRefusal.Field] {
        values.members.compactMap { name, value in
            plan.index(name: name).flatMap { mistake(value, at: $0, JSONPointer(["values", name])) }
        }
    }

    private func mistake(_ json: JSONValue, at index: Int, _ place: JSONPointer) -> ActionRefusal.Field? {
        let field = plan.fields[index]
        if field.type == .secure || field.value(of: json) != nil { return nil }
        return ActionRefusal.Field(
            path: place.description, code: "type",
            message: "the field \(field.path) holds \(field.type.noun), not \(json.kind.noun)")
    }
}

extension JSONValue.Kind {
    /// What a person calls a value of this kind, with its article.
    fileprivate var noun: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .real: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
