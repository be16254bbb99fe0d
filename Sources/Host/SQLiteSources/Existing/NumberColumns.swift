import FeatureKit
import GRDB
import Synchronization

/// The columns of a table that contain only finite numbers and NULL, for which SQL's order and the host's are the same.
///
/// They are remembered for one state of the database.
final class NumberColumns: Sendable {
    private struct Known: Sendable {
        let state: ExistingRows.State
        var columns: [String: Bool]
    }

    private let known = Mutex<Known?>(nil)

    /// True if a column contains only finite numbers and NULL.
    ///
    /// - Parameter find: Examines the column, if that was not done in this state of the database.
    func isNumber(_ column: String, in state: ExistingRows.State, _ find: () throws -> Bool) rethrows -> Bool {
        let earlier = known.withLock { $0?.state == state ? $0?.columns[column] : nil }
        if let earlier { return earlier }
        let found = try find()
        known.withLock { known in
            if known?.state != state { known = Known(state: state, columns: [:]) }
            known?.columns[column] = found
        }
        return found
    }
}

extension ExistingRows {
    /// True if a column has an index and contains only finite numbers and NULL.
    func isIndexedNumber(_ key: String) throws -> Bool { try hasIndex(key) && isNumber(key) }

    /// True if a column contains only finite numbers and NULL.
    ///
    /// For a column without an index, all rows are read.
    func isNumber(_ key: String) throws -> Bool {
        guard let column = shape.expression(of: key) else { return false }
        return try numbers.isNumber(column, in: state) {
            // SQLite finds the least and the greatest value by an index if each has a query of its own.
            let sql =
                try hasIndex(key)
                ? "SELECT (SELECT min(\(column)) FROM \(shape.origin)), (SELECT max(\(column)) FROM \(shape.origin))"
                : "SELECT min(\(column)), max(\(column)) FROM \(shape.origin)"
            do {
                let row = try Row.fetchOne(db, cached: sql, [])
                // Texts and bytes are greater than all numbers.
                let ends: [ColumnValue?] = [row?[0], row?[1]]
                return ends.allSatisfy { $0.map(\.isFinite) ?? true }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                // The column may have a collation that is not known here.
                return false
            }
        }
    }

    /// True if a column is the first one of an index over all rows, or the rowid.
    private func hasIndex(_ key: String) throws -> Bool {
        guard let table = shape.table else { return false }
        if key == shape.idKey, shape.hasOwnIDs { return true }
        let sql = """
            SELECT 1 FROM pragma_table_info(?1, 'main') WHERE name = ?2 AND pk = 1 AND upper(type) = 'INTEGER' \
            UNION ALL SELECT 1 FROM pragma_index_list(?1, 'main') AS list, pragma_index_info(list.name, 'main') AS part \
            WHERE NOT list.partial AND part.seqno = 0 AND part.name = ?2 LIMIT 1
            """
        return try Row.fetchOne(db, cached: sql, [table, key]) != nil
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
