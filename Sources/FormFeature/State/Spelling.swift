import FeatureKit
import JSON

/// How the row that a form is about writes what a field holds, where that is not how the field itself would.
///
/// A table of text has numbers and Booleans as text, and a database has Booleans as 1 and 0. What is handed on keeps
/// that.
enum Spelling: Sendable, Equatable {
    /// True and false of a toggle.
    case boolean(BooleanSpelling)
    /// Numbers and Booleans as text.
    case text
    /// Text that says a number or a Boolean as that.
    case scalar

    /// Writes a value as the row has it.
    func write(_ value: FieldValue, to json: inout JSONWriter) {
        switch (self, value) {
        case (.boolean(let spelling), .bool(let isOn)): json.value(spelling.value(isOn))
        case (.text, .number(let number)): json.value(number.text)
        case (.text, .bool(let bool)): json.value(bool ? "true" : "false")
        case (.scalar, .text(let text)):
            if let scalar = Self.scalar(text) { json.value(JSONText(scalar)) } else { json.value(text) }
        default: value.write(to: &json)
        }
    }

    private static func scalar(_ text: String) -> JSONValue? {
        guard let value = try? JSONValue(parsing: text), value.doubleValue != nil || value.boolValue != nil else {
            return nil
        }
        return value
    }
}

/// What the row that a form is about has for a field.
struct FieldReading: Sendable {
    /// What the field holds.
    let value: FieldValue
    /// How the row writes that; nil where it is how the field would.
    var spelling: Spelling?
    /// What the row has, where the field can't hold it; the field is empty then.
    var misfit: JSONText?
}
