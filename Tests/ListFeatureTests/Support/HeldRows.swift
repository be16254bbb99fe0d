import FHJSON
import FeatureKit

/// The rows of a ``HeldSource``, with the operations on them.
struct HeldRows: Sendable {
    var table: PlainRows
    /// True if pages are requested by cursor, false if by offset.
    let hasCursors: Bool
    /// True if pages contain the total number of rows.
    let tellsTotal: Bool
    /// The number of changes whose effect the caller does not know.
    var strangeChanges = 0
    /// The answers by operation; a repeated operation is not performed again.
    private var done: [String: HeldSource.Answer] = [:]
    /// For each cursor, the ids of all rows that had been returned when the cursor was made.
    private var cursors: [[String]] = []

    init(_ rows: [SourceRow], hasCursors: Bool, tellsTotal: Bool) {
        table = PlainRows(rows: rows)
        self.hasCursors = hasCursors
        self.tellsTotal = tellsTotal
    }

    mutating func perform(
        _ operation: HeldSource.Operation, _ opID: String?
    ) -> Result<HeldSource.Answer, Failure> {
        if case .fetch(let request) = operation { return .success(HeldSource.Answer(page: page(request))) }
        guard let opID else { preconditionFailure("a write has an operation") }
        if let answer = done[opID] {
            // The stored answer may be outdated.
            strangeChanges += 1
            return .success(answer)
        }
        do throws(Failure) {
            let answer = HeldSource.Answer(rows: try write(operation))
            done[opID] = answer
            return .success(answer)
        } catch {
            return .failure(error)
        }
    }

    private mutating func write(_ operation: HeldSource.Operation) throws(Failure) -> [SourceRow] {
        switch operation {
        case .fetch: return []
        case .insert(let insertions):
            let before = table
            do throws(Failure) {
                for insertion in insertions { try insert(insertion) }
            } catch {
                table = before
                throw error
            }
            return insertions.map(\.row)
        case .update(let updates):
            let old = try updates.map { update throws(Failure) in
                guard let row = table[update.id] else { throw .gone }
                return row
            }
            let others = zip(updates, old).filter { !$0.allows($1) }.map(\.1)
            if !others.isEmpty { throw .conflict(current: others) }
            return zip(updates, old).map { update, old in
                let row = SourceRow(id: update.id, value: old.value.value.merged(with: update.patch.value))
                table.replace(row)
                return row
            }
        case .move(let ids, let before):
            for id in ids { try find(id) }
            try find(before)
            table.move(ids, before: before)
            return []
        case .moveBehind(let ids, let anchor):
            for id in ids + [anchor] { try find(id) }
            table.move(ids, behind: anchor)
            return []
        case .delete(let ids):
            table.delete(ids)
            return []
        }
    }

    private mutating func insert(_ insertion: RowInsertion) throws(Failure) {
        if table[insertion.row.id] != nil { throw Failure("duplicateId", "it is there", retryable: false) }
        try find(insertion.before)
        table.insert(insertion.row, before: insertion.before)
    }

    private func find(_ id: String?) throws(Failure) {
        if let id, table[id] == nil { throw .gone }
    }

    private mutating func page(_ request: FetchRequest) -> Page {
        let all = table.asked(request.query).rows
        let start: Int
        switch request.start {
        case .offset(let offset): start = min(max(0, offset), all.count)
        case .cursor(let cursor):
            // After the last returned row that still exists.
            let given = cursors[Int(cursor) ?? 0]
            let last = given.last { id in all.contains { $0.id == id } }
            start = all.firstIndex { $0.id == last }.map { $0 + 1 } ?? 0
        }
        let end = min(start + request.limit, all.count)
        // A page behind the last row always has the total.
        let total = tellsTotal || start == all.count ? all.count : nil
        let rows = Array(all[start..<end])
        guard hasCursors, end < all.count else {
            return Page(rows: rows, endReached: end == all.count, totalCount: total)
        }
        cursors.append(all[..<end].map(\.id))
        return Page(rows: rows, nextCursor: "\(cursors.count - 1)", endReached: false, totalCount: total)
    }
}

extension Failure {
    fileprivate static let gone = Failure("targetGone", "it is gone", retryable: false)
}
