import FeatureKit

/// Going through the steps of a form.
extension Form {
    /// Goes on if what the step holds is right; what has no verdict yet is judged with the submit.
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

    /// Goes back, right or not.
    func previousStep(_ state: inout FormState) {
        if let previous = plan.step(before: state) { state.step = previous }
        state.focus.address = nil
    }
}

extension FormPlan {
    /// The next step that is there; nil behind the last.
    func step(after state: FormState) -> Int? {
        state.visibleSteps.indices.first { $0 > state.step && state.visibleSteps[$0] }
    }

    /// The step before that is there; nil before the first.
    func step(before state: FormState) -> Int? {
        state.visibleSteps.indices.last { $0 < state.step && state.visibleSteps[$0] }
    }
}
