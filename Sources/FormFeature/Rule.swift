import JSON
import TextFormats

/// One thing that is checked of a field's value.
struct Rule: Sendable {
    enum Test: Sendable {
        case required
        case number
        case limit(FieldConfiguration.Limit, FieldNumber)
        /// Whether a text looks as the field's type wants it.
        case format(@Sendable (String) -> Bool)
        case oneOf(Set<FieldValue>)
        case const(FieldValue)
        case unique
        /// The same value as the field at this place.
        case equalTo(Int)
    }

    let code: MessageCode
    let test: Test
    /// The message as a snapshot shows it, encoded once.
    let message: JSONText

    /// The rules of a field, in the order of their codes.
    ///
    /// - Parameter other: the field that it must not differ from, with its place.
    static func all(of field: FieldConfiguration, other: (label: String, index: Int)?) -> [Rule] {
        var tests: [(MessageCode, Test, limit: String)] = []
        if field.required { tests.append((.required, .required, "")) }
        if field.type == .number { tests.append((.type, .number, "")) }
        for (limit, number) in field.limits {
            tests.append((MessageCode(limit), .limit(limit, number), JSONText.build { number.write(to: &$0) }.string))
        }
        if let format = field.type.format { tests.append((.format, .format(format), "")) }
        if field.type == .picker || field.type == .multiPicker {
            let values = Set(field.options.compactMap { FieldValue(scalar: $0.value.value) })
            tests.append((.enum, .oneOf(values), ""))
        }
        if let const = field.const, let value = field.type.value(of: const.value) {
            tests.append((.const, .const(value), const.value.stringValue ?? const.string))
        }
        if field.uniqueItems { tests.append((.uniqueItems, .unique, "")) }
        if let other { tests.append((.equalTo, .equalTo(other.index), other.label)) }
        return MessageCode.allCases.flatMap { code in
            tests.filter { $0.0 == code }.map { Rule(field, $0.0, $0.1, limit: $0.limit) }
        }
    }

    private init(_ field: FieldConfiguration, _ code: MessageCode, _ test: Test, limit: String) {
        self.code = code
        self.test = test
        let template = field.errorMessages[code] ?? code.template(for: field.type, one: limit == "1")
        message = JSONText.build { json in
            json.beginObject()
            json.field("code", code.rawValue)
            json.field("text", MessageCode.fill(template, label: field.label, limit: limit))
            json.field("severity", "error")
            json.endObject()
        }
    }

    /// Whether a value that is not empty breaks the rule.
    ///
    /// As in JSON Schema a rule says nothing of values of another kind than its own.
    func isBroken(by value: FieldValue, other: FieldValue?) -> Bool {
        switch test {
        case .required: false
        case .number: if case .text = value { true } else { false }
        case .limit(let limit, let number): Self.isBroken(limit, number, by: value)
        case .format(let matches): if case .text(let text) = value { !matches(text) } else { false }
        case .oneOf(let options):
            if case .list(let items) = value {
                !items.allSatisfy { options.contains($0) }
            } else {
                !options.contains(value)
            }
        case .const(let const): value != const
        case .unique:
            if case .list(let items) = value { Set(items).count != items.count } else { false }
        case .equalTo: value != other
        }
    }

    private static func isBroken(
        _ limit: FieldConfiguration.Limit, _ bound: FieldNumber, by value: FieldValue
    ) -> Bool {
        guard let measure = measure(value, for: limit) else { return false }
        return switch limit {
        case .minLength, .minItems, .minimum: measure < bound
        case .maxLength, .maxItems, .maximum: measure > bound
        case .exclusiveMinimum: measure <= bound
        case .exclusiveMaximum: measure >= bound
        case .multipleOf: !measure.isMultiple(of: bound)
        }
    }

    /// What of a value is compared with a limit; nil where it has no such thing.
    private static func measure(_ value: FieldValue, for limit: FieldConfiguration.Limit) -> FieldNumber? {
        switch (limit, value) {
        case (.minLength, .text(let text)), (.maxLength, .text(let text)): .integer(text.unicodeScalars.count)
        case (.minLength, .secret(let secret)), (.maxLength, .secret(let secret)): .integer(secret.length)
        case (.minItems, .list(let items)), (.maxItems, .list(let items)): .integer(items.count)
        case (.minimum, .number(let number)), (.maximum, .number(let number)),
            (.exclusiveMinimum, .number(let number)), (.exclusiveMaximum, .number(let number)),
            (.multipleOf, .number(let number)):
            number
        default: nil
        }
    }
}

extension FieldType {
    /// Whether a text looks as this type's texts must; nil where any text does.
    var format: (@Sendable (String) -> Bool)? {
        switch self {
        case .email: { TextFormat.isHTMLEmail($0) }
        case .date: { TextFormat.date.matches($0) }
        case .time: { TextFormat.isPartialTime($0) }
        case .dateTime: { TextFormat.dateTime.matches($0) }
        default: nil
        }
    }
}
