import FHJSON
import FHKindParts
import FHTextFormats
import FeatureKit

/// The values of each type: as JSON, and in messages.
extension FieldType {
    /// True if any number of options can be picked.
    var picksMany: Bool { hasOptions && hasItems }

    /// The field value for a JSON value; nil if a field of this type can't hold it.
    ///
    /// A secure field can't hold a JSON value. For a group or a repeated field, only null is converted here; other
    /// values are converted field by field.
    func value(of json: JSONValue) -> FieldValue? {
        if json.isNull, self != .secure { return .null }
        switch self {
        case .text, .multiline, .email, .file: return json.stringValue.map { .text($0) }
        case .date, .time, .dateTime: return json.stringValue.map { $0.isEmpty ? .null : .text($0) }
        case .toggle: return json.boolValue.map { .bool($0) }
        case .stepper, .slider: return FieldNumber(json).map { .number($0) }
        case .number: return FieldNumber(json).map { .number($0) } ?? json.stringValue.map { Self.number(typed: $0) }
        case .picker: return FieldValue(scalar: json)
        case .multiPicker:
            guard json.isArray else { return nil }
            let values = json.elements.compactMap { FieldValue(scalar: $0) }
            return values.count == json.count ? .list(values) : nil
        case .secure, .group, .repeated: return nil
        }
    }

    /// Returns the number in a text; null for an empty text.
    ///
    /// A text that is not a number is returned unchanged.
    private static func number(typed text: String) -> FieldValue {
        if text.isEmpty { return .null }
        if let json = try? JSONValue(parsing: text), let number = FieldNumber(json) { return .number(number) }
        return .text(text)
    }

    /// An example of the type's texts; nil if they have no special format.
    var example: String? {
        switch self {
        case .email: "ada@example.com"
        case .date: "2026-12-24"
        case .time: "09:30:00"
        case .dateTime: "2026-12-24T09:30:00Z"
        default: nil
        }
    }

    /// The name of the type's JSON values for messages, with its article.
    var noun: String {
        switch self {
        case .text, .multiline, .email, .file, .secure, .date, .time, .dateTime: "a string"
        case .number, .stepper, .slider: "a number"
        case .toggle: "true or false"
        case .picker: "an option's value"
        case .multiPicker: "an array of options' values"
        case .group: "an object of values by field name"
        case .repeated: "an array of objects of values by field name"
        }
    }

    /// The format check of the type's texts; nil if the type accepts any text.
    var format: (@Sendable (String) -> Bool)? {
        switch self {
        case .email: TextFormat.isHTMLEmail
        case .date: TextFormat.date.matches
        case .time: TextFormat.isPartialTime
        case .dateTime: TextFormat.dateTime.matches
        default: nil
        }
    }
}

/// The values of a field that depend on more of its declaration than the type.
extension FieldConfiguration {
    /// The empty value.
    ///
    /// For a repeated field, it is an empty array of rows.
    var emptyValue: FieldValue {
        switch type {
        case .text, .multiline, .email, .file: .text("")
        case .secure: .secret(Secret())
        case .toggle: .bool(false)
        case .stepper, .slider:
            if case .number(let minimum) = constraints.limits[.minimum] {
                .number(minimum)
            } else {
                .number(.integer(0))
            }
        case .multiPicker: .list([])
        case .repeated: .rows([])
        case .number, .picker, .date, .time, .dateTime, .group: .null
        }
    }

    /// Reads a scalar whose JSON type differs from the field's type; returns nil if the scalar is read as usual.
    func reading(of json: JSONValue, empty: FieldValue) -> FieldReading? {
        let isBlank = json.isBlank
        switch type {
        case .toggle:
            guard let (isOn, spelling) = BooleanSpelling.read(json) else { return nil }
            return FieldReading(value: .bool(isOn), spelling: spelling == .json ? nil : .boolean(spelling))
        case .number, .stepper, .slider:
            guard let text = json.stringValue else { return nil }
            if isBlank { return FieldReading(value: empty, spelling: .text) }
            do throws(JSONParseError) {
                if let number = FieldNumber(try JSONValue(parsing: text)) {
                    return FieldReading(value: .number(number), spelling: .text)
                }
                return FieldReading(value: empty, spelling: .text, misfit: JSONText(json))
            } catch {
                // If a number in the row is too large for the JSON parser, `json` is the text of its digits. The value
                // by which the user replaces it is written as a number.
                let isLargeNumber = error.kind == .limit && (text.first == "-" || text.first?.isNumber == true)
                return FieldReading(value: empty, spelling: isLargeNumber ? nil : .text, misfit: JSONText(json))
            }
        case .text, .multiline, .email, .file, .date, .time, .dateTime:
            guard json.doubleValue != nil || json.boolValue != nil else { return nil }
            return FieldReading(value: .text(JSONText(json).string), spelling: .scalar)
        case .picker: return option(for: json)
        case .multiPicker: return isBlank ? FieldReading(value: .list([])) : nil
        case .secure, .group, .repeated: return nil
        }
    }

    /// Returns the option that equals a value apart from its JSON type; nil if the value is read as usual.
    private func option(for json: JSONValue) -> FieldReading? {
        guard let value = FieldValue(scalar: json), optionsSource == nil else { return nil }
        let values = options.compactMap { FieldValue(scalar: $0.value.value) }
        if values.contains(value) { return nil }
        if json.isBlank { return FieldReading(value: .null) }
        guard let option = values.first(where: { $0.saysSame(as: value) }) else { return nil }
        return FieldReading(value: option, spelling: json.stringValue == nil ? .scalar : .text)
    }
}
