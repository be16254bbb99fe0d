import FeatureKit
import JSON

/// The type that a column of SQLite is declared with, by SQLite's rules and what people write beyond these.
enum DeclaredType: Sendable, Equatable {
    case boolean, date, number, text, bytes
    /// Nothing is declared, or nothing that is known.
    case any

    /// Reads a declaration, such as `DECIMAL(8, 2)`.
    init(_ declaration: String) {
        let name = declaration.uppercased()
        func has(_ parts: String...) -> Bool { parts.contains { name.contains($0) } }
        // First what SQLite would take for a number.
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

    /// True if SQLite keeps what is put into such a column as text.
    var keepsText: Bool { self == .text }

    /// How a list draws such a column; nil where its values say it.
    var column: Column.Kind? {
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
    /// The value that a column of a type holds for JSON.
    ///
    /// - Throws: why a column can't hold it; it is for the sentence "the column x …".
    init(_ value: JSONValue, for type: DeclaredType) throws(ColumnFlaw) {
        if type == .boolean, value.kind == .string, let (isOn, _) = BooleanSpelling.read(value), !value.isBlankText {
            self = .integer(isOn ? 1 : 0)
        } else if type.keepsText, let bool = value.boolValue {
            // As 1 or 0 it would become a text that no longer says so.
            self = .text(Array((bool ? "true" : "false").utf8))
        } else if type == .number, let infinite = Self.infinite(value) {
            self = infinite
        } else {
            try self.init(value)
        }
    }

    /// Writes the value of a column of a type: of a Boolean one 1 and 0 are true and false.
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
