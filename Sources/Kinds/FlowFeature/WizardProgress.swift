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

    /// Merges the changes with a newer version of the row.
    ///
    /// Arrays that both the user and others have changed are merged item by item. Afterwards, the changes are relative
    /// to the newer version.
    ///
    /// - Parameter theirs: the current row.
    /// - Returns: the conflicts, in which the user's values are kept; nil if nothing had to be merged.
    mutating func merge(with theirs: JSONText) -> [RowMerge.Conflict]? {
        guard let changes, changes.value.isObject, let base else { return nil }
        var arrays: [ExactText: JSONText] = [:]
        let merge = RowMerge(base: base.value, patch: changes.value, theirs: theirs.value) { path, base, mine, theirs in
            let merged = ItemMerge.array(path, base, mine, theirs)
            arrays[path] = merged
            return merged
        }
        if arrays.isEmpty, merge.conflicts.isEmpty { return nil }
        self.changes = Self.replacing(arrays, in: changes.value)
        values = Self.replacing(arrays, in: values.value)
        self.base = theirs
        return merge.conflicts
    }

    /// Replaces members at any depth of an object.
    ///
    /// - Parameter members: the new values by JSON Pointer.
    private static func replacing(
        _ members: [ExactText: JSONText], in object: JSONValue, at place: JSONPointer = JSONPointer()
    ) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for (name, value) in object.members {
                let place = place.appending(name)
                json.key(name)
                json.value(
                    members["\(place)"] ?? (value.isObject ? replacing(members, in: value, at: place) : JSONText(value))
                )
            }
            json.endObject()
        }
    }
}

/// The progress of a user through a wizard.
///
/// Steps are identified by index.
struct WizardProgress: Sendable, Equatable {
    /// The answers by step, including the answers of steps that are no longer on the path.
    private(set) var answered: [Int: StepAnswer] = [:]
    /// The steps that were completed, including steps without an answer.
    var done: Set<Int> = []
    /// The steps that were skipped.
    var skipped: Set<Int> = []
    /// The path for the current answers.
    private(set) var way: [Int] = []
    /// The position of the current step on the path.
    var index = 0
    /// The keys of the features that are open, by step.
    var keys: [Int: String] = [:]

    /// The current step; nil if there is none.
    var current: Int? { way.indices.contains(index) ? way[index] : nil }
    var isLast: Bool { index == way.count - 1 }
    /// The values of all answers.
    var answers: WizardPlan.Answers { answered.mapValues(\.values) }
    /// The differences between the answers and the row that the flow edits.
    var changes: WizardPlan.Answers { answered.compactMapValues(\.changes) }
    /// True if a step was answered, completed or skipped, so that a draft has content.
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

    /// Merges a step's answer with a newer version of the row.
    mutating func merge(_ step: Int, with row: JSONText) -> [RowMerge.Conflict]? {
        answered[step]?.merge(with: row)
    }

    mutating func forgetSecrets() { for step in answered.keys { answered[step]?.sealed = nil } }

    mutating func skip(_ step: Int, _ plan: WizardPlan) {
        answered[step] = nil
        done.remove(step)
        skipped.insert(step)
        way = plan.way(answers)
    }
}
