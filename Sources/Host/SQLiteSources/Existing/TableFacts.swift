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
    }

    private let known = Mutex<Known?>(nil)

    /// Returns what is known about a column.
    ///
    /// - Parameter find: Examines the column, if that was not done in this state of the database.
    func column(_ name: String, in state: ExistingRows.State, _ find: () throws -> Column) rethrows -> Column {
        try value(\.columns, name, state, find)
    }

    /// Returns the number of rows up to a limit; nil if there are more.
    ///
    /// - Parameter find: Counts the rows, if that was not done in this state of the database.
    func count(upTo limit: Int, in state: ExistingRows.State, _ find: () throws -> Int?) rethrows -> Int? {
        try value(\.counts, limit, state, find)
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
