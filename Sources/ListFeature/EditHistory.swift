import DequeModule
import FeatureKit
import JSON

/// What can be undone and done again: the opposites of what the source has confirmed.
struct EditHistory: Sendable, Equatable {
    /// Who asked for an edit, which decides where its opposite goes.
    enum Origin: Sendable, Equatable {
        case person, undo, redo
    }

    /// Changes that belong together, in the order in which they are to be made.
    struct Step: Sendable, Equatable {
        var changes: [Edit.Change]

        /// What the source must be able to do.
        var needs: SourceAbilities {
            changes.reduce(into: []) { $0.insert($1.ability) }
        }
    }

    /// How many steps are kept.
    static let limit = 100

    private(set) var undoable: Deque<Step> = []
    private(set) var redoable: Deque<Step> = []
    /// The opposites of those edits of a step that are confirmed, while others of it are not.
    private var open: [String: [Edit.Change]] = [:]
    /// What has failed of steps that are under way, and can be tried again.
    private var failed: [String: [Edit.Change]] = [:]
    /// Steps that are being made again, as long as nobody has made another edit.
    private var redoing: Set<String> = []
    /// Steps that are under way, and of which something can't be taken back.
    private var spoilt: Set<String> = []

    /// Takes the newest step off, which is made under a name.
    mutating func take(_ origin: Origin, as name: String) -> Step? {
        switch origin {
        case .person: return nil
        case .undo: return undoable.popLast()
        case .redo:
            redoing.insert(name)
            return redoable.popLast()
        }
    }

    /// Notes that an edit has failed: an undo or a redo has not been done, and is the next one again.
    ///
    /// What would fail again is not, since it would be in the way of older steps.
    mutating func noteFailure(of edit: Edit, _ failure: Failure) {
        guard edit.origin == .undo || redoing.contains(edit.step), failure.retryable, !spoilt.contains(edit.step)
        else { return }
        failed[edit.step, default: []].append(edit.change)
    }

    /// An edit that has failed is tried again by itself: it is no part of the next step any more.
    mutating func withdraw(_ edit: Edit) {
        switch edit.origin {
        case .person: break
        case .undo: Self.remove(edit.change, from: &undoable)
        case .redo:
            redoing.insert(edit.step)
            Self.remove(edit.change, from: &redoable)
        }
    }

    /// The user gives up what a step has left out: it is no part of it any more.
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

    /// Notes what would take back an edit that was just confirmed.
    mutating func note(_ opposite: [Edit.Change], of edit: Edit) {
        if spoilt.contains(edit.step) { return }
        // The last to be done is the first to be undone.
        open[edit.step, default: []].insert(contentsOf: opposite, at: 0)
    }

    /// Nothing can be undone any more, nor done again; of a step that is under way, nothing of the rest either.
    mutating func forget(_ step: String) {
        let steps = spoilt.union(open.keys).union(failed.keys).union([step])
        self = EditHistory()
        spoilt = steps
    }

    /// None of a step's edits is under way any more: what was confirmed of it can be taken back.
    mutating func close(_ step: String, _ origin: Origin) {
        spoilt.remove(step)
        redoing.remove(step)
        if let changes = failed.removeValue(forKey: step) {
            if origin == .redo { Self.push(changes, to: &redoable) } else { Self.push(changes, to: &undoable) }
        }
        guard let changes = open.removeValue(forKey: step), !changes.isEmpty else { return }
        switch origin {
        case .person:
            Self.push(changes, to: &undoable)
            redoable = []
            for name in redoing { failed[name] = nil }
            redoing = []
        case .undo: Self.push(changes, to: &redoable)
        case .redo: Self.push(changes, to: &undoable)
        }
    }

    /// Gives rows their new ids in all steps.
    mutating func rename(_ ids: RenamedIDs) {
        func renamed(_ steps: Deque<Step>) -> Deque<Step> {
            Deque(steps.map { Step(changes: $0.changes.map { $0.renamed(ids) }) })
        }
        undoable = renamed(undoable)
        redoable = renamed(redoable)
        open = open.mapValues { $0.map { $0.renamed(ids) } }
        failed = failed.mapValues { $0.map { $0.renamed(ids) } }
    }

    private static func push(_ changes: [Edit.Change], to steps: inout Deque<Step>) {
        steps.append(Step(changes: changes))
        if steps.count > limit { steps.removeFirst() }
    }
}

extension Edit.Change {
    /// What the source must be able to do for it.
    var ability: SourceAbilities {
        switch self {
        case .insert: .insert
        case .update: .update
        case .delete: .delete
        case .move: .move
        }
    }

    /// What leads back to these rows when the change has been made to them; nothing where it changes nothing, and nil
    /// where that takes a value that was dropped, or is not loaded.
    ///
    /// - Parameters:
    ///   - answer: the rows as the source has them after the change, in the order of the change's own.
    ///   - marked: rows that are marked and not shown, as they were seen last.
    ///   - unread: the ids of rows that can't be read.
    func opposite(
        in rows: Rows, _ sight: Sight, answer: [SourceRow]?, marked: [ExactText: SourceRow] = [:],
        unread: Set<ExactText> = []
    ) -> [Edit.Change]? {
        switch self {
        case .insert(let insertions):
            let made = answer ?? insertions.map(\.row)
            return [.delete(made.map(\.id), made: made)]
        case .update(let patches):
            var opposites: [Edit.RowPatch] = []
            for (place, patch) in patches.enumerated() {
                guard let old = sight.row(patch.id, in: rows)?.source ?? marked[ExactText(patch.id)] else {
                    if patches.count == 1 { return [] }
                    return nil
                }
                if old.isDropped { return nil }
                let new = answer.flatMap { place < $0.count ? $0[place] : nil } ?? old.merged(with: patch.patch)
                opposites.append(Edit.RowPatch(patch.id, old.opposite(of: patch.patch), base: new))
            }
            return [.update(opposites)]
        case .delete(let ids, _):
            if ids.contains(where: { rows[$0]?.source.isDropped ?? unread.contains($0) }) { return nil }
            // From the last: the row that each stood before is there again when it comes back.
            var insertions = Self.places(of: ids, in: rows).reversed().flatMap { run in
                Self.insertions(of: run.ids, before: run.before, from: rows)
            }
            // Where a row stood that is not shown, only the source knew.
            for id in ids where !rows.contains(id) {
                if let row = marked[ExactText(id)] ?? sight.row(id, in: rows)?.source {
                    insertions.append(RowInsertion(row))
                }
            }
            return insertions.isEmpty ? [] : [.insert(insertions)]
        case .move(let ids, _):
            // The order that is shown under a sort says nothing of the source's.
            if sight.isSorted { return [] }
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

    /// Where rows stand: runs of neighbours, from the first to the last, with the row that follows each run.
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
