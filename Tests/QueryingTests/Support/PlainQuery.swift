import JSON
import Querying
import TextFolding

/// What a query means, said once more over parsed values and without a thought for speed.
struct PlainQuery {
    let query: RowQuery

    func matches(_ row: JSONText) -> Bool {
        let row = row.value
        let words = query.text.split(whereSeparator: \.isWhitespace).map { fold(String($0)) }.filter { !$0.isEmpty }
        let keys = query.textKeys.isEmpty ? row.members.map(\.key) : query.textKeys
        let texts = keys.compactMap { key in row[key].flatMap(wordText) }.map(fold)
        return (query.predicate.map { matches($0, row) } ?? true)
            && words.allSatisfy { word in texts.contains { contains(word, in: $0) } }
    }

    func precedes(_ a: JSONText, _ b: JSONText) -> Bool {
        let (a, b) = (a.value, b.value)
        for key in query.sort {
            let order = compare(a[key.key] ?? .null, b[key.key] ?? .null, key)
            if order != 0 { return order < 0 }
        }
        return false
    }

    // MARK: Predicates

    private func matches(_ predicate: Predicate, _ row: JSONValue) -> Bool {
        switch predicate {
        case .equals(let key, let literal): equals(row[key] ?? .null, literal.value)
        case .isIn(let key, let literals): literals.contains { equals(row[key] ?? .null, $0.value) }
        case .contains(let key, let text):
            if let value = row[key]?.stringValue {
                contains(fold(text), in: fold(value))
            } else {
                row[key]?.elements.contains(.string(text)) ?? false
            }
        case .greater(let key, let literal): compare(row[key] ?? .null, with: literal.value).map { $0 > 0 } ?? false
        case .less(let key, let literal): compare(row[key] ?? .null, with: literal.value).map { $0 < 0 } ?? false
        case .all(let parts): parts.allSatisfy { matches($0, row) }
        case .any(let parts): parts.contains { matches($0, row) }
        case .not(let part): !matches(part, row)
        }
    }

    private func equals(_ value: JSONValue, _ literal: JSONValue) -> Bool {
        if value == literal { return true }
        guard let text = value.stringValue, literal.kind != .string else { return false }
        switch literal.kind {
        case .integer, .real: return number(text) == literal
        case .bool: return text == JSONText(literal).string
        default: return false
        }
    }

    private func compare(_ value: JSONValue, with literal: JSONValue) -> Int? {
        switch literal.kind {
        case .integer, .real:
            let number = value.stringValue.flatMap(number) ?? value
            return number.doubleValue == nil ? nil : compareNumbers(number, literal)
        case .string:
            guard let a = value.stringValue, let b = literal.stringValue else { return nil }
            return order(fold(a), fold(b))
        default: return nil
        }
    }

    // MARK: Sorting

    private func compare(_ a: JSONValue, _ b: JSONValue, _ key: SortKey) -> Int {
        let (a, b) = (read(a, key), read(b, key))
        if a.isNull || b.isNull { return (a.isNull ? 1 : 0) - (b.isNull ? 1 : 0) }
        let order = rank(a) != rank(b) ? rank(a) - rank(b) : compareAlike(a, b)
        return key.isDescending ? -order : order
    }

    private func read(_ value: JSONValue, _ key: SortKey) -> JSONValue {
        guard key.isNumber, let text = value.stringValue else { return value }
        return number(text) ?? value
    }

    private func rank(_ value: JSONValue) -> Int {
        switch value.kind {
        case .integer, .real: 0
        case .string: 1
        case .bool: 2
        default: 3
        }
    }

    private func compareAlike(_ a: JSONValue, _ b: JSONValue) -> Int {
        switch rank(a) {
        case 0: return compareNumbers(a, b)
        case 1:
            guard let a = a.stringValue, let b = b.stringValue else { return 0 }
            let folded = order(fold(a), fold(b))
            return folded != 0 ? folded : order(Array(a.unicodeScalars.map(\.value)), b.unicodeScalars.map(\.value))
        case 2: return (a.boolValue == true ? 1 : 0) - (b.boolValue == true ? 1 : 0)
        default: return 0
        }
    }

    // MARK: Values

    /// By the digits of their values, of which a double and 64 bits have no more than fit here.
    private func compareNumbers(_ a: JSONValue, _ b: JSONValue) -> Int {
        if a == b { return 0 }
        guard let x = a.doubleValue, let y = b.doubleValue else { return 0 }
        if x != y { return x < y ? -1 : 1 }
        // Both are whole numbers here: of 64 bits, or 2⁶³ itself.
        func whole(_ value: JSONValue) -> Int128 { value.intValue.map { Int128($0) } ?? 1 << 63 }
        return whole(a) < whole(b) ? -1 : 1
    }

    private func number(_ text: String) -> JSONValue? {
        guard let value = try? JSONValue(parsing: text), value.doubleValue != nil,
            text.utf8.allSatisfy({ $0 > 0x20 })
        else { return nil }
        return value
    }

    private func wordText(_ value: JSONValue) -> String? {
        value.stringValue ?? (value.doubleValue == nil ? nil : JSONText(value).string)
    }

    /// A unit for each scalar; those of marks are above all others.
    private func fold(_ text: String) -> [UInt32] {
        let folding: Folding = [.case, .accents]
        return text.unicodeScalars.flatMap { folding.units(of: $0) }
    }

    private func contains(_ needle: [UInt32], in text: [UInt32]) -> Bool {
        if needle.isEmpty { return true }
        return text.indices.contains { start in
            let rest = text[start...]
            guard rest.starts(with: needle) else { return false }
            return rest.count == needle.count || rest[start + needle.count] & Folding.markFlag == 0
        }
    }

    private func order(_ a: [UInt32], _ b: [UInt32]) -> Int {
        a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }
}
