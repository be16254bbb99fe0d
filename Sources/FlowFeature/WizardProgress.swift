import FeatureKit
import JSON

/// How far a person has come in a wizard; steps are named by their places.
struct WizardProgress: Sendable, Equatable {
    /// What was answered, also in steps that are off the way now.
    var answers: WizardPlan.Answers = [:]
    /// By step: what of its answer differs from the row that the flow is about; empty where it is about none.
    var changes: WizardPlan.Answers = [:]
    /// By step: the row that the flow is about, as it was when the step was answered; empty where it is about none.
    var bases: WizardPlan.Answers = [:]
    /// By step: its answer with the secrets that were entered there.
    private(set) var sealed: [Int: SealedValues] = [:]
    /// The steps that were left with an answer, or had none to give.
    var done: Set<Int> = []
    /// The steps that were left without an answer.
    var skipped: Set<Int> = []
    /// The steps that the answers lead through.
    private(set) var way: [Int] = []
    /// The place on the way of the step that is shown.
    var index = 0
    /// By step: the key of its feature, while that lives.
    var keys: [Int: String] = [:]

    /// The step that is shown; nil where there is none.
    var current: Int? { way.indices.contains(index) ? way[index] : nil }
    var isLast: Bool { index == way.count - 1 }
    /// Whether there is something to keep.
    var hasBegun: Bool { !answers.isEmpty || !done.isEmpty || !skipped.isEmpty }

    init(_ plan: WizardPlan) {
        way = plan.way(answers)
    }

    /// The step whose feature has this key.
    func step(of key: String) -> Int? { keys.first { $0.value == key }?.key }

    /// Takes what a step has handed on; nil from one that hands on nothing.
    mutating func answer(
        _ step: Int, _ answer: JSONText?, _ plan: WizardPlan, changes: JSONText? = nil, base: JSONText? = nil,
        sealed: SealedValues? = nil
    ) {
        answers[step] = answer
        self.sealed[step] = sealed
        self.changes[step] = changes
        bases[step] = changes == nil ? nil : base
        done.insert(step)
        skipped.remove(step)
        way = plan.way(answers)
    }

    /// Forgets all secrets.
    mutating func forgetSecrets() { sealed = [:] }

    mutating func skip(_ step: Int, _ plan: WizardPlan) {
        answers[step] = nil
        changes[step] = nil
        bases[step] = nil
        sealed[step] = nil
        done.remove(step)
        skipped.insert(step)
        way = plan.way(answers)
    }
}
