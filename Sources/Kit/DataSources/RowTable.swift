import FHJSON
import FHRowCollections
import FeatureKit

/// The rows of a source, kept in memory in order and by id, with functions that edit them.
struct RowTable: Sendable {
    private(set) var rows = RowCollection()
    /// The problems found while reading; nil if there are none.
    var problems: RowProblems?
    /// The ids and errors of the rows that must not be changed.
    var locks = RowLocks()
    private var recent = RecentAnswers()

    /// Makes a table of rows with unique ids.
    ///
    /// - Throws: `invalidData` if two rows have the same id.
    init(unique rows: some Sequence<SourceRow>) throws(Failure) {
        for (index, row) in rows.enumerated() where self.rows.put(row) != nil {
            throw Failure(
                "invalidData", "row \(index + 1) has the id \(row.id) of a row before it; ids must differ",
                retryable: true)
        }
    }

    init(_ rows: RowCollection) {
        self.rows = rows
    }

    func page(_ request: FetchRequest) -> Result<Page, Failure> {
        Result { () throws(Failure) in
            let places = try request.places(among: rows.count)
            return Page(
                rows: rows.batch(places), endReached: places.upperBound == rows.count, totalCount: rows.count,
                problems: problems)
        }
    }

    /// Performs an edit, or returns the earlier answer if an edit with this `opID` was performed recently.
    ///
    /// An edit that fails changes nothing.
    mutating func once<Value: Sendable>(
        _ opID: String, _ body: (inout RowTable) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let answer = recent.answer(opID, as: Value.self) { return answer }
        let value = try body(&self)
        recent.remember(opID, value)
        return value
    }

    /// Copies the answers of recent edits from the table that this table replaces.
    mutating func remember(operationsOf old: RowTable) {
        recent = old.recent
    }

    /// Inserts rows in the given order: all or none.
    mutating func insert(_ insertions: [RowInsertion]) throws(Failure) -> [SourceRow] {
        try allOrNone(of: insertions.count) { table throws(Failure) in
            for insertion in insertions { try table.insert(insertion) }
            return insertions.map(\.row)
        }
    }

    private mutating func insert(_ insertion: RowInsertion) throws(Failure) {
        let row = insertion.row
        guard !rows.contains(id: row.id) else {
            throw Failure("duplicateId", "there is a row with the id \(row.id) already", retryable: false)
        }
        try row.checkLength()
        rows.put(row, at: try place(insertion.before))
    }

    /// Updates rows: all or none.
    mutating func update(_ updates: [RowUpdate]) throws(Failure) -> [SourceRow] {
        try allOrNone(of: updates.count) { table throws(Failure) in try table.updateInTurn(updates) }
    }

    /// Makes several edits on a copy, so that none of them is made if one fails.
    private mutating func allOrNone<Value>(
        of count: Int, _ body: (inout RowTable) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if count <= 1 { return try body(&self) }
        var copy = self
        let value = try body(&copy)
        self = copy
        return value
    }

    private mutating func updateInTurn(_ updates: [RowUpdate]) throws(Failure) -> [SourceRow] {
        var conflicts: [SourceRow] = []
        var updated: [SourceRow] = []
        for update in updates {
            try locks.check([update.id])
            guard let row = rows[id: update.id] else { throw gone(update.id) }
            if !update.allows(row) { conflicts.append(row) }
            if !conflicts.isEmpty { continue }
            let new = row.merged(with: update.patch)
            try new.checkLength()
            rows.put(new)
            updated.append(new)
        }
        guard conflicts.isEmpty else { throw .conflict(current: conflicts) }
        return updated
    }

    mutating func move(_ ids: [String], before: String?) throws(Failure) -> Done {
        for id in ids where !rows.contains(id: id) { throw gone(id) }
        _ = try place(before)
        if let before, ids.contains(where: { isSameText($0, before) }) {
            throw Failure("invalidData", "rows can't be moved before \(before), which is one of them", retryable: false)
        }
        rows.move(ids, before: before)
        return Done()
    }

    mutating func move(_ ids: [String], behind anchor: String) throws(Failure) -> Done {
        let moving = Set<ExactText>(texts: ids)
        let next = rows[(try place(anchor))...].dropFirst().first { !moving.contains($0.id) }
        return try move(ids, before: next?.id)
    }

    mutating func delete(_ ids: [String]) throws(Failure) -> Done {
        try locks.check(ids)
        rows.remove(ids)
        return Done()
    }

    /// Deletes rows if each row that exists has the version in its deletion; otherwise deletes none of the rows.
    mutating func delete(deletions: [RowDeletion]) throws(Failure) -> Done {
        let changed = deletions.compactMap { deletion in
            rows[id: deletion.id].flatMap { deletion.allows($0) ? nil : $0 }
        }
        guard changed.isEmpty else { throw .conflict(current: changed) }
        return try delete(deletions.map(\.id))
    }

    /// Deletes rows if each row that exists equals the row in `known`; otherwise deletes none of the rows.
    ///
    /// A row in `known` whose value was released from memory is deleted without comparing.
    mutating func delete(unchanged known: [SourceRow]) throws(Failure) -> Done {
        let changed = known.compactMap { row -> SourceRow? in
            guard !row.isDropped, let now = rows[id: row.id] else { return nil }
            // Rows with the same text need not be parsed.
            return now == row || now.value.value == row.value.value ? nil : now
        }
        guard changed.isEmpty else { throw .conflict(current: changed) }
        return try delete(known.map(\.id))
    }

    private func place(_ before: String?) throws(Failure) -> Int {
        guard let before else { return rows.count }
        guard let index = rows.place(of: before) else { throw gone(before) }
        return index
    }

    private func gone(_ id: String) -> Failure {
        Failure("targetGone", "the row \(id) is no longer there", retryable: false)
    }
}
