/// A decoding error, said the way an answer about params says it.
extension DecodingError {
    /// Where the fault is: a JSON Pointer from the value that was decoded.
    public var jsonPointer: JSONPointer {
        switch self {
        case .keyNotFound(let key, let context): JSONPointer((context.codingPath + [key]).map(\.stringValue))
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            JSONPointer(context.codingPath.map(\.stringValue))
        @unknown default: JSONPointer()
        }
    }

    /// What is wrong, for programs: `required`, `type` or `invalid`.
    public var reasonCode: String {
        switch self {
        case .keyNotFound, .valueNotFound: "required"
        case .typeMismatch: "type"
        case .dataCorrupted: "invalid"
        @unknown default: "invalid"
        }
    }

    /// What is wrong, for people.
    public var reason: String {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "invalid"
        }
    }
}
