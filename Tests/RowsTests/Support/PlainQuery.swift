import FHJSON
import FHRows
import FHTextFolding

/// A simple and slow reference for queries, over parsed values.
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

    // MARK: Conditions

    func matches(_ condition: Condition, _ row: JSONValue) -> Bool {
        func value(_ name: String) -> JSONValue { row[name] ?? .null }
        func operand(_ operand: Condition.Operand) -> JSONValue {
            switch operand {
            case .value(let literal): literal.value
            case .field(let name): value(name)
            }
        }
        switch condition {
        case .equals(let key, let other): return equals(value(key), operand(other))
        case .isIn(let key, let literals): return literals.contains { equals(value(key), $0.value) }
        case .contains(let key, let other): return contains(value(key), operand(other))
        case .greater(let key, let other): return compare(value(key), with: operand(other)).map { $0 > 0 } ?? false
        case .less(let key, let other): return compare(value(key), with: operand(other)).map { $0 < 0 } ?? false
        case .isEmpty(let key): return isBlank(value(key))
        case .all(let parts): return parts.allSatisfy { matches($0, row) }
        case .any(let parts): return parts.contains { matches($0, row) }
        case .not(let part): return !matches(part, row)
        }
    }

    private func isBlank(_ value: JSONValue) -> Bool {
        if let text = value.stringValue { return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
        return value.isNull || value.isArray && value.count == 0
    }

    private func equals(_ value: JSONValue, _ literal: JSONValue) -> Bool {
        if isBlank(value) || isBlank(literal) { return isBlank(value) && isBlank(literal) }
        if value == literal { return true }
        let text = value.stringValue
        switch literal.kind {
        case .integer, .real:
            if let bool = value.boolValue { return literal == JSONText.integer(bool ? 1 : 0).value }
            return text.flatMap(number) == literal
        case .bool:
            if value.doubleValue != nil { return value == JSONText.integer(literal.boolValue == true ? 1 : 0).value }
            return text?.lowercased() == JSONText(literal).string
        default: return false
        }
    }

    private func contains(_ value: JSONValue, _ literal: JSONValue) -> Bool {
        if value.isArray { return value.elements.contains { equals($0, literal) } }
        guard let text = value.stringValue, !isBlank(value), let needle = literal.stringValue else { return false }
        return contains(fold(needle), in: fold(text))
    }

    private func compare(_ value: JSONValue, with literal: JSONValue) -> Int? {
        switch literal.kind {
        case .integer, .real:
            let number = value.stringValue.flatMap(number) ?? value
            return number.doubleValue == nil ? nil : compareNumbers(number, literal)
        case .string:
            guard let a = value.stringValue, let b = literal.stringValue, !isBlank(value), !isBlank(literal) else {
                return nil
            }
            if let a = PlainMoment(a), let b = PlainMoment(b) { return a == b ? 0 : a < b ? -1 : 1 }
            return naturalOrder(fold(a), fold(b))
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
        if isBlank(value) { return .null }
        guard key.isNumber, let text = value.stringValue else { return value }
        return number(text) ?? value
    }

    private func rank(_ value: JSONValue) -> Int {
        switch value.kind {
        case .integer, .real: 0
        case .string: PlainMoment(value.stringValue ?? "") != nil ? 1 : 2
        case .bool: 3
        default: 4
        }
    }

    private func compareAlike(_ a: JSONValue, _ b: JSONValue) -> Int {
        switch rank(a) {
        case 0: return compareNumbers(a, b)
        case 1, 2:
            guard let a = a.stringValue, let b = b.stringValue else { return 0 }
            var order = naturalOrder(fold(a), fold(b))
            if let a = PlainMoment(a), let b = PlainMoment(b) { order = a == b ? 0 : a < b ? -1 : 1 }
            return order != 0 ? order : self.order(Array(a.unicodeScalars.map(\.value)), b.unicodeScalars.map(\.value))
        case 3: return (a.boolValue == true ? 1 : 0) - (b.boolValue == true ? 1 : 0)
        default: return 0
        }
    }

    /// Compares runs of digits by value, and everything else by unit.
    private func naturalOrder(_ a: [UInt32], _ b: [UInt32]) -> Int {
        func isDigit(_ unit: UInt32?) -> Bool { unit.map { (0x30...0x39).contains($0) } ?? false }
        var (a, b) = (a[...], b[...])
        while let first = a.first, let second = b.first {
            if isDigit(first), isDigit(second) {
                let x = a.prefix(while: isDigit).drop { $0 == 0x30 }
                let y = b.prefix(while: isDigit).drop { $0 == 0x30 }
                if x.count != y.count { return x.count < y.count ? -1 : 1 }
                if Array(x) != Array(y) { return x.lexicographicallyPrecedes(y) ? -1 : 1 }
                (a, b) = (a.drop(while: isDigit), b.drop(while: isDigit))
            } else if first != second {
                return first < second ? -1 : 1
            } else {
                (a, b) = (a.dropFirst(), b.dropFirst())
            }
        }
        return a.isEmpty ? b.isEmpty ? 0 : -1 : 1
    }

    // MARK: Values

    /// Compares two numbers exactly, although an integer of 64 bits may have more digits than a double.
    private func compareNumbers(_ a: JSONValue, _ b: JSONValue) -> Int {
        if a == b { return 0 }
        guard let x = a.doubleValue, let y = b.doubleValue else { return 0 }
        if x != y { return x < y ? -1 : 1 }
        // Here, both are whole numbers of 64 bits, or 2⁶³.
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

    /// Returns a unit for each scalar; marks are above all others.
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

/// A date or date-time in nanoseconds, parsed with a pattern.
struct PlainMoment: Comparable {
    private let seconds: Int
    private let isLeap: Bool
    private let fraction: String

    init?(_ text: String) {
        // The pattern is made for each call, because it is not `Sendable`.
        let pattern =
            #/
            ([0-9]{4})-([0-9]{2})-([0-9]{2})
            (?: [Tt\ ] ([0-9]{2}):([0-9]{2}) (?: :([0-9]{2}) (?: \.([0-9]+) )? )?
                (?: [Zz] | ([+\-])([0-9]{2}) (?: :?([0-9]{2}) )? )? )?
            /#
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        let parts = match.output
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let (year, month, day) = (number(parts.1), number(parts.2), number(parts.3))
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), day >= 1, day <= lengths[month - 1], number(parts.4) < 24, number(parts.5) < 60,
            number(parts.6) <= 60, number(parts.9) < 24, number(parts.10) < 60
        else { return nil }
        var days = (0..<year).reduce(0) { $0 + ($1 % 4 == 0 && ($1 % 100 != 0 || $1 % 400 == 0) ? 366 : 365) }
        days += lengths.prefix(month - 1).reduce(0, +) + day - 1
        let sign = parts.8 == "-" ? -1 : 1
        let offset = sign * (number(parts.9) * 60 + number(parts.10))
        let minutes = days * 1440 + number(parts.4) * 60 + number(parts.5) - offset
        seconds = minutes * 60 + min(number(parts.6), 59)
        isLeap = number(parts.6) == 60
        var digits = String(parts.7 ?? "")
        while digits.last == "0" { digits.removeLast() }
        fraction = digits
    }

    static func < (a: PlainMoment, b: PlainMoment) -> Bool {
        if a.seconds != b.seconds { return a.seconds < b.seconds }
        if a.isLeap != b.isLeap { return b.isLeap }
        return a.fraction < b.fraction
    }
}
