import FHJSON
import FeatureKit
import GRDB

/// A condition in SQL for all rows that may pass a filter.
///
/// It also holds for some rows that don't pass, so each row that the database returns has to be evaluated by
/// ``RowFilter``. With it, the database skips the other rows, and can use an index for a value that is sought.
///
/// The comparisons use the collation BINARY, because the collations of columns may be unknown to this process.
struct Prefilter {
    /// The condition in SQL; nil if any row may pass.
    private(set) var sql: String?
    private(set) var arguments = StatementArguments()
    /// The number of comparisons above which there is no condition, because SQLite limits the length of expressions.
    private static let mostComparisons = 100
    /// The number of values above which a comparison is left out, because SQLite limits the number of arguments.
    private static let mostValues = 500
    private let rows: ExistingRows

    init(_ query: RowQuery, of rows: ExistingRows) throws {
        self.rows = rows
        guard let condition = query.predicate, condition.references.count <= Self.mostComparisons else { return }
        sql = try expression(condition)
    }

    /// Returns an expression that holds for all rows for which a condition holds; nil if none is known.
    private mutating func expression(_ condition: Condition) throws -> String? {
        switch condition {
        case .equals(let key, .value(let value)): return try equals(key, [value])
        case .isIn(let key, let values): return try equals(key, values)
        case .greater(let key, .value(let value)): return compare(key, ">", value)
        case .less(let key, .value(let value)): return compare(key, "<", value)
        case .not(.isEmpty(let key)): return rows.shape.column(key).map { "\($0.sql) IS NOT NULL" }
        case .all(let parts):
            let known = try parts.compactMap { try expression($0) }
            return known.isEmpty ? nil : known.map { "(\($0))" }.joined(separator: " AND ")
        case .any(let parts):
            // Arguments of parts that are not used would belong to other placeholders.
            let earlier = arguments
            var known: [String] = []
            for part in parts {
                guard let sql = try expression(part) else {
                    arguments = earlier
                    return nil
                }
                known.append("(\(sql))")
            }
            return known.isEmpty ? nil : known.joined(separator: " OR ")
        case .equals, .greater, .less, .contains, .isEmpty, .not: return nil
        }
    }

    private mutating func equals(_ key: String, _ values: [JSONText]) throws -> String? {
        guard let column = rows.shape.column(key), (1...Self.mostValues).contains(values.count) else { return nil }
        let operands = values.compactMap { Operand($0.value) }
        guard operands.count == values.count else { return nil }
        arguments += StatementArguments(operands.map(\.value))
        let places = operands.map { _ in "?" }.joined(separator: ", ")
        let isIn = "\(column.sql) COLLATE BINARY IN (\(places))"
        if try !operands.contains(where: \.isNumber) || rows.isIndexedNumber(column) { return isIn }
        // A text may spell the number.
        return "\(isIn) OR typeof(\(column.sql)) = 'text'"
    }

    /// Compares a column with a number.
    ///
    /// No index is used, because rows that pass are often so many that the first ones are found sooner without it. The
    /// unary operator prevents its use, and also a conversion of the number to the type of the column.
    private mutating func compare(_ key: String, _ sign: String, _ value: JSONText) -> String? {
        guard let column = rows.shape.column(key)?.sql, let operand = Operand(value.value), operand.isNumber else {
            return nil
        }
        arguments += [operand.value]
        return "(+\(column)) COLLATE BINARY \(sign) ? OR typeof(\(column)) = 'text'"
    }

    /// A value that a column is compared with.
    private struct Operand {
        let value: DatabaseValue
        let isNumber: Bool

        init?(_ json: JSONValue) {
            isNumber = json.kind != .string
            switch json.kind {
            // True and 1 equal each other.
            case .bool: value = (json.boolValue == true ? 1 : 0).databaseValue
            case .integer: value = Int64(json.intValue ?? 0).databaseValue
            case .real where json.doubleValue?.isFinite == true: value = (json.doubleValue ?? 0).databaseValue
            case .string:
                let text = json.stringValue ?? ""
                // A blank text equals NULL. An infinite number is shown as a text, and U+FFFD instead of invalid bytes.
                // Arguments end before U+0000.
                if text.allSatisfy(\.isWhitespace) || text.hasSuffix("Infinity") { return nil }
                if text.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) { return nil }
                value = text.databaseValue
            case .null, .real, .array, .object: return nil
            }
        }
    }
}

/// A column as a part of statements.
struct SQLColumn {
    /// The name of the column; of a rowid without a column, the key of the ids.
    let name: String
    /// The expression in SQL.
    let sql: String
    let type: DeclaredType
}

extension TableShape {
    /// Returns the column with the key of a member; nil if there is no such column.
    ///
    /// The result is also nil for a JSON Pointer, and for one of two names that differ only in the composition of their
    /// characters: statements are remembered by their texts, which are equal then.
    func column(_ key: String) -> SQLColumn? {
        if key.hasPrefix("/") { return nil }
        let found = columns.filter { $0.name == key }
        guard let column = found.first else {
            return isSameText(key, idKey) ? SQLColumn(name: key, sql: idColumn, type: .any) : nil
        }
        guard found.count == 1, isSameText(column.name, key) else { return nil }
        return SQLColumn(name: key, sql: key.quotedIdentifier, type: column.type)
    }
}
