public import FHJSON

/// The id of a request: a string, a 64-bit integer or null (JSON-RPC 2.0 §4).
///
/// The answer has the same id, with the same type: `1` and `"1"` are different ids. Strings are compared by their
/// bytes.
public enum RequestID: Sendable, Hashable {
    /// A string id.
    case string(ExactText)

    /// An integer id, without fraction or exponent.
    case integer(Int)

    /// The id `null`. A request can have this id, and the answer to a message without a readable id has it.
    case null

    /// Reads an id; nil if the value has another type.
    ///
    /// A number with a fraction or an exponent is not an id, not even `1.0`.
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

    /// Writes the id as a JSON value.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let string): writer.value(string.text)
        case .integer(let integer): writer.value(integer)
        case .null: writer.null()
        }
    }
}
