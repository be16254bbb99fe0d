/// The JSON Pointer, the reason code and the reason of a decoding error, for a response about invalid params.
extension DecodingError {
    /// A JSON Pointer to the invalid value or the missing member, relative to the value at which decoding started.
    public var jsonPointer: JSONPointer {
        switch self {
        case .keyNotFound(let key, let context): JSONPointer((context.codingPath + [key]).map(\.stringValue))
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            JSONPointer(context.codingPath.map(\.stringValue))
        @unknown default: JSONPointer()
        }
    }

    /// The reason as a code for programs.
    ///
    /// The code is `required` for a missing or null value, `type` for a value of the wrong type, otherwise `invalid`.
    public var reasonCode: String {
        switch self {
        case .keyNotFound, .valueNotFound: "required"
        case .typeMismatch: "type"
        case .dataCorrupted: "invalid"
        @unknown default: "invalid"
        }
    }

    /// The reason as a text for users: the debug description of the error.
    public var reason: String {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "invalid"
        }
    }

    /// Returns this error with a message that lists the raw values of an enum.
    ///
    /// The error is returned unchanged if `type` is not an enum whose raw values can be listed, or if the error reports
    /// a missing value.
    func naming<T>(valuesOf type: T.Type) -> DecodingError {
        guard let values = SchemaRecorder.rawValues(of: type) else { return self }
        func naming(_ context: Context) -> Context {
            let known = values.map { $0.value.stringValue ?? $0.description }.joined(separator: ", ")
            return Context(
                codingPath: context.codingPath, debugDescription: "must be one of \(known)",
                underlyingError: context.underlyingError)
        }
        switch self {
        case .typeMismatch(let type, let context): return .typeMismatch(type, naming(context))
        case .dataCorrupted(let context): return .dataCorrupted(naming(context))
        default: return self
        }
    }
}
