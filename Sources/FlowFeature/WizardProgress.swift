import FeatureKit
import JSON

/// What a step has handed on.
struct StepAnswer: Sendable, Equatable {
    /// All of its values.
    var values: JSONText
    /// What of the values differs from the row that the flow is about; nil where the flow is about none.
    var changes: JSONText?
    /// The row that the flow is about, as it was when the step was answered; nil where the flow is about none.
    var base: JSONText?
    /// The values with the secrets that were entered in the step; nil where there are none.
    var sealed: SealedValues?

    /// The members of the changes that others have made something else of.
    ///
    /// - Parameter theirs: the row as it is now.
    func conflicts(with theirs: JSONText) -> [RowMerge.Conflict] {
        guard let changes, changes.value.isObject, let base else { return [] }
        return RowMerge(base: base.value, patch: changes.value, theirs: theirs.value).conflicts
    }
}

/// How far a person has come in a wizard; steps are named by their places.
struct WizardProgress: Sendable, Equatable {
    /// What was answered, also in steps that are off the way now.
    private(set) var answered: [Int: StepAnswer] = [:]
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
    /// The values of all answers.
    var answers: WizardPlan.Answers { answered.mapValues(\.values) }
    /// What of the answers differs from the row that the flow is about.
    var changes: WizardPlan.Answers { answered.compactMapValues(\.changes) }
    /// Whether there is something to keep.
    var hasBegun: Bool { !answered.isEmpty || !done.isEmpty || !skipped.isEmpty }

    init(_ plan: WizardPlan) {
        way = plan.way([:])
    }

    /// The step whose feature has this key.
    func step(of key: String) -> Int? { keys.first { $0.value == key }?.key }

    /// Takes what a step has handed on; nil from one that hands on nothing.
    mutating func answer(_ step: Int, _ answer: StepAnswer?, _ plan: WizardPlan) {
        answered[step] = answer
        done.insert(step)
        skipped.remove(step)
        way = plan.way(answers)
    }

    /// Takes what was answered as changes of the row as it is now.
    mutating func rebase(_ step: Int, on row: JSONText) { answered[step]?.base = row }

    /// Forgets all secrets.
    mutating func forgetSecrets() { for step in answered.keys { answered[step]?.sealed = nil } }

    mutating func skip(_ step: Int, _ plan: WizardPlan) {
        answered[step] = nil
        done.remove(step)
        skipped.insert(step)
        way = plan.way(answers)
    }
}
