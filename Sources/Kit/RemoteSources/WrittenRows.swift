import FHJSON
import FeatureKit

/// The rows that this host has written to a peer that gives no versions.
///
/// Each row has the value that the peer returned last.
///
/// Such a peer can't compare versions, so the source does. The version of a row is then a digest of its text
/// (``SourceRow/version``). Before an update, the source compares the version that the update names with the version of
/// the row recorded here. Without this record, a list that has not read a row since another list wrote it would
/// overwrite the edit of the other list.
///
/// If there are more rows than ``limit``, the rows that were written first are removed.
struct WrittenRows: Sendable {
    /// The maximum number of rows.
    static let limit = 1_024

    private struct Entry: Sendable {
        let row: SourceRow
        /// The number of the answer that contained the row.
        let answer: Int
    }

    private var entries: [ExactText: Entry] = [:]
    /// The ids of the rows, in the order in which the rows were first written.
    private var order: [ExactText] = []
    private var answers = 0

    /// Returns the number of the next answer; answers are numbered in the order in which they arrive.
    mutating func nextAnswer() -> Int {
        answers += 1
        return answers
    }

    /// The row with this id, as the peer has returned it last; nil if this host has not written the row.
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

    /// Records the rows of a page, except the rows that this host has never written.
    mutating func note(read rows: some Sequence<SourceRow>, in answer: Int) {
        if entries.isEmpty { return }
        for row in rows {
            let id = ExactText(row.id)
            // A long page can be decoded after a later answer.
            guard let known = entries[id], known.answer < answer else { continue }
            entries[id] = Entry(row: row, answer: answer)
        }
    }

    /// Removes rows that were deleted.
    mutating func remove(_ ids: [String]) {
        if entries.isEmpty { return }
        for id in ids where entries.removeValue(forKey: ExactText(id)) != nil {
            order.removeAll { $0 == ExactText(id) }
        }
    }
}
