import FHJSON
import FeatureKit

/// Picked values to look up in a source.
public struct PickedValues: Sendable {
    /// The index of the field's declaration.
    let field: Int
    let values: [FieldValue]
    /// True if no lookup follows, so that values that this lookup doesn't find count as absent.
    let isLast: Bool
}

/// Lookup of picked values that are not among the loaded options.
extension Form {
    /// Looks up the values of changed fields, after the first options were loaded.
    func askAboutPicked(_ state: inout FormState) -> Effect<Action> {
        if plan.pickers.isEmpty { return .none }
        let changed = Set(state.unwritten.filter { state.has($0) }.map { plan.index($0, state) })
        let asked = plan.pickers.filter { changed.contains($0) && state.options[$0]?.status == .idle }
        return .merge(asked.map { askAboutPicked($0, &state) })
    }

    /// Looks up the values that are not among the loaded options, in all fields with this declaration.
    private func askAboutPicked(_ index: Int, _ state: inout FormState) -> Effect<Action> {
        guard let options = plan.fields[index].optionsSource else { return .none }
        let list = state.options[index] ?? OptionList()
        var unknown: [FieldValue] = []
        for address in plan.addresses(of: index, state) {
            for value in state[address].value.picked
            where !list.knows(value) && !list.asked.contains(value) && !unknown.contains(value) {
                unknown.append(value)
            }
        }
        if unknown.isEmpty { return .none }
        state.options[index, default: OptionList()].asked.formUnion(unknown)
        let values = unknown
        let texts = values.map { value in JSONText.build { value.write(to: &$0) } }
        let request = FetchRequest(
            start: .offset(0), limit: max(Self.optionsLimit, values.count),
            query: RowQuery(predicate: .isIn(options.value, texts)))
        return .ask("options", name: "fetch", options.source.fetch(request)) {
            .pickedFound(PickedValues(field: index, values: values, isLast: false), $0)
        }
    }

    /// Handles the result of a lookup.
    func pickedFound(
        _ picked: PickedValues, _ result: Result<Page, Failure>, _ state: inout FormState
    ) -> Effect<Action> {
        let index = picked.field
        let values = picked.values
        guard let source = plan.fields[index].optionsSource, var list = state.options[index] else { return .none }
        var effects: [Effect<Action>] = []
        switch result {
        case .success(let page):
            for option in source.options(in: page) where values.contains(option.value) {
                list.titles[option.value] = option.title
            }
            for value in values where list.titles[value] == nil {
                // Some sources return a row only if they are searched for it.
                if !picked.isLast, source.source.capabilities.contains(.search), let words = value.words {
                    effects.append(search(for: value, words, index, source))
                } else {
                    list.absent.insert(value)
                }
            }
            list.asked.subtract(values.filter { list.knows($0) })
        case .failure(let failure):
            list.asked.subtract(values)
            list.status = .failed
            state.errors.add(failure, display: .inline, operation: Self.optionsOperation + "\(index)")
            if state.submission?.isWaitingForOptions == true { effects.append(fail(failure, &state)) }
        }
        state.options[index] = list
        for address in plan.addresses(of: index, state) { state.note(address, .dependent) }
        return .merge(effects + [goOnSubmitting(&state)])
    }

    private func search(
        for value: FieldValue, _ words: String, _ index: Int, _ options: OptionsSource
    ) -> Effect<Action> {
        let request = SearchRequest(query: words, limit: Self.optionsLimit)
        return .ask("options", name: "search", options.source.search(request)) {
            .pickedFound(PickedValues(field: index, values: [value], isLast: true), $0.map(\.page))
        }
    }

    // MARK: Submitting

    /// Looks up the values of a submit that are not among the loaded options.
    func askAboutPickedForSubmit(_ state: inout FormState) -> Effect<Action> {
        let effects = plan.pickers.map { askAboutPicked($0, &state) }
        if hasUnknownPicked(state) { state.submission?.isWaitingForOptions = true }
        return .merge(effects)
    }

    /// Continues a submit that waits for the lookup of its values, after the last of these lookups.
    private func goOnSubmitting(_ state: inout FormState) -> Effect<Action> {
        guard state.submission?.isWaitingForOptions == true, !hasUnknownPicked(state) else { return .none }
        state.submission?.isWaitingForOptions = false
        plan.settle(&state)
        if !state.isValid { state.submission?.isWrong = true }
        return goOnWhenJudged(&state)
    }

    private func hasUnknownPicked(_ state: FormState) -> Bool {
        plan.pickers.contains { index in
            plan.addresses(of: index, state).contains { address in
                state[address].counts && !state[address].isAsRead
                    && state[address].value.picked.contains { state.options[index]?.knows($0) != true }
            }
        }
    }
}

extension FormPlan {
    /// True if a field holds a value that is missing from the source of its options.
    func holdsAbsent(_ own: FieldState, of index: Int, _ state: FormState) -> Bool {
        guard let absent = state.options[index]?.absent, !absent.isEmpty else { return false }
        return own.value.picked.contains(where: absent.contains)
    }
}

extension FieldValue {
    /// The search text for a value; nil if the value is empty or neither text nor a number.
    fileprivate var words: String? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .number(let number): number.text
        default: nil
        }
    }
}
