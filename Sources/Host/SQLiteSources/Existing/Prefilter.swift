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
    private let shape: TableShape
    /// Returns true if a column has an index and contains only numbers.
    private let isIndexedNumber: (String) throws -> Bool

    init(
        _ query: RowQuery, _ shape: TableShape, isIndexedNumber: @escaping (String) throws -> Bool
    ) throws {
        self.shape = shape
        self.isIndexedNumber = isIndexedNumber
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
        case .not(.isEmpty(let key)): return shape.expression(of: key).map { "\($0) IS NOT NULL" }
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
        guard let column = shape.expression(of: key), (1...Self.mostValues).contains(values.count) else { return nil }
        let operands = values.map { Operand($0.value) }
        guard operands.allSatisfy({ $0 != nil }) else { return nil }
        let texts = operands.compactMap { $0?.text }
        let numbers = operands.compactMap { $0?.number }
        var parts: [String] = []
        if !texts.isEmpty { parts.append(isIn(column, texts.map(\.databaseValue))) }
        if !numbers.isEmpty {
            parts.append(isIn(column, numbers))
            // A text may spell the number.
            if try !isIndexedNumber(key) { parts.append("typeof(\(column)) = 'text'") }
        }
        return parts.joined(separator: " OR ")
    }

    private mutating func isIn(_ column: String, _ values: [DatabaseValue]) -> String {
        arguments += StatementArguments(values)
        let places = values.map { _ in "?" }.joined(separator: ", ")
        return "\(column) COLLATE BINARY IN (\(places))"
    }

    /// Compares a column with a number.
    ///
    /// No index is used, because rows that pass are often so many that the first ones are found sooner without it. The
    /// unary operator prevents its use, and also a conversion of the number to the type of the column.
    private mutating func compare(_ key: String, _ sign: String, _ value: JSONText) -> String? {
        guard let column = shape.expression(of: key), let number = Operand(value.value)?.number else { return nil }
        arguments += [number]
        return "(+\(column)) COLLATE BINARY \(sign) ? OR typeof(\(column)) = 'text'"
    }

    /// A value that a column is compared with.
    private enum Operand {
        case number(DatabaseValue)
        case text(String)

        init?(_ value: JSONValue) {
            switch value.kind {
            // True and 1 equal each other.
            case .bool: self = .number((value.boolValue == true ? 1 : 0).databaseValue)
            case .integer: self = .number(Int64(value.intValue ?? 0).databaseValue)
            case .real where value.doubleValue?.isFinite == true:
                self = .number((value.doubleValue ?? 0).databaseValue)
            case .string:
                let text = value.stringValue ?? ""
                // A blank text equals NULL. An infinite number is shown as a text, and U+FFFD instead of invalid bytes.
                // Arguments end before U+0000.
                if text.allSatisfy(\.isWhitespace) || text.hasSuffix("Infinity") { return nil }
                if text.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) { return nil }
                self = .text(text)
            case .null, .real, .array, .object: return nil
            }
        }

        var text: String? { if case .text(let text) = self { text } else { nil } }

        var number: DatabaseValue? { if case .number(let number) = self { number } else { nil } }
    }
}

extension TableShape {
    /// Returns the SQL expression of a column by the key of its member; nil if there is no such column.
    ///
    /// The result is also nil for a JSON Pointer, and for one of two names that differ only in the composition of their
    /// characters: statements are remembered by their texts, which are equal then.
    func expression(of key: String) -> String? {
        if key.hasPrefix("/") { return nil }
        let names = columns.map(\.name).filter { $0 == key }
        if names.isEmpty { return isSameText(key, idKey) ? idColumn : nil }
        return names.count == 1 && isSameText(names[0], key) ? key.quotedIdentifier : nil
    }
}
