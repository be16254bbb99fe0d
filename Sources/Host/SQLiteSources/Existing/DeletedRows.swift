import FHJSON
import FeatureKit

/// Recently deleted rows.
///
/// With these rows, an undo also restores the parts of a row that were not shown.
///
/// A shown row may lack columns of the stored row. It is JSON, so it can't contain infinite numbers or invalid UTF-8.
struct DeletedRows: Sendable {
    /// The maximum number of rows.
    ///
    /// It equals the number of operations that are remembered.
    private static let limit = ExistingDatabase.remembered
    /// The maximum total size of all rows, in bytes.
    private static let sizeLimit = 64 << 20

    /// The number of openings of the connection at the time of the deletions.
    ///
    /// After another opening, the file may be a different one.
    let opening: Int
    /// The deleted rows, with the newest last.
    private var rows: [DeletedRow] = []
    private var size = 0

    init(opening: Int) {
        self.opening = opening
    }

    mutating func keep(_ row: DeletedRow) {
        _ = remove(row.shown.id)
        // A row that alone exceeds the limit is not kept, because it would displace all other rows.
        guard row.size <= Self.sizeLimit else { return }
        rows.append(row)
        size += row.size
        while rows.count > Self.limit || size > Self.sizeLimit { size -= rows.removeFirst().size }
    }

    /// Forgets the deleted row whose id a new row now has.
    ///
    /// - Returns: The deleted row, if its shown value equals the value of the new row; otherwise nil.
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

/// A deleted row with all its columns.
struct DeletedRow: Sendable {
    /// The row as it was shown.
    let shown: SourceRow
    /// The rowid; nil if the rows of the table have none.
    let number: Int64?
    /// The names of all stored columns.
    let names: [String]
    let values: [ColumnValue]

    var size: Int { shown.withTexts { $0.count + $1.count } + values.reduce(0) { $0 + $1.size } }
}
