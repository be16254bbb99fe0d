import FHJSON
import FHPatterns
import FHTextFormats

/// A check of a field's value.
///
/// It does not apply to an empty value.
struct Rule: Sendable {
    enum Test: Sendable {
        case number(isInteger: Bool)
        case limit(FieldConstraints.Limit, Bound)
        case pattern(Pattern)
        case format(@Sendable (String) -> Bool)
        case oneOf(Set<FieldValue>)
        case const(FieldValue)
        case unique
        /// Equality with the value of another field.
        case equalTo(Int)
    }

    /// The bound of a limit: a number, or the field whose value is the bound.
    enum Bound: Sendable {
        case number(FieldNumber)
        case field(Int)
    }

    /// The result of a check.
    enum Verdict {
        case right, wrong
        /// The pattern was not matched, because this would take too long or the text is longer than 1 MiB.
        case tooComplex
    }

    /// The other fields that the rule reads.
    var places: [Int] {
        switch test {
        case .limit(_, .field(let other)), .equalTo(let other): [other]
        default: []
        }
    }

    private let code: MessageCode
    let test: Test
    private let severity: FormRule.Severity
    private let label: String
    private let template: String
    private let limit: String
    /// The message about a wrong value, encoded only once, because many snapshots can contain it.
    private let message: JSONText
    private let complexMessage: JSONText

    /// The rules of constraints, in the order of their codes.
    static func all(
        of field: FieldConfiguration, _ constraints: FieldConstraints, _ severity: FormRule.Severity,
        _ tree: FieldTree, from node: Int
    ) -> [Rule] {
        var tests: [(MessageCode, Test, limit: String)] = []
        func add(_ code: MessageCode, _ test: Test, _ limit: String = "") { tests.append((code, test, limit)) }
        for (limit, value) in constraints.limits {
            switch value {
            case .number(let number): add(MessageCode(limit), .limit(limit, .number(number)), number.text)
            case .field(let name):
                if let other = try? tree.find(name, from: node) {
                    add(MessageCode(limit), .limit(limit, .field(other)))
                }
            }
        }
        if let text = constraints.pattern, let pattern = try? Pattern(text) { add(.pattern, .pattern(pattern), text) }
        if let format = constraints.format { add(.format, .format { format.matches($0) }) }
        if let values = constraints.values {
            let texts = values.map { $0.value.stringValue ?? $0.string }.joined(separator: ", ")
            add(.enum, .oneOf(Set(values.compactMap { field.type.value(of: $0.value) })), texts)
        }
        if let const = constraints.const, let value = field.type.value(of: const.value) {
            add(.const, .const(value), const.value.stringValue ?? const.string)
        }
        if constraints.uniqueItems { add(.uniqueItems, .unique) }
        if let name = constraints.equalTo, let other = try? tree.find(name, from: node) {
            add(.equalTo, .equalTo(other), tree.nodes[other].field.label)
        }
        if severity == .error { tests += own(of: field) }
        return MessageCode.allCases.flatMap { code in
            tests.filter { $0.0 == code }.map { Rule(field, constraints, severity, $0.0, $0.1, limit: $0.limit) }
        }
    }

    /// The checks that the field's type implies.
    private static func own(of field: FieldConfiguration) -> [(MessageCode, Test, limit: String)] {
        switch field.type {
        case .number: [(.type, .number(isInteger: field.isInteger), "")]
        // Only the source knows the options that are not loaded.
        case let type where type.hasOptions:
            field.optionsSource != nil
                ? [] : [(.enum, .oneOf(Set(field.options.compactMap { FieldValue(scalar: $0.value.value) })), "")]
        default: field.type.format.map { [(.format, .format($0), "")] } ?? []
        }
    }

    private init(
        _ field: FieldConfiguration, _ constraints: FieldConstraints, _ severity: FormRule.Severity,
        _ code: MessageCode, _ test: Test, limit: String
    ) {
        self.code = code
        self.test = test
        self.severity = severity
        label = field.label
        self.limit = limit
        let isTyped = code == .format && constraints.format == nil
        let format = isTyped ? nil : constraints.format
        template = constraints.messages[code] ?? code.template(for: field, format, one: limit == "1")
        message = Message.encode(
            code.rawValue, MessageCode.fill(template, label: field.label, limit: limit), severity)
        let complex = MessageCode.patternTooComplex
        complexMessage = Message.encode(
            complex.rawValue,
            MessageCode.fill(
                constraints.messages[complex] ?? complex.template(for: field, nil, one: false), label: field.label,
                limit: limit), severity)
    }

    /// Returns the message for the result of a check; nil for a valid value.
    ///
    /// - Parameter bound: the current limit; nil if the rule has none.
    func message(_ verdict: Verdict, bound: FieldNumber?) -> Message? {
        switch verdict {
        case .right: return nil
        case .tooComplex: return Message(severity: severity, text: complexMessage)
        case .wrong:
            guard case .limit(_, .field) = test, let bound else { return Message(severity: severity, text: message) }
            let text = MessageCode.fill(template, label: label, limit: bound.text)
            return Message(severity: severity, text: Message.encode(code.rawValue, text, severity))
        }
    }

    /// Checks a value that is not empty.
    ///
    /// As in JSON Schema, a value is valid if the rule does not apply to the type of the value.
    ///
    /// - Parameters:
    ///   - bound: the current limit; nil if there is none.
    ///   - other: returns the value of another field.
    func check(_ value: FieldValue, bound: FieldNumber?, other: (Int) -> FieldValue) -> Verdict {
        switch test {
        case .number(let isInteger):
            switch value {
            case .text: .wrong
            case .number(.real): isInteger ? .wrong : .right
            default: .right
            }
        case .limit(let limit, _): bound.map { Self.isBroken(limit, $0, by: value) } == true ? .wrong : .right
        case .pattern(let pattern): Self.check(pattern, value)
        case .format(let matches):
            if case .text(let text) = value, !matches(text) { .wrong } else { .right }
        case .oneOf(let options):
            if case .list(let items) = value {
                items.allSatisfy { options.contains($0) } ? .right : .wrong
            } else {
                options.contains(value) ? .right : .wrong
            }
        case .const(let const): value == const ? .right : .wrong
        case .unique: Self.isUnique(value) ? .right : .wrong
        case .equalTo(let place): value == other(place) ? .right : .wrong
        }
    }

    private static func check(_ pattern: Pattern, _ value: FieldValue) -> Verdict {
        let match: Pattern.Match
        switch value {
        case .text(let text): match = pattern.match(text)
        case .secret(let secret): match = secret.match(pattern)
        default: return .right
        }
        return switch match {
        case .found: .right
        case .notFound: .wrong
        case .tooComplex: .tooComplex
        }
    }

    private static func isUnique(_ value: FieldValue) -> Bool {
        switch value {
        case .list(let items): Set(items).count == items.count
        case .rows(let rows): Set(rows).count == rows.count
        default: true
        }
    }

    private static func isBroken(_ limit: FieldConstraints.Limit, _ bound: FieldNumber, by value: FieldValue) -> Bool {
        guard let measure = measure(value, for: limit) else { return false }
        return switch limit {
        case .minLength, .minItems, .minimum: measure < bound
        case .maxLength, .maxItems, .maximum: measure > bound
        case .exclusiveMinimum: measure <= bound
        case .exclusiveMaximum: measure >= bound
        case .multipleOf: !measure.isMultiple(of: bound)
        }
    }

    /// The quantity of a value that a limit restricts; nil if the value has no such quantity.
    private static func measure(_ value: FieldValue, for limit: FieldConstraints.Limit) -> FieldNumber? {
        switch (limit, value) {
        case (.minLength, .text(let text)), (.maxLength, .text(let text)): .integer(text.unicodeScalars.count)
        case (.minLength, .secret(let secret)), (.maxLength, .secret(let secret)): .integer(secret.length)
        case (.minItems, .list(let items)), (.maxItems, .list(let items)): .integer(items.count)
        case (.minItems, .rows(let items)), (.maxItems, .rows(let items)): .integer(items.count)
        case (.minimum, .number(let number)), (.maximum, .number(let number)),
            (.exclusiveMinimum, .number(let number)), (.exclusiveMaximum, .number(let number)),
            (.multipleOf, .number(let number)):
            number
        default: nil
        }
    }
}
