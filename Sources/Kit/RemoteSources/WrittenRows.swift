import FHJSON
import FeatureKit

/// The rows that this host has written to a peer without versions, as they were received last.
///
/// Every list over the source compares versions with them: a list that has not read the row since another list wrote it
/// would otherwise overwrite that edit. The oldest rows are dropped beyond ``limit``.
struct WrittenRows: Sendable {
    /// The maximum number of rows.
    static let limit = 1_024

    private struct Entry: Sendable {
        let row: SourceRow
        /// The number of the answer that had the row.
        let answer: Int
    }

    private var entries: [ExactText: Entry] = [:]
    /// The ids in the order in which they were written first.
    private var order: [ExactText] = []
    private var answers = 0

    /// Numbers an answer, in the order in which answers arrive.
    mutating func nextAnswer() -> Int {
        answers += 1
        return answers
    }

    /// The row as it was received last; nil if this host has not written it.
    subscript(id: String) -> SourceRow? { entries[ExactText(id)]?.row }

    /// Records rows that the peer has confirmed in an answer.
    mutating func note(written rows: some Sequence<SourceRow>, in answer: Int) {
        for row in rows {
            let id = ExactText(row.id)
            if entries.updateValue(Entry(row: row, answer: answer), forKey: id) == nil { order.append(id) }
        }
        guard order.count > Self.limit else { return }
        for id in order.prefix(order.count - Self.limit) { entries[id] = nil }
        order.removeFirst(order.count - Self.limit)
    }

    /// Records rows of a page; only those that were written before are kept.
    mutating func note(read rows: some Sequence<SourceRow>, in answer: Int) {
        if entries.isEmpty { return }
        for row in rows {
            let id = ExactText(row.id)
            // A long page can be decoded after a later answer.
            guard let known = entries[id], known.answer < answer else { continue }
            entries[id] = Entry(row: row, answer: answer)
        }
    }

    /// Drops rows that were deleted.
    mutating func remove(_ ids: [String]) {
        if entries.isEmpty { return }
        for id in ids where entries.removeValue(forKey: ExactText(id)) != nil {
            order.removeAll { $0 == ExactText(id) }
        }
    }
}
