import FHJSON
import FHKindParts
import FeatureKit

/// The JSON of a form's state.
extension Form {
    /// Writes the member `state` of a form's snapshot.
    public func write(_ state: FormState, to json: inout JSONWriter) {
        json.value(plan.heads[state.step])
        json.reopenObject()
        json.key("fields")
        json.beginObject()
        plan.inOrder(state) { address in
            json.key(plan.path(of: address, state))
            json.value(state.text(of: address))
        }
        json.endObject()
        json.key("formMessages")
        json.beginArray()
        for message in state.ruleMessages + state.saidMessages { json.value(message.text) }
        json.endArray()
        let conflicts = plan.conflicts(state)
        if !conflicts.isEmpty { json.field("conflicts", conflicts.map { plan.path(of: $0, state) }) }
        json.field("isDirty", state.isDirty)
        json.field("isValid", state.isValid)
        json.field("isValidating", state.judgedCount > 0)
        json.field("status", state.status.rawValue)
        json.field("submitCount", state.submitCount)
        json.field("result", state.result)
        json.key("focus")
        json.beginObject()
        json.field("path", state.focus.address.map { plan.path(of: $0, state) })
        json.field("seq", state.focus.sequence)
        json.endObject()
        json.key("step")
        writeStep(state, to: &json)
        json.field("hasDraft", state.draft.offered != nil)
        json.endObject()
    }

    private func writeStep(_ state: FormState, to json: inout JSONWriter) {
        guard configuration.isStepped else { return json.null() }
        let step = configuration.steps[state.step]
        let shown = state.visibleSteps.indices.filter { state.visibleSteps[$0] }
        json.beginObject()
        json.field("id", step.id)
        json.field("title", step.title)
        json.field("index", shown.firstIndex(of: state.step) ?? 0)
        json.field("count", shown.count)
        json.endObject()
    }
}

extension FormPlan {
    /// The field's JSON object in a snapshot.
    func encode(_ address: FieldAddress, _ state: FormState) -> JSONText {
        let field = field(address, state)
        let own = state[address]
        return JSONText.build(capacity: field.head.bytes.count + 256) { json in
            json.value(field.head)
            json.reopenObject()
            for limit in FieldConstraints.Limit.allCases where !own.limits.isEmpty {
                guard let number = own.limits[limit] else { continue }
                json.key(limit.rawValue)
                number.write(to: &json)
            }
            json.key("value")
            own.value.write(to: &json)
            writeConflict(state.conflict(at: address), index(address, state), to: &json)
            json.field("required", own.isRequired)
            json.field("visible", own.isVisible)
            json.field("enabled", own.isEnabled)
            json.field("validating", own.judging != nil)
            json.field("touched", own.isTouched)
            json.field("dirty", own.isDirty)
            json.key("messages")
            json.beginArray()
            for message in own.allMessages { json.value(message.text) }
            json.endArray()
            json.field("showMessages", own.showsAnyMessages)
            if field.type == .picker { json.field("allowsNone", !own.isRequired) }
            writeParts(address, field, state, to: &json)
            json.endObject()
        }
    }

    private func writeParts(
        _ address: FieldAddress, _ field: PlanField, _ state: FormState, to json: inout JSONWriter
    ) {
        if field.optionsSource != nil {
            let list = state.options[index(address, state)] ?? OptionList()
            json.key("options")
            FieldOption.write(list.shown(with: state[address].value), to: &json)
            json.key("optionsFrom")
            json.beginObject()
            json.field("status", list.status.rawValue)
            json.field("query", list.query)
            json.field("endReached", list.endReached)
            json.endObject()
        }
        switch field.type {
        case .group:
            json.key("fields")
            writePaths(of: field, in: address.container, state, to: &json)
        case .repeated:
            json.key("items")
            json.beginArray()
            for item in state.items(of: address) {
                json.beginObject()
                json.field("id", FormState.key(ofItem: item))
                json.key("fields")
                writePaths(of: field, in: item, state, to: &json)
                json.endObject()
            }
            json.endArray()
        default: break
        }
    }

    private func writePaths(
        of field: PlanField, in container: Int, _ state: FormState, to json: inout JSONWriter
    ) {
        let prefix = prefix(of: container, state)
        json.beginArray()
        for child in field.node.children { json.value(prefix + fields[child].suffix) }
        json.endArray()
    }
}
