import FHTextFormats

/// The codes of validation messages, in the order in which messages are listed.
public enum MessageCode: String, Sendable, CaseIterable {
    case required, type
    case minLength, maxLength
    case pattern, patternTooComplex
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
    case format
    case `enum`
    case const
    case minItems, maxItems, uniqueItems
    case equalTo

    init(_ limit: FieldConstraints.Limit) {
        switch limit {
        case .minLength: self = .minLength
        case .maxLength: self = .maxLength
        case .minimum: self = .minimum
        case .maximum: self = .maximum
        case .exclusiveMinimum: self = .exclusiveMinimum
        case .exclusiveMaximum: self = .exclusiveMaximum
        case .multipleOf: self = .multipleOf
        case .minItems: self = .minItems
        case .maxItems: self = .maxItems
        }
    }

    /// The English text, with placeholders for the label and the limit.
    ///
    /// - Parameter one: true if the limit is 1, to use the singular.
    func template(for field: FieldConfiguration, _ format: TextFormat?, one: Bool) -> String {
        switch self {
        case .required: "{label} is required."
        case .type: "{label} must be a \(field.isInteger ? "whole number" : "number")."
        case .minLength: "{label} must have at least {limit} character\(one ? "" : "s")."
        case .maxLength: "{label} must have at most {limit} character\(one ? "" : "s")."
        case .pattern: "{label} must match {limit}."
        case .patternTooComplex: "{label} can't be checked: it takes too long to match {limit}."
        case .minimum: "{label} must be at least {limit}."
        case .maximum: "{label} must be at most {limit}."
        case .exclusiveMinimum: "{label} must be more than {limit}."
        case .exclusiveMaximum: "{label} must be less than {limit}."
        case .multipleOf: "{label} must be a multiple of {limit}."
        case .format: "{label} must be \(Self.example(of: field.type, format))."
        case .enum: "{label} must be one of \(field.options.isEmpty ? "{limit}" : "the options")."
        case .const: "{label} must be {limit}."
        case .minItems: "{label} must have at least {limit} item\(one ? "" : "s")."
        case .maxItems: "{label} must have at most {limit} item\(one ? "" : "s")."
        case .uniqueItems: "{label} must not have an item twice."
        case .equalTo: "{label} must be the same as {limit}."
        }
    }

    private static func example(of type: FieldType, _ format: TextFormat?) -> String {
        switch (format, type) {
        case (.email, _), (nil, .email): "an email address such as ada@example.com"
        case (.date, _), (nil, .date): "a date such as 2026-12-31"
        case (.time, _): "a time such as 18:30:00Z"
        case (nil, .time): "a time such as 18:30"
        case (.dateTime, _), (nil, .dateTime): "a date and a time such as 2026-12-31T18:30:00Z"
        case (.uri, _): "an address such as https://example.com/page"
        case (.hostname, _): "the name of a host such as www.example.com"
        case (.ipv4, _): "an IPv4 address such as 192.0.2.1"
        case (.ipv6, _): "an IPv6 address such as 2001:db8::1"
        case (.uuid, _): "a UUID such as 123e4567-e89b-12d3-a456-426614174000"
        case (.regex, _): "a regular expression"
        case (nil, _): "as its format says"
        }
    }

    /// Replaces the placeholders in a template.
    ///
    /// The inserted texts are not searched for placeholders.
    static func fill(_ template: String, label: String, limit: String) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            if rest.hasPrefix("{label}") {
                text += label
                rest = rest.dropFirst("{label}".count)
            } else if rest.hasPrefix("{limit}") {
                text += limit
                rest = rest.dropFirst("{limit}".count)
            } else {
                text.append(rest.removeFirst())
            }
        }
        return text + rest
    }
}
