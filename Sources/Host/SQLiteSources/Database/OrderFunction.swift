import FHJSON
import FHRows
import FeatureKit
import GRDB
import GRDBSQLite

/// The SQL function `featurehost_order(value, style)`, whose results SQLite sorts as the host sorts the values.
///
/// The result is the key of a ``SortTable``, as bytes. The style is a sum of the numbers in ``Style``.
final class OrderFunction {
    /// The parts of a ``SortKey``, and of the column's type, that the result depends on.
    private struct Style: OptionSet {
        let rawValue: Int

        static let descending = Style(rawValue: 1)
        static let number = Style(rawValue: 2)
        /// The values 0 and 1 are shown as Booleans.
        static let boolean = Style(rawValue: 4)
    }

    private static let name = "featurehost_order"
    /// The number of keys after which a table is emptied.
    private static let mostRows = 1_000

    private let empty = (0..<4).map { style in
        let style = Style(rawValue: style)
        return SortTable([
            SortKey("v", isDescending: style.contains(.descending), isNumber: style.contains(.number))
        ])
    }
    private var tables: [SortTable]
    private var json = JSONWriter()
    private var key: [UInt64] = []

    private init() { tables = empty }

    /// Adds the function to a connection.
    static func add(to db: Database) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let function = Unmanaged.passRetained(OrderFunction())
        // SQLite calls the last closure also if it fails.
        let code = sqlite3_create_function_v2(
            db.sqliteConnection, name, 2, flags, function.toOpaque(),
            { context, _, values in
                guard let values, let value = values[0], let style = values[1] else { return }
                let function = Unmanaged<OrderFunction>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
                function.answer(value, Style(rawValue: Int(sqlite3_value_int64(style)))) { key in
                    guard let key else { return sqlite3_result_error(context, "a value can't be shown", -1) }
                    let isTransient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                    sqlite3_result_blob(context, key.baseAddress, CInt(key.count), isTransient)
                }
            }, nil, nil, { Unmanaged<OrderFunction>.fromOpaque($0!).release() })
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// Returns a call of the function, as an expression in SQL.
    static func call(_ column: SQLColumn, _ key: SortKey) -> String {
        var style = Style()
        if key.isDescending { style.insert(.descending) }
        if key.isNumber { style.insert(.number) }
        if column.type == .boolean { style.insert(.boolean) }
        return "\(name)(\(column.sql), \(style.rawValue))"
    }

    /// Passes the key of a value to `body`; nil if the value can't be shown as it is.
    private func answer(_ value: OpaquePointer, _ style: Style, _ body: (UnsafeRawBufferPointer?) -> Void) {
        json.removeAll()
        json.beginObject()
        json.key("v")
        if sqlite3_value_type(value) == SQLITE_TEXT {
            guard let text = UTF8Text.of(value), text.count <= ExistingRows.longestRow else { return body(nil) }
            json.string(utf8: text)
        } else {
            ColumnValue(value).write(style.contains(.boolean) ? .boolean : .any, to: &json)
        }
        json.endObject()
        let number = style.rawValue & 3
        if tables[number].count == Self.mostRows { tables[number] = empty[number] }
        encode(with: &tables[number])
        key.withUnsafeBytes { body($0) }
    }

    /// Encodes the value in ``json`` as ``key``.
    ///
    /// The table is a parameter, because a table in a property would be copied for each call of its methods.
    private func encode(with table: inout SortTable) {
        json.withUnsafeBytes { table.append($0) }
        let row = table.count - 1
        key.removeAll(keepingCapacity: true)
        // No key is the beginning of another one, so the zeros behind a key change no comparison.
        while let word = table.word(key.count, of: row) { key.append(word.bigEndian) }
    }
}

extension ColumnValue {
    /// Reads an argument of a function that is no text.
    fileprivate init(_ value: OpaquePointer) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        // All bytes have the same place.
        case SQLITE_BLOB: self = .blob([])
        default: self = .null
        }
    }
}

/// Texts of SQLite that are valid UTF-8.
enum UTF8Text {
    /// Returns the text of an argument of a function; nil if it is not UTF-8.
    static func of(_ value: OpaquePointer) -> UnsafeRawBufferPointer? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return checked(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    /// Returns a text; nil if it is not UTF-8.
    static func checked(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer? {
        let isASCII = bytes.reduce(0, |) < 0x80
        guard isASCII || String(validating: bytes, as: UTF8.self) != nil else { return nil }
        return UnsafeRawBufferPointer(bytes)
    }
}
