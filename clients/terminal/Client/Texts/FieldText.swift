public import FHJSON

/// Values of fields as text for users.
public enum FieldText {
    /// Returns a value as text.
    public static func plain(_ value: JSONValue) -> String {
        switch value.kind {
        case .null: return ""
        case .string: return value.stringValue ?? ""
        case .bool: return value.boolValue == true ? "yes" : "no"
        case .integer, .real: return value.doubleValue.map(number) ?? ""
        case .array, .object: return JSONText(value).string
        }
    }

    /// Returns a number without a fraction if it is whole.
    public static func number(_ value: Double) -> String {
        if let whole = Int(exactly: value), whole.magnitude < 1_000_000_000_000_000 { return String(whole) }
        return "\(value)"
    }

    /// Returns a number as JSON, without a fraction if it is whole.
    public static func json(_ value: Double) -> JSONValue { Int(exactly: value).map(JSONValue.integer) ?? .real(value) }

    /// Returns an array as JSON.
    public static func json(_ values: [JSONValue]) -> JSONValue {
        JSONValue.build { json in
            json.beginArray()
            for value in values { json.value(value) }
            json.endArray()
        }
    }

    /// Returns a value of a field as text; the value of an option is shown by the option's title.
    public static func titled(_ value: JSONValue, of field: JSONValue) -> String {
        if value.isArray {
            let titles = value.elements.map { titled($0, of: field) }
            return titles.isEmpty ? "empty" : titles.joined(separator: ", ")
        }
        let title = field.objects("options").first { $0["value"] == value }.map { plain($0["title"] ?? .null) }
        let text = title.map { $0.isEmpty ? plain(value) : $0 } ?? plain(value)
        return text.isEmpty ? "empty" : text
    }

    /// Returns the chosen values after a value was toggled.
    ///
    /// - Parameter order: the values of all options. The chosen values are returned in this order, so that the order in
    ///   which the user ticks them does not matter. If it is empty, an added value is the last one.
    public static func toggled(_ chosen: [JSONValue], _ value: JSONValue, order: [JSONValue]) -> [JSONValue] {
        if chosen.contains(value) { return chosen.filter { $0 != value } }
        let all = chosen + [value]
        return order.filter(all.contains) + all.filter { !order.contains($0) }
    }
}
