import FHJSON
import FHKindParts
import FeatureKit

/// Drafts: the answers of a flow's steps are stored and offered again.
extension Flow {
    /// The draft keeper; nil if drafts are not stored.
    var keeper: DraftKeeper<Action>? {
        guard let wizard = configuration.wizard, let place = draft else { return nil }
        // The member is an array, because a merge patch of an object would keep members of earlier answers.
        return DraftKeeper(place, member: "steps", kinds: [.array], after: 0, ids: wizard.ids, Action.draft)
    }

    func fetchDraft(_ state: FlowState) -> Effect<Action> {
        // When the flow is started again, it already knows its draft.
        state.draft.isKnown ? .none : keeper?.fetch() ?? .none
    }

    func receive(_ event: DraftEvent, _ state: inout FlowState) -> Effect<Action> {
        let content = content(state)
        return keeper?.receive(event, &state.draft, &state.errors, content: content) ?? .none
    }

    func keepDraft(_ state: FlowState) -> Effect<Action> { keeper?.changed(state.draft) ?? .none }

    /// Stores the draft in this turn, or deletes it if the flow has ended.
    ///
    /// Does nothing while an earlier draft is offered.
    func writeDraft(_ state: inout FlowState) -> Effect<Action> {
        let content = content(state)
        return keeper?.forget(&state.draft, &state.errors, content: content) ?? .none
    }

    func discardDraft(_ state: inout FlowState) -> Effect<Action> {
        let content = content(state)
        return keeper?.discard(&state.draft, &state.errors, content: content) ?? .none
    }

    /// Deletes the draft of a flow that is closed without completing.
    public func discardDrafts(in state: FlowState) -> Effect<Action> { keeper?.discard(state.draft) ?? .none }

    /// The draft to store: the steps with their answers; nil if the user has not left any step yet, or the flow has
    /// ended.
    private func content(_ state: FlowState) -> JSONText? {
        guard [.active, .submitting].contains(state.status), let plan, let progress = state.progress, progress.hasBegun
        else { return nil }
        return JSONText.build { json in
            json.beginArray()
            for (place, step) in plan.steps.enumerated() {
                let status = progress.status(of: place)
                let answer = progress.answered[place]
                if status == .open, answer == nil { continue }
                json.beginObject()
                json.field("id", step.id)
                json.field("status", status.rawValue)
                // The current step keeps the status with which it was left before.
                if status == .current, let left = progress.left(place) { json.field("left", left.rawValue) }
                if let answer { json.field("answer", answer.values) }
                if let answer, let changes = answer.changes {
                    json.field("changes", changes)
                    json.field("base", Self.members(of: changes, in: answer.base))
                }
                json.endObject()
            }
            json.endArray()
        }
    }

    /// Returns the members of a row that a patch changes, with their values in the row.
    private static func members(of patch: JSONText, in row: JSONText?) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for (name, _) in patch.value.members {
                guard let value = row?.value[name] else { continue }
                json.key(name)
                json.value(value)
            }
            json.endObject()
        }
    }

    /// Restores the answers of an offered draft.
    ///
    /// The restored flow stops at the current step of the draft, or at an earlier step whose feature can't be opened
    /// with the step's answer.
    func restoreDraft(_ state: inout FlowState) -> Effect<Action> {
        guard let plan, let offered = state.draft.takeOffered() else { return .none }
        let kept = KeptSteps(offered.value, plan)
        let gone = state.stack.removeLast(state.stack.entries.count) + state.stack.removeAside()
        var progress = WizardProgress(plan)
        kept.fill(&progress, plan) { self.kept($0, in: $1, state) }
        state.progress = progress
        var started: [Effect<Action>] = [.cancelChildren(gone, in: Self.stackName)]
        while let step = state.progress?.current {
            let isPassed = kept.isPassed(step) && state.progress?.isLast == false && takesAnswer(of: step, state)
            guard let shown = try? show(&state) else {
                state.progress?.index -= 1
                break
            }
            started.append(shown)
            if !isPassed { break }
            state.progress?.index += 1
        }
        return .merge(started)
    }

    /// Rebases a step's answer in a draft on the current row.
    ///
    /// Members that the user has not changed get the values of the row.
    private func kept(_ kept: StepAnswer, in step: Int, _ state: FlowState) -> StepAnswer {
        guard let plan, var subject = state.subject, subject.id != nil else {
            return StepAnswer(values: kept.values)
        }
        guard let changes = kept.changes, changes.value.isObject else {
            // Earlier versions of the host stored only the values.
            let changes = changes(kept.values, in: step, state)
            return StepAnswer(values: kept.values, changes: changes, base: subject.values)
        }
        subject.values = JSONText(subject.values.value.merged(with: changes.value).value)
        let now = (try? make(plan.steps[step].feature, plan.steps[step].params, about: subject))?.initialAnswer
        return StepAnswer(values: now?.values ?? kept.values, changes: changes, base: kept.base)
    }
}

/// The content of a draft, for the steps that still exist.
private struct KeptSteps {
    var answers: [Int: StepAnswer] = [:]
    var done: Set<Int> = []
    var skipped: Set<Int> = []
    var current: Int?

    init(_ draft: JSONValue, _ plan: WizardPlan) {
        let places = plan.steps.places
        for step in draft.elements {
            guard let place = step["id"]?.stringValue.flatMap({ places[$0] }) else { continue }
            answers[place] = step["answer"].map { answer in
                StepAnswer(
                    values: JSONText(answer), changes: step["changes"].map { JSONText($0) },
                    base: step["base"].map { JSONText($0) })
            }
            if step["status"]?.stringValue == WizardProgress.Status.current.rawValue { current = place }
            switch (step["left"] ?? step["status"])?.stringValue.flatMap(WizardProgress.Status.init) {
            case .done: done.insert(place)
            case .skipped where plan.steps[place].canSkip: skipped.insert(place)
            default: break
            }
        }
    }

    /// True if the restored flow does not stop at the step.
    func isPassed(_ step: Int) -> Bool { step != current && (done.contains(step) || skipped.contains(step)) }

    func fill(
        _ progress: inout WizardProgress, _ plan: WizardPlan, now: (StepAnswer, _ step: Int) -> StepAnswer
    ) {
        progress.done = done
        progress.skipped = skipped
        for (step, answer) in answers { progress.answer(step, now(answer, step), plan) }
    }
}
