import FHJSON
import GRDB
import GRDBSQLite

/// The current row of a statement, whose columns are read without copies.
///
/// The first column of the statement is a constant, because the cursor requires a value there. The columns of
/// ``TableShape/selection`` follow, and last the rowid.
struct CurrentRow: StatementColumnConvertible, DatabaseValueConvertible {
    private let statement: SQLiteStatement

    init?(sqliteStatement statement: SQLiteStatement, index: CInt) { self.statement = statement }

    /// The rowid behind `count` selected columns.
    func rowid(behind count: Int) -> Int64 { sqlite3_column_int64(statement, CInt(count + 2)) }

    /// Writes the row as JSON, as ``ExistingRows/read(_:)`` does.
    ///
    /// - Returns: False if the row has an error, so that it has to be read as a whole.
    func write(_ shape: TableShape, to json: inout JSONWriter) -> Bool {
        guard hasID else { return false }
        json.removeAll()
        json.beginObject()
        if shape.hasOwnIDs {
            json.key(shape.idKey)
            guard writeColumn(1, .any, to: &json) else { return false }
        }
        for (place, column) in shape.columns.enumerated() {
            json.key(column.name)
            guard writeColumn(place + 2, column.type, to: &json) else { return false }
        }
        json.endObject()
        return json.count <= ExistingRows.longestRow
    }

    private var hasID: Bool {
        switch sqlite3_column_type(statement, 1) {
        case SQLITE_INTEGER: true
        case SQLITE_TEXT: text(1).map { !$0.isEmpty && $0.count <= ExistingRows.longestID } ?? false
        default: false
        }
    }

    private func writeColumn(_ place: Int, _ type: DeclaredType, to json: inout JSONWriter) -> Bool {
        guard sqlite3_column_type(statement, CInt(place)) == SQLITE_TEXT else {
            (ColumnValue(sqliteStatement: statement, index: CInt(place)) ?? .null).write(type, to: &json)
            return true
        }
        guard let text = text(place) else { return false }
        json.string(utf8: text)
        return true
    }

    /// The text of a column; nil if it is not UTF-8.
    private func text(_ place: Int) -> UnsafeRawBufferPointer? {
        guard let start: UnsafePointer<UInt8> = sqlite3_column_text(statement, CInt(place)) else { return nil }
        return UTF8Text.checked(
            UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, CInt(place)))))
    }

    var databaseValue: DatabaseValue { .null }

    static func fromDatabaseValue(_ value: DatabaseValue) -> CurrentRow? { nil }
}
