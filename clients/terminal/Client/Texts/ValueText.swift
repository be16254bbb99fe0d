public import FHJSON

/// Values of a state as text for users.
public enum ValueText {
    /// Returns a value as text; an empty text for null and for an absent value.
    ///
    /// The elements of an array are separated by commas. A nested value is shown as JSON.
    public static func of(_ value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "" }
        if let text = value.stringValue { return text }
        if let isOn = value.boolValue { return isOn ? "yes" : "no" }
        if let number = value.intValue { return String(number) }
        if value.isArray, !value.elements.contains(where: { $0.isObject || $0.isArray }) {
            return value.elements.map { $0.isNull ? "–" : of($0) }.joined(separator: ", ")
        }
        return JSONText(value).string
    }

    /// Returns true if a toggle is on.
    ///
    /// The text `true` counts, because sources that have only text store Booleans as text.
    public static func isOn(_ value: JSONValue?) -> Bool { value?.boolValue == true || value?.stringValue == "true" }

    /// Returns a toggle as a check box.
    public static func checkBox(_ isOn: Bool) -> String { isOn ? "[x]" : "[ ]" }
}
