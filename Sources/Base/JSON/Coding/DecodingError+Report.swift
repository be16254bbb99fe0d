/// The pointer, code and message of the error, for a response about invalid params.
extension DecodingError {
    /// A JSON Pointer to the invalid value, relative to the value that was decoded.
    public var jsonPointer: JSONPointer {
        switch self {
        case .keyNotFound(let key, let context): JSONPointer((context.codingPath + [key]).map(\.stringValue))
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            JSONPointer(context.codingPath.map(\.stringValue))
        @unknown default: JSONPointer()
        }
    }

    /// The reason for programs: `required`, `type` or `invalid`.
    public var reasonCode: String {
        switch self {
        case .keyNotFound, .valueNotFound: "required"
        case .typeMismatch: "type"
        case .dataCorrupted: "invalid"
        @unknown default: "invalid"
        }
    }

    /// The reason for users: the debug description of the error.
    public var reason: String {
        switch self {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "invalid"
        }
    }

    /// Returns the error with a message that lists the raw values of an enum.
    ///
    /// Any other error is returned unchanged.
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
