import FHJSON
import FHKindParts
import FeatureKit

/// Moving through the steps of a flow.
extension Flow {
    /// The actions by which features emit their values; of a list, which also accepts, the row that is opened.
    static let handingOn = ["submit", "openItem", "accept", "next"]

    /// The action by which the feature of the current step emits its answer; nil if the step has no answer.
    ///
    /// - Throws: the refusal of the action, if the feature refuses it now.
    private func handingOn(_ state: FlowState) throws(ActionRefusal) -> KeyedAction? {
        // A form with steps emits its values after its last step.
        if let page = state.stack.welcomed("nextStep") { return page }
        let isSummary = plan?.steps[state.progress?.current ?? 0].isSummary == true
        // In a summary, `openItem` opens a step and is not an answer.
        return try state.stack.handingOn(by: isSummary ? ["submit"] : Self.handingOn)
    }

    func begin(_ plan: WizardPlan, _ state: inout FlowState) {
        let progress = WizardProgress(plan)
        state.progress = progress
        // If the feature can't be created, the flow is empty.
        guard let first = progress.current, let entry = try? entry(of: first, state) else { return }
        state.progress?.keys[first] = entry.key
        state.stack.push(entry)
    }

    /// Makes the step's feature emit its answer.
    ///
    /// A step without an answer counts as done.
    func next(_ state: inout FlowState) -> Effect<Action> {
        guard let step = state.progress?.current else { return .none }
        // An action that is refused here comes from an effect: a client's action is checked before it is applied.
        guard let action = try? handingOn(state) else {
            return goOn(&state) { $0.answer(step, nil, $1) }
        }
        return .send(.stack(action), toChild: state.stack.entries.last?.key ?? "", in: Self.stackName)
    }

    /// Stores a step's answer.
    ///
    /// If the step is the current one, moves to the next step.
    func advance(
        _ key: String, _ output: JSONText, _ sealed: SealedValues?, _ state: inout FlowState
    ) -> Effect<Action> {
        guard let plan, let step = state.progress?.step(of: key) else { return .none }
        var answer = plan.steps[step].isSummary ? nil : taken(output, of: key, in: step, state)
        answer?.sealed = sealed
        if state.stack.entries.last?.key == key { return goOn(&state) { $0.answer(step, answer, $1) } }
        // The user has already left the step that gives the answer. The answer may still change the steps after the
        // current one.
        guard state.stack.index(of: key) == nil else { return .none }
        state.progress?.answer(step, answer, plan)
        return .merge(dropStrays(&state), keepDraft(state))
    }

    func skip(_ state: inout FlowState) -> Effect<Action> {
        guard let step = state.progress?.current else { return .none }
        return goOn(&state) { $0.skip(step, $1) }
    }

    func back(_ state: inout FlowState) -> Effect<Action> {
        guard let index = state.progress?.index, index > 0 else { return .none }
        stepBack(&state)
        return .merge(dropStrays(&state), reenterTop(state), keepDraft(state))
    }

    /// Resumes the feature on top of the stack, if it has ended and is shown again.
    func reenterTop(_ state: FlowState) -> Effect<Action> {
        state.stack.reenterTop().map { .send(.stack($0), toChild: $0.key, in: Self.stackName) } ?? .none
    }

    /// Moves back to a step, but stops earlier at a step from which the user can't go back.
    func revisit(_ id: String, _ state: inout FlowState) -> Effect<Action> {
        guard let plan, let progress = state.progress,
            let index = progress.way.firstIndex(where: { plan.steps[$0].id == id }), index < progress.index
        else { return .none }
        for _ in index..<progress.index {
            guard let now = state.progress, refusalOfBack(plan, now) == nil else { break }
            stepBack(&state)
        }
        return .merge(dropStrays(&state), reenterTop(state), keepDraft(state))
    }

    private func stepBack(_ state: inout FlowState) {
        state.progress?.index -= 1
        state.stack.setAside()
    }

    /// Completes the flow with the answers.
    func finish(_ state: inout FlowState) -> Effect<Action> {
        state.errors.removeAll(of: Self.submitID)
        let conflicts = mergeAnswers(&state)
        let followed = conflicts == nil ? .none : followSubject(&state)
        if let stopped = stop(at: conflicts, &state) { return .merge(followed, stopped) }
        if let submit = configuration.wizard?.submit { return .merge(followed, self.submit(to: submit, &state)) }
        return .merge(followed, handOn(merges: 0, &state))
    }

    /// Emits the answers.
    ///
    /// - Parameter merges: the number of times that the answers were already merged with changes by others.
    func handOn(merges: Int, _ state: inout FlowState) -> Effect<Action> {
        guard let plan, let progress = state.progress, let wizard = configuration.wizard else { return .none }
        let output = plan.output(handedOn(state), of: progress.way, as: wizard.output)
        // A flow that has this flow as a step may have an operation that needs the secrets.
        let hasSecrets = progress.answered.values.contains { $0.sealed != nil }
        let sealed = hasSecrets ? input(plan, progress, wizard, state) : nil
        if state.saving != .done, !isUnchanged(output, state) { return offer(output, sealed, merges: merges, &state) }
        return .merge(complete(output, &state, sealed: sealed), writeDraft(&state))
    }

    /// Moves to the next step, or completes the flow after the last one.
    private func goOn(
        _ state: inout FlowState, _ leave: (inout WizardProgress, WizardPlan) -> Void
    ) -> Effect<Action> {
        guard let plan, var progress = state.progress else { return .none }
        leave(&progress, plan)
        if progress.isLast {
            state.progress = progress
            let finished = finish(&state)
            // The answer to the last step is not lost if the host ends before the answers are saved.
            return state.status == .submitting ? .merge(writeDraft(&state), finished) : finished
        }
        progress.index += 1
        let before = state.progress
        state.progress = progress
        do {
            let shown = try show(&state)
            state.errors.removeAll(of: "next")
            return .merge(dropStrays(&state), shown, keepDraft(state))
        } catch {
            state.progress = before
            state.errors.add(error.failure(of: "next"), display: .alert, operation: "next", retry: nil)
            return .none
        }
    }

    /// Shows the feature of the current step: the feature that was set aside, or a new one.
    func show(_ state: inout FlowState) throws(ActionRefusal) -> Effect<Action> {
        guard let plan, let step = state.progress?.current else { return .none }
        if let key = state.progress?.keys[step], !plan.steps[step].isSummary {
            state.stack.bringBack(key)
            return reenterTop(state)
        }
        let entry = try entry(of: step, state)
        state.progress?.keys[step] = entry.key
        return push(entry, &state)
    }

    /// Removes the features of steps that are no longer on the path, and of summaries that the user has left.
    private func dropStrays(_ state: inout FlowState) -> Effect<Action> {
        guard let plan, let progress = state.progress else { return .none }
        let strays = progress.keys.filter { step, _ in
            step != progress.current && (!progress.way.contains(step) || plan.steps[step].isSummary)
        }
        if strays.isEmpty { return .none }
        for step in strays.keys { state.progress?.keys[step] = nil }
        return .cancelChildren(state.stack.removeAside(Set(strays.values)), in: Self.stackName)
    }

    // MARK: Features

    /// Creates a step's feature.
    ///
    /// The feature is opened with the step's earlier answer if it accepts that answer.
    func entry(of step: Int, _ state: FlowState) throws(ActionRefusal) -> FeatureStack.Entry {
        guard let plan else { throw .unavailable("noSteps") }
        let key = keys.next("k")
        let route = plan.steps[step].id
        if let values = values(of: step, state), let made = try? feature(of: step, values, plan, state) {
            return .init(key: key, route: route, feature: made, asked: values)
        }
        return .init(key: key, route: route, feature: try feature(of: step, .emptyObject, plan, state))
    }

    /// True if a step's feature can be opened with the step's answer.
    func takesAnswer(of step: Int, _ state: FlowState) -> Bool {
        guard let plan else { return false }
        return values(of: step, state).map { (try? feature(of: step, $0, plan, state)) != nil } ?? true
    }

    /// Returns the params that the answers add to the declared params of a step; nil if there are none.
    private func values(of step: Int, _ state: FlowState) -> JSONText? {
        guard let plan, let progress = state.progress else { return nil }
        if plan.steps[step].isSummary { return summaryParams(step, plan, state) }
        return progress.answered[step].flatMap { $0.values.value.isObject ? .object("values", $0.values) : nil }
    }

    private func feature(
        of step: Int, _ params: JSONText, _ plan: WizardPlan, _ state: FlowState
    ) throws(ActionRefusal) -> AnyFeature {
        let params = plan.steps[step].params.value.merged(with: params.value)
        let subject = plan.steps[step].isSummary ? nil : state.subject
        return try make(plan.steps[step].feature, params, about: subject)
    }

    // MARK: Refusals

    static let unavailableWithoutSteps =
        ["next", "back", "skip"].map { Unavailable($0, "noSteps") }
        + ["restoreDraft", "discardDraft"].map { Unavailable($0, "noDraft") }

    /// The actions that a flow with steps refuses regardless of their params.
    func unavailableSteps(_ plan: WizardPlan, _ state: FlowState) -> [Unavailable] {
        var refused = ["push", "pop", "popTo", "popToRoot", "replace", "complete"].map { Unavailable($0, "hasSteps") }
        guard let progress = state.progress, let current = progress.current else { return refused }
        if case .unavailable(let reason, _) = refusalOfNext(state) { refused.append(Unavailable("next", reason)) }
        if let reason = refusalOfBack(plan, progress) { refused.append(Unavailable("back", reason)) }
        if !plan.steps[current].canSkip { refused.append(Unavailable("skip", "notSkippable")) }
        if state.draft.offered == nil {
            refused += ["restoreDraft", "discardDraft"].map { Unavailable($0, "noDraft") }
        }
        return refused
    }

    func refusalOfBack(_ plan: WizardPlan, _ progress: WizardProgress) -> String? {
        guard progress.index > 0, let current = progress.current else { return "firstStep" }
        return plan.steps[current].canGoBack ? nil : "noBack"
    }

    func refusalOfNext(_ state: FlowState) -> ActionRefusal? {
        refusal { () throws(ActionRefusal) in try handingOn(state) }
    }
}

extension FlowConfiguration {
    /// Handles an output of a step's feature.
    func handleAnswer(_ output: Output, of key: String, _ state: FlowState) -> Effect<Flow.Action> {
        guard state.status == .active else { return .none }
        if outputs.contains(output.name) { return .output(output) }
        if let current = state.progress?.current, wizard?.steps[current].isSummary == true, output.name == "openItem" {
            return .send(.revisit(step: output.value.value["step"]?.stringValue ?? ""))
        }
        switch output.outcome {
        case .completed, .delivered, .unchanged:
            return .send(.advance(key: key, answer: output.value, sealed: output.sealed))
        // These outputs give no answer.
        case .presenting, .offered, .settled: return .none
        default: return .send(end(for: output))
        }
    }
}
