import FeatureKit
import GRDB
import Synchronization

/// Facts about all rows of a table, as long as the database stays in the same state.
final class TableFacts: Sendable {
    struct Column: Sendable {
        /// True if the column contains only finite numbers and NULL, for which SQL's order and the host's are the same.
        let isNumber: Bool
        /// The number of rows; nil if an index made it unnecessary to read all of them.
        var rowCount: Int?
    }

    private struct Known: Sendable {
        let state: ExistingRows.State
        var columns: [String: Column] = [:]
        /// The results of counting, by the number up to which rows were counted.
        var counts: [Int: Int?] = [:]
        /// The rowids of every ``milestoneDistance``-th row, as far as they were read.
        var milestones: [Int64] = []
    }

    /// The number of rows from one milestone to the next.
    static let milestoneDistance = 16_384

    private let known = Mutex<Known?>(nil)

    /// Returns what is known about a column.
    ///
    /// - Parameter find: Examines the column, if that was not done in this state of the database.
    func column(_ name: String, in state: ExistingRows.State, _ find: () throws -> Column) rethrows -> Column {
        try value(\.columns, name, state, find)
    }

    /// Returns the number of rows up to a limit; nil if there are more.
    ///
    /// - Parameter find: Counts the rows up to the limit and one more, if that was not done in this state of the
    ///   database.
    func count(upTo limit: Int, in state: ExistingRows.State, _ find: () throws -> Int?) rethrows -> Int? {
        let all = known.withLock { $0?.state == state ? $0?.counts[.max] : nil }
        if let all { return all }
        return try value(\.counts, limit, state, find).flatMap { $0 > limit ? nil : $0 }
    }

    /// Returns the rowid of the last milestone up to a number of milestones, and the number of this milestone.
    ///
    /// Rows behind it are found without reading the rows before it.
    ///
    /// - Parameter next: Reads the rowid of the milestone that follows a row; nil for the first milestone. It returns nil
    ///   if there are too few rows.
    func milestone(
        upTo number: Int, in state: ExistingRows.State, _ next: (Int64?) throws -> Int64?
    ) rethrows -> (rowid: Int64, number: Int)? {
        var milestones = known.withLock { $0?.state == state ? $0?.milestones : nil } ?? []
        while milestones.count < number, let rowid = try next(milestones.last) {
            milestones.append(rowid)
            // They are kept also if the request is cancelled.
            known.withLock { known in
                if known?.state != state { known = Known(state: state) }
                known?.milestones.append(rowid)
            }
        }
        let reached = min(number, milestones.count)
        return reached == 0 ? nil : (milestones[reached - 1], reached)
    }

    private func value<Key: Hashable & Sendable, Value: Sendable>(
        _ values: WritableKeyPath<Known, [Key: Value]>, _ key: Key, _ state: ExistingRows.State,
        _ find: () throws -> Value
    ) rethrows -> Value {
        let earlier = known.withLock { $0?.state == state ? $0?[keyPath: values][key] : nil }
        if let earlier { return earlier }
        let found = try find()
        known.withLock { known in
            if known?.state != state { known = Known(state: state) }
            known?[keyPath: values][key] = found
        }
        return found
    }
}

extension ExistingRows {
    /// Returns the rowid behind which a row is found, and the number of rows between them.
    ///
    /// The time depends on the number of rows before the row only once for each state of the database.
    ///
    /// - Parameter offset: The number of rows before the row.
    /// - Returns: No rowid if all rows have to be counted from the first one.
    func place(behind offset: Int) throws -> (rowid: Int64?, rest: Int) {
        let distance = TableFacts.milestoneDistance
        guard let rowid = shape.rowid, offset >= distance else { return (nil, offset) }
        // Rowids are different integers, so there can't be more rows than integers between the ends.
        let ends = "SELECT (SELECT min(\(rowid)) FROM \(shape.origin)), (SELECT max(\(rowid)) FROM \(shape.origin))"
        let row = try Row.fetchOne(db, cached: ends, [])
        guard let first = row?[0] as Int64?, let last = row?[1] as Int64? else { return (nil, 0) }
        let (span, isLong) = last.subtractingReportingOverflow(first)
        if !isLong, Int64(offset) > span { return (last, 0) }
        let sql =
            "SELECT \(rowid) FROM \(shape.origin) WHERE \(rowid) > ? ORDER BY \(rowid) LIMIT 1 OFFSET \(distance - 1)"
        let start = first == .min ? nil : first - 1
        let found = try facts.milestone(upTo: offset / distance, in: state) { rowid in
            guard let behind = rowid ?? start else { return nil }
            return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [behind])
        }
        return found.map { ($0.rowid, offset - $0.number * distance) } ?? (nil, offset)
    }

    /// True if a column has an index and contains only finite numbers and NULL.
    func isIndexedNumber(_ column: SQLColumn) throws -> Bool {
        try hasIndex(column) && numberFacts(of: column).isNumber
    }

    /// Examines whether a column contains only finite numbers and NULL.
    ///
    /// For a column without an index, all rows are read.
    func numberFacts(of column: SQLColumn) throws -> TableFacts.Column {
        try facts.column(column.sql, in: state) {
            let expression = column.sql
            let first = try String.fetchOne(db, sql: "SELECT typeof(\(expression)) FROM \(shape.origin) LIMIT 1")
            if first == "text" || first == "blob" { return TableFacts.Column(isNumber: false) }
            // SQLite finds the least and the greatest value by an index if each has a query of its own.
            let sql =
                try hasIndex(column)
                ? "SELECT (SELECT min(\(expression)) FROM \(shape.origin)), (SELECT max(\(expression)) FROM \(shape.origin)), NULL"
                : "SELECT min(\(expression)), max(\(expression)), count(*) FROM \(shape.origin)"
            do {
                let row = try Row.fetchOne(db, cached: sql, [])
                // Texts and bytes are greater than all numbers.
                let ends: [ColumnValue?] = [row?[0], row?[1]]
                return TableFacts.Column(isNumber: ends.allSatisfy { $0.map(\.isFinite) ?? true }, rowCount: row?[2])
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                // The column may have a collation that is not known here.
                return TableFacts.Column(isNumber: false)
            }
        }
    }

    /// True if a column is the first one of an index over all rows, or the rowid.
    private func hasIndex(_ column: SQLColumn) throws -> Bool {
        guard let table = shape.table else { return false }
        if column.sql == shape.rowid { return true }
        let sql = """
            SELECT 1 FROM pragma_table_info(?1, 'main') WHERE name = ?2 AND pk = 1 AND upper(type) = 'INTEGER' \
            UNION ALL SELECT 1 FROM pragma_index_list(?1, 'main') AS list, pragma_index_info(list.name, 'main') AS part \
            WHERE NOT list.partial AND part.seqno = 0 AND part.name = ?2 LIMIT 1
            """
        return try Row.fetchOne(db, cached: sql, [table, column.name]) != nil
    }
}

extension ColumnValue {
    /// True for an integer and a finite number.
    fileprivate var isFinite: Bool {
        switch self {
        case .integer: true
        case .real(let real): real.isFinite
        case .null, .text, .blob: false
        }
    }
}
