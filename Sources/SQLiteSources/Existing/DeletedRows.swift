import FeatureKit
import JSON

/// Rows that were deleted of late, so that undoing that brings back what was not shown of them too.
///
/// What is shown of a row is not all of it: columns may be left out, and JSON has no infinite numbers and no texts that
/// are not UTF-8.
struct DeletedRows: Sendable {
    /// As many as operations are remembered.
    private static let limit = ExistingDatabase.remembered
    /// In bytes, of all rows together.
    private static let sizeLimit = 64 << 20

    /// How many times the database had been opened: each time it may be another file.
    let opening: Int
    /// The newest last.
    private var rows: [DeletedRow] = []
    private var size = 0

    init(opening: Int) {
        self.opening = opening
    }

    mutating func keep(_ row: DeletedRow) {
        _ = remove(row.shown.id)
        // One that would leave no room for others is not kept itself.
        guard row.size <= Self.sizeLimit else { return }
        rows.append(row)
        size += row.size
        while rows.count > Self.limit || size > Self.sizeLimit { size -= rows.removeFirst().size }
    }

    /// Forgets what is known of a row's id, which is a new row's from now on.
    ///
    /// - Returns: the one that was deleted, if it was shown as the new one is.
    mutating func take(_ row: SourceRow) -> DeletedRow? {
        guard let old = remove(row.id) else { return nil }
        return old.shown.value.value == row.value.value ? old : nil
    }

    private mutating func remove(_ id: String) -> DeletedRow? {
        guard let place = rows.firstIndex(where: { $0.shown.hasID(id) }) else { return nil }
        size -= rows[place].size
        return rows.remove(at: place)
    }
}

/// A row with all that the database had of it.
struct DeletedRow: Sendable {
    /// As it was shown.
    let shown: SourceRow
    /// The number that the table knew it by; nil where it has none.
    let number: Int64?
    /// The names of all columns that are written.
    let names: [String]
    let values: [ColumnValue]

    var size: Int { shown.withTexts { $0.count + $1.count } + values.reduce(0) { $0 + $1.size } }
}
