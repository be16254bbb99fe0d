import FHJSON
import FHRowCollections
import FeatureKit

/// The answer of a step.
struct StepAnswer: Sendable, Equatable {
    /// All values of the step.
    var values: JSONText
    /// The difference between the values and the row that the flow edits; nil if the flow edits no row.
    var changes: JSONText?
    /// The row that the flow edits, as it was when the user answered the step; nil if the flow edits no row.
    var base: JSONText?
    /// The values with the secrets entered in the step; nil if there are none.
    var sealed: SealedValues?

    /// The conflicts between the changes and a newer version of the row.
    ///
    /// - Parameter theirs: the current row.
    func conflicts(with theirs: JSONText) -> [RowMerge.Conflict] {
        guard let changes, changes.value.isObject, let base else { return [] }
        return RowMerge(base: base.value, patch: changes.value, theirs: theirs.value).conflicts
    }
}

/// The progress of a user through a wizard.
///
/// Steps are identified by index.
struct WizardProgress: Sendable, Equatable {
    /// The answers by step, including those of steps that are no longer on the path.
    private(set) var answered: [Int: StepAnswer] = [:]
    /// The steps that were completed, including those without an answer.
    var done: Set<Int> = []
    /// The steps that were skipped.
    var skipped: Set<Int> = []
    /// The path for the current answers.
    private(set) var way: [Int] = []
    /// The position of the current step on the path.
    var index = 0
    /// The keys of the steps' features, as long as these exist.
    var keys: [Int: String] = [:]

    /// The current step; nil if there is none.
    var current: Int? { way.indices.contains(index) ? way[index] : nil }
    var isLast: Bool { index == way.count - 1 }
    /// The values of all answers.
    var answers: WizardPlan.Answers { answered.mapValues(\.values) }
    /// The differences between the answers and the row that the flow edits.
    var changes: WizardPlan.Answers { answered.compactMapValues(\.changes) }
    /// True if there is something to store in a draft.
    var hasBegun: Bool { !answered.isEmpty || !done.isEmpty || !skipped.isEmpty }

    init(_ plan: WizardPlan) {
        way = plan.way([:])
    }

    /// The step whose feature has this key.
    func step(of key: String) -> Int? { keys.first { $0.value == key }?.key }

    /// Stores the answer of a step; nil for a step without an answer.
    mutating func answer(_ step: Int, _ answer: StepAnswer?, _ plan: WizardPlan) {
        answered[step] = answer
        done.insert(step)
        skipped.remove(step)
        way = plan.way(answers)
    }

    /// Rebases a step's answer on the current row.
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
