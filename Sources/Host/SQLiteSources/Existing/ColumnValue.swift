import FHJSON
import FeatureKit
import GRDB
import GRDBSQLite

/// A value of a column, with its JSON form.
///
/// INTEGER and REAL are numbers, TEXT is a string, NULL is null, and a BLOB is `{"$base64": …}`. An infinite number is
/// the string `Infinity` or `-Infinity`, because JSON has no infinite numbers.
///
/// When JSON is converted to a value of a column, true and false become 1 and 0. An array, or an object other than
/// `{"$base64": …}`, is invalid.
enum ColumnValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])

    private static let blobKey: StaticString = "$base64"
    private static let infinity = "Infinity"

    /// Converts JSON to the value of an untyped column.
    ///
    /// - Throws: The reason why a column can't hold the value, as a phrase that follows the column's name in error
    ///   messages.
    init(_ value: JSONValue) throws(ColumnFlaw) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .integer(value.boolValue == true ? 1 : 0)
        case .integer: self = .integer(Int64(value.intValue ?? 0))
        case .real: self = .real(value.doubleValue ?? 0)
        case .string: self = .text(Array((value.stringValue ?? "").utf8))
        case .object where value.count == 1 && value[Self.blobKey]?.stringValue != nil:
            guard let bytes = Base64.decode(value[Self.blobKey]?.stringValue ?? "") else {
                throw ColumnFlaw("has a $base64 that is none")
            }
            self = .blob(bytes)
        case .array, .object:
            throw ColumnFlaw("can't hold arrays and objects, except {\"$base64\": …} for bytes")
        }
    }

    func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .integer(let integer): json.value(Int(integer))
        case .real(let real) where real.isInfinite: json.value(real < 0 ? "-" + Self.infinity : Self.infinity)
        case .real(let real): json.value(real)
        case .text(let bytes): json.value(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes):
            json.beginObject()
            json.field(Self.blobKey, Base64.encode(bytes))
            json.endObject()
        }
    }

    /// Returns the infinite number for the string `Infinity` or `-Infinity`; nil for any other value.
    static func infinite(_ value: JSONValue) -> ColumnValue? {
        switch value.stringValue {
        case infinity: .real(.infinity)
        case "-" + infinity: .real(-.infinity)
        default: nil
        }
    }

    /// The size of the value in bytes.
    var size: Int {
        switch self {
        case .null: 0
        case .integer, .real: 8
        case .text(let bytes), .blob(let bytes): bytes.count
        }
    }

    /// True if the value is a text that is not valid UTF-8.
    var hasInvalidBytes: Bool {
        guard case .text(let bytes) = self else { return false }
        return String(validating: bytes, as: UTF8.self) == nil
    }

    /// The id of a row with this value; nil if the value can't be an id.
    var id: String? {
        switch self {
        case .integer(let integer): "\(integer)"
        case .text(let bytes) where !bytes.isEmpty: String(decoding: bytes, as: UTF8.self)
        default: nil
        }
    }
}

/// The reason why a column can't hold a value.
struct ColumnFlaw: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension ColumnValue: StatementColumnConvertible, DatabaseValueConvertible {
    init?(sqliteStatement statement: SQLiteStatement, index: CInt) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: self = .text(StoredText(sqliteStatement: statement, index: index)?.bytes ?? [])
        case SQLITE_BLOB: self = .blob(StoredText(sqliteStatement: statement, index: index)?.bytes ?? [])
        default: self = .null
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let real): real.databaseValue
        case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
        case .blob: preconditionFailure("bytes stand in the statement itself")
        }
    }

    /// Returns an SQL expression for the value.
    ///
    /// The expression is a placeholder with an argument, or a literal.
    func expression(_ arguments: inout StatementArguments) -> String {
        switch self {
        case .blob(let bytes): return Self.hex(bytes)
        case .text(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            // As an argument, invalid UTF-8 would be replaced by U+FFFD. It only occurs in databases with UTF-8
            // encoding, so a cast keeps the bytes.
            guard text.utf8.elementsEqual(bytes) else { return "CAST(\(Self.hex(bytes)) AS TEXT)" }
            return text.expression(&arguments)
        default:
            arguments += [self]
            return "?"
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "x'\(digits.joined())'"
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> ColumnValue? {
        switch value.storage {
        case .null: .null
        case .int64(let integer): .integer(integer)
        case .double(let real): .real(real)
        case .string(let text): .text(Array(text.utf8))
        case .blob(let data): .blob(Array(data))
        }
    }
}
