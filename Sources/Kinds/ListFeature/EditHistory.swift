import DequeModule
import FHJSON
import FeatureKit

/// The undo and redo stacks.
///
/// They contain the inverses of the edits that the source has confirmed.
struct EditHistory: Sendable, Equatable {
    /// The cause of an edit.
    ///
    /// It determines the stack on which the inverse is pushed.
    enum Origin: Sendable, Equatable {
        case person, undo, redo
    }

    /// Changes that are undone or redone together, in the order in which they are made.
    struct Step: Sendable, Equatable {
        var changes: [Edit.Change]

        /// The capabilities that the source needs for the step.
        var needs: SourceCapabilities {
            changes.reduce(into: []) { $0.insert($1.ability) }
        }
    }

    /// A step in progress, some of whose edits may be pending.
    private struct OpenStep: Sendable, Equatable {
        /// The inverses of the confirmed edits; nil if no edit is confirmed yet.
        var opposites: [Edit.Change]?
        /// The failed but retryable changes of an undo or a redo.
        var failed: [Edit.Change] = []
        /// True for a redo, until a new edit by the user is confirmed.
        var isRedo = false
        /// True if the step can't be undone as a whole.
        var isSpoilt = false

        /// Records the inverse of an edit that was just confirmed.
        mutating func note(_ opposite: [Edit.Change]) {
            if isSpoilt { return }
            // The last change is the first to be undone.
            if opposites == nil { opposites = opposite } else { opposites?.insert(contentsOf: opposite, at: 0) }
        }
    }

    /// The maximum number of steps in each stack.
    static let limit = 100

    private(set) var undoable: Deque<Step> = []
    private(set) var redoable: Deque<Step> = []
    /// The steps in progress, by name.
    private var open: [String: OpenStep] = [:]

    /// Pops the newest undo or redo step; returns nil if there is none.
    ///
    /// The edits of the step are made under the step name `name`.
    mutating func take(_ origin: Origin, as name: String) -> Step? {
        switch origin {
        case .person: return nil
        case .undo: return undoable.popLast()
        case .redo:
            guard let step = redoable.popLast() else { return nil }
            open[name, default: OpenStep()].isRedo = true
            return step
        }
    }

    /// Records a failed change of an undo or a redo.
    ///
    /// The change then becomes the next step to undo or redo.
    ///
    /// If a change can't be retried, it is not recorded, because it would block older steps.
    mutating func noteFailure(of edit: Edit, _ failure: Failure) {
        let (isRedo, isSpoilt) = open[edit.step].map { ($0.isRedo, $0.isSpoilt) } ?? (false, false)
        guard edit.origin == .undo || isRedo, failure.retryable, !isSpoilt else { return }
        open[edit.step, default: OpenStep()].failed.append(edit.change)
    }

    /// Removes the change of a failed undo or redo from its stack, because the failed edit is retried instead.
    mutating func withdraw(_ edit: Edit) {
        switch edit.origin {
        case .person: break
        case .undo: Self.remove(edit.change, from: &undoable)
        case .redo:
            open[edit.step, default: OpenStep()].isRedo = true
            Self.remove(edit.change, from: &redoable)
        }
    }

    /// Removes a change from its stack after an undo or a redo has omitted it and the user has given it up.
    mutating func giveUp(_ edit: Edit) {
        switch edit.origin {
        case .person: break
        case .undo: Self.remove(edit.change, from: &undoable)
        case .redo: Self.remove(edit.change, from: &redoable)
        }
    }

    private static func remove(_ change: Edit.Change, from steps: inout Deque<Step>) {
        guard let index = steps.lastIndex(where: { $0.changes.contains { $0.isSame(as: change) } }) else { return }
        steps[index].changes.removeAll { $0.isSame(as: change) }
        if steps[index].changes.isEmpty { steps.remove(at: index) }
    }

    /// Records the inverse of an edit that was just confirmed.
    mutating func note(_ opposite: [Edit.Change], of edit: Edit) {
        open[edit.step, default: OpenStep()].note(opposite)
    }

    /// Clears both stacks.
    ///
    /// The edits of `step`, and of the other steps in progress, can't be undone either.
    mutating func forget(_ step: String) {
        let begun = open.filter { $1.isSpoilt || $1.opposites != nil || !$1.failed.isEmpty }.keys
        self = EditHistory()
        for name in begun + [step] { open[name] = OpenStep(isSpoilt: true) }
    }

    /// Closes a step after its last edit has ended, and pushes the inverses of its confirmed edits.
    mutating func close(_ step: String, _ origin: Origin) {
        guard let step = open.removeValue(forKey: step) else { return }
        if !step.failed.isEmpty {
            if origin == .redo { Self.push(step.failed, to: &redoable) } else { Self.push(step.failed, to: &undoable) }
        }
        guard let changes = step.opposites, !changes.isEmpty else { return }
        switch origin {
        case .person:
            Self.push(changes, to: &undoable)
            redoable = []
            for (name, step) in open where step.isRedo {
                open[name]?.failed = []
                open[name]?.isRedo = false
            }
        case .undo: Self.push(changes, to: &redoable)
        case .redo: Self.push(changes, to: &undoable)
        }
    }

    /// Replaces the ids of renamed rows in all steps.
    mutating func rename(_ ids: RenamedIDs) {
        func renamed(_ steps: Deque<Step>) -> Deque<Step> {
            Deque(steps.map { Step(changes: $0.changes.map { $0.renamed(ids) }) })
        }
        undoable = renamed(undoable)
        redoable = renamed(redoable)
        open = open.mapValues { step in
            var step = step
            step.opposites = step.opposites?.map { $0.renamed(ids) }
            step.failed = step.failed.map { $0.renamed(ids) }
            return step
        }
    }

    private static func push(_ changes: [Edit.Change], to steps: inout Deque<Step>) {
        steps.append(Step(changes: changes))
        if steps.count > limit { steps.removeFirst() }
    }
}

extension Edit.Change {
    /// The capability that the source needs for the change.
    var ability: SourceCapabilities {
        switch self {
        case .insert: .insert
        case .update: .update
        case .delete: .delete
        case .move: .move
        }
    }

    /// Returns the inverse of the change.
    ///
    /// The inverse is empty if the change has no effect, or if the earlier order or row is unknown. The inverse is nil
    /// if it needs a value that was dropped or is not loaded.
    ///
    /// - Parameters:
    ///   - answer: the changed rows in the source after the change, in the order in which the change lists them; nil if
    ///     the source has not returned them.
    ///   - lastKnown: the last loaded values of the rows that are selected or active, and not shown.
    ///   - unread: the ids of rows that can't be read.
    func opposite(
        in rows: Rows, _ queryView: QueryView, answer: [SourceRow]?, lastKnown: [ExactText: SourceRow] = [:],
        unread: Set<ExactText> = []
    ) -> [Edit.Change]? {
        switch self {
        case .insert(let insertions):
            let made = answer ?? insertions.map(\.row)
            return [.delete(made.map(\.id), made: made)]
        case .update(let patches):
            var opposites: [Edit.RowPatch] = []
            for (place, patch) in patches.enumerated() {
                // The patch of an undo or a redo contains the row on which it is based, even if that row is not loaded
                // now.
                let shown = queryView.row(patch.id, in: rows)?.source ?? lastKnown[ExactText(patch.id)]
                guard let old = shown ?? patch.base else {
                    if patches.count == 1 { return [] }
                    return nil
                }
                if old.isDropped { return nil }
                let new = answer.flatMap { place < $0.count ? $0[place] : nil } ?? old.merged(with: patch.patch)
                opposites.append(Edit.RowPatch(patch.id, old.opposite(of: patch.patch), base: new))
            }
            return [.update(opposites)]
        case .delete(let ids, let made):
            if ids.contains(where: { rows[$0]?.source.isDropped ?? unread.contains($0) }) { return nil }
            // Runs of adjacent rows are handled from the last to the first, so that the row before which a run is
            // inserted already exists again.
            var insertions = Self.places(of: ids, in: rows).reversed().flatMap { run in
                Self.insertions(of: run.ids, before: run.before, from: rows)
            }
            // Only the source knows the position of a row that is not shown, so such a row is inserted at the end.
            let made = [ExactText: SourceRow](made.map { (ExactText($0.id), $0) }) { first, _ in first }
            for id in ids where !rows.contains(id) {
                if let row = lastKnown[ExactText(id)] ?? queryView.row(id, in: rows)?.source ?? made[id] {
                    insertions.append(RowInsertion(row))
                }
            }
            return insertions.isEmpty ? [] : [.insert(insertions)]
        case .move(let ids, _):
            // The order of a sorted list is not the order in the source.
            if queryView.isSorted { return [] }
            return Self.places(of: ids, in: rows).reversed().map { .move($0.ids, before: $0.before) }
        }
    }

    private static func insertions(of ids: [String], before: String?, from rows: Rows) -> [RowInsertion] {
        var before = before
        return ids.reversed().compactMap { id in
            guard let row = rows[id] else { return nil }
            defer { before = id }
            return RowInsertion(row.source, before: before)
        }
    }

    /// Divides rows into runs of adjacent rows, from first to last.
    ///
    /// `before` is the id of the row after the run; nil at the end.
    private static func places(of ids: [String], in rows: Rows) -> [(ids: [String], before: String?)] {
        let places = ids.compactMap { rows.index(forKey: $0) }.sorted()
        var runs: [(ids: [String], before: String?)] = []
        var last: Int?
        for place in places {
            if let last, last + 1 == place, !runs.isEmpty {
                runs[runs.count - 1].ids.append(rows.keys[place])
            } else {
                runs.append(([rows.keys[place]], nil))
            }
            runs[runs.count - 1].before = place + 1 < rows.count ? rows.keys[place + 1] : nil
            last = place
        }
        return runs
    }
}
