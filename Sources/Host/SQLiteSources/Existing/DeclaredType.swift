import FHJSON
import FHKindParts
import FeatureKit

/// The declared type of an SQLite column.
///
/// It is determined by SQLite's rules, and also by common type names for which SQLite has no rule.
enum DeclaredType: Sendable, Equatable {
    case boolean, date, number, text, bytes
    /// No type, or an unknown one.
    case any

    /// Parses a declaration such as `DECIMAL(8, 2)`.
    init(_ declaration: String) {
        let name = declaration.uppercased()
        func has(_ parts: String...) -> Bool { parts.contains { name.contains($0) } }
        // SQLite treats Booleans and dates as numbers, so their names are checked first.
        if name.hasPrefix("BOOL") {
            self = .boolean
        } else if name.hasPrefix("DATE") || name.hasPrefix("TIMESTAMP") {
            self = .date
        } else if has("INT") {
            self = .number
        } else if has("CHAR", "CLOB", "TEXT") {
            self = .text
        } else if has("BLOB") {
            self = .bytes
        } else if has("REAL", "FLOA", "DOUB", "DEC", "NUM") {
            self = .number
        } else {
            self = .any
        }
    }

    /// True if SQLite stores the values of a column with this type as text.
    var keepsText: Bool { self == .text }

    /// The kind of the column in a list; nil if the kind follows from the values.
    var column: ColumnKind? {
        switch self {
        case .boolean: .toggle
        case .date: .date
        case .number: .number
        case .text: .text
        case .bytes, .any: nil
        }
    }
}

extension ColumnValue {
    /// Converts JSON to the value of a column.
    ///
    /// - Throws: The reason why the column can't hold the value, as a phrase that follows the column's name in error
    ///   messages.
    init(_ value: JSONValue, for type: DeclaredType) throws(ColumnFlaw) {
        if type == .boolean, value.kind == .string, let (isOn, _) = BooleanSpelling.read(value), !value.isBlankText {
            self = .integer(isOn ? 1 : 0)
        } else if type.keepsText, let bool = value.boolValue {
            // As 1 or 0, the value would become a text that is no longer a Boolean.
            self = .text(Array((bool ? "true" : "false").utf8))
        } else if type == .number, let infinite = Self.infinite(value) {
            self = infinite
        } else {
            try self.init(value)
        }
    }

    /// Writes the value as JSON.
    ///
    /// In a Boolean column, 1 and 0 are true and false.
    func write(_ type: DeclaredType, to json: inout JSONWriter) {
        switch (type, self) {
        case (.boolean, .integer(0)): json.value(false)
        case (.boolean, .integer(1)): json.value(true)
        default: write(to: &json)
        }
    }
}

extension JSONValue {
    fileprivate var isBlankText: Bool { stringValue?.allSatisfy(\.isWhitespace) == true }
}
