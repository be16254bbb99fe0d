import FHJSON
import FeatureKit

/// Validation of the entered values.
///
/// In a form that edits a row, an error in a value that the user has not changed is only a warning. So the user can
/// still change other fields.
extension FormPlan {
    /// The messages about a field that result from its declaration.
    func messages(
        _ field: PlanField, _ own: FieldState, _ rows: FieldValue, _ address: FieldAddress, _ state: FormState
    ) -> [Message] {
        // If the field can't hold the row's value, there is a separate warning.
        if own.isMisfit { return [] }
        let value = field.handedOn(rows)
        func read(_ node: Int) -> FieldValue { self.read(node, from: address, state) }
        if field.isEmpty(value) {
            if own.isRequired { return [field.requiredMessage] }
            if field.type != .repeated { return [] }
        }
        func broken(_ rule: Rule) -> Message? {
            let bound: FieldNumber? =
                switch rule.test {
                case .limit(_, .number(let number)): number
                case .limit(let limit, .field(let other)): Self.bound(limit, read(other))
                default: nil
                }
            let message = rule.message(rule.check(value, bound: bound, other: read), bound: bound)
            return own.isAsRead ? message?.ofRow(unless: isAnyDirty(rule.places, from: address, state)) : message
        }
        let conditions = field.conditions.filter { isBroken($0.condition, from: address, state) }.map {
            own.isAsRead ? $1.ofRow(unless: isAnyDirty($0.places, from: address, state)) : $1
        }
        let isAbsent = field.optionsSource != nil && holdsAbsent(own, of: index(address, state), state)
        let absent = own.isAsRead ? field.absentMessage.ofRow(unless: false) : field.absentMessage
        return (isAbsent ? [absent] : []) + field.rules.compactMap(broken) + conditions
            + field.warnings.compactMap(broken)
    }

    /// True if all fields that a condition reads have values, and the condition does not hold.
    private func isBroken(_ condition: PlanCondition, from address: FieldAddress, _ state: FormState) -> Bool {
        let isAsked = condition.places.allSatisfy { node in
            guard let place = locate(node, from: address, state) else { return false }
            return state[place].counts && read(node, from: address, state) != .null
        }
        return isAsked && !condition.holds { read($0, from: address, state) }
    }

    // MARK: Values of the row

    /// True if a field has a value of the edited row, and the user has not changed it.
    ///
    /// For an empty field, true only if the row has a value that the field can't hold.
    func isAsRead(
        _ field: PlanField, _ own: FieldState, _ rows: FieldValue, _ address: FieldAddress, _ state: FormState
    ) -> Bool {
        guard state.isAboutRow, !own.isDirty else { return false }
        let isOfRow = address.container == 0 || state.origin(of: address.container) != nil
        return isOfRow && (own.isMisfit || !field.isEmpty(rows))
    }

    /// True if the user has corrected a misfit in an item: a value of the row that its field could not hold.
    func hasCorrectedItem(_ address: FieldAddress, _ state: FormState) -> Bool {
        if !state.isAboutRow { return false }
        return state.items(of: address).contains { item in
            tree.scopes[state.scope(of: item)].nodes.indices.contains { local in
                let own = state[FieldAddress(item, local)]
                return own.misfit != nil && own.isChanged || hasCorrectedItem(FieldAddress(item, local), state)
            }
        }
    }

    /// True if the user has changed one of the given fields, which are resolved relative to `address`.
    private func isAnyDirty(_ nodes: [Int], from address: FieldAddress, _ state: FormState) -> Bool {
        nodes.contains { locate($0, from: address, state).map { state[$0].isDirty } ?? false }
    }

    // MARK: The form as a whole

    func lookAtForm(_ state: inout FormState) {
        state.isFormStale = false
        let form = FieldAddress(0, 0)
        func read(_ node: Int) -> FieldValue { self.read(node, from: form, state) }
        state.ruleMessages = rules.filter { isBroken($0.condition, from: form, state) }.map {
            state.isAboutRow ? $1.ofRow(unless: isAnyDirty($0.places, from: form, state)) : $1
        }
        state.visibleSteps = steps.map { $0?.holds(read) != false }
        if !state.visibleSteps[state.step] {
            let shown = state.visibleSteps.indices.filter { state.visibleSteps[$0] }
            state.step = shown.last { $0 < state.step } ?? shown.first ?? 0
        }
    }
}
