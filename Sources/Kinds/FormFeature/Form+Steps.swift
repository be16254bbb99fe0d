import FeatureKit

/// Moving between the steps of a form.
extension Form {
    /// Moves to the next step if the current step is valid.
    ///
    /// The user can leave a step while sources still validate its values, because a submit waits for the results.
    func nextStep(_ state: inout FormState) -> Effect<Action> {
        let roots = plan.tree.roots[state.step].flatMap(\.self)
        var own: [FieldAddress] = []
        plan.inOrder(state, from: roots) { own.append($0) }
        reveal(own, &state)
        plan.settle(&state)
        if focusFirstWrong(among: roots, &state) { return .none }
        if let next = plan.step(after: state) { state.step = next }
        state.focus.address = nil
        return .none
    }

    /// Moves to the previous step, even if the current step is invalid.
    func previousStep(_ state: inout FormState) {
        if let previous = plan.step(before: state) { state.step = previous }
        state.focus.address = nil
    }
}

extension FormPlan {
    /// The next visible step; nil for the last one.
    func step(after state: FormState) -> Int? {
        state.visibleSteps.indices.first { $0 > state.step && state.visibleSteps[$0] }
    }

    /// The previous visible step; nil for the first one.
    func step(before state: FormState) -> Int? {
        state.visibleSteps.indices.last { $0 < state.step && state.visibleSteps[$0] }
    }
}
