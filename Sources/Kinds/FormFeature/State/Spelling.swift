import FHJSON
import FHKindParts
import FeatureKit

/// The spelling of a field's value in the edited row, if it differs from the field's own spelling.
///
/// For example, a text table has numbers and Booleans as text, and a database has Booleans as 1 and 0. Submitted values
/// keep the spelling.
enum Spelling: Sendable, Equatable {
    /// A spelling of true and false.
    case boolean(BooleanSpelling)
    /// Numbers and Booleans as text.
    case text
    /// The text of a field as a JSON number or Boolean.
    case scalar

    /// Writes a value in this spelling.
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

/// The result of reading a row's member for a field.
struct FieldReading: Sendable {
    /// The value of the field.
    let value: FieldValue
    /// The spelling in the row; nil if it is the field's own spelling.
    var spelling: Spelling?
    /// The member's value, if the field can't hold it and so is empty; nil otherwise.
    var misfit: JSONText?
}
