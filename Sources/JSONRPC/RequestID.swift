public import JSON

/// What ties an answer to its request: a string, a 64-bit integer or null (JSON-RPC 2.0 §4).
///
/// It comes back with the type that it was sent with: `1` and `"1"` are different ids. Those that are strings are told
/// apart by their bytes.
public enum RequestID: Sendable, Hashable {
    /// An id that is a string.
    case string(ExactText)

    /// An id that is a whole number without fraction or exponent.
    case integer(Int)

    /// The id null: of a request that asks for it, and of an answer to what has no readable id.
    case null

    /// Reads an id; nil where the value is of another kind.
    ///
    /// A number with a fraction or exponent is no id, not even `1.0`.
    public init?(_ value: JSONValue) {
        switch value.kind {
        case .string:
            guard let string = value.stringValue else { return nil }
            self = .string(ExactText(string))
        case .integer:
            guard let integer = value.intValue else { return nil }
            self = .integer(integer)
        case .null:
            self = .null
        case .bool, .real, .array, .object:
            return nil
        }
    }

    /// Writes the id as one JSON value.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let string): writer.value(string.text)
        case .integer(let integer): writer.value(integer)
        case .null: writer.null()
        }
    }
}
