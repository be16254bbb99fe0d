import FHJSON

/// The reason why an operation failed.
public struct Failure: Error, Sendable, Equatable, Codable {
    /// A camelCase code for programs: `networkError`, `invalidData`, `targetGone`, ….
    public let code: String
    /// A sentence for users: what failed, where, and what would be valid.
    public let message: String
    /// True if a retry can succeed.
    public let retryable: Bool
    /// The HTTP status of a `serverError`; nil for any other failure.
    public let status: Int?

    /// The validation errors that caused the failure.
    ///
    /// They are not encoded.
    public private(set) var mistakes: [Mistake] = []
    /// The current rows, if their versions differ from those that an edit specifies; empty for any other failure.
    ///
    /// They are not encoded.
    public internal(set) var current: [SourceRow] = []

    private enum CodingKeys: CodingKey {
        case code, message, retryable, status
    }

    /// A validation error in a submitted value.
    public struct Mistake: Sendable, Equatable {
        /// A JSON Pointer to the value; nil if the values as a whole are invalid.
        public let path: String?
        /// A camelCase code for programs.
        public let code: String
        /// A sentence for users.
        public let message: String

        /// Makes a validation error from its parts.
        public init(path: String?, code: String, message: String) {
            self.path = path
            self.code = code
            self.message = message
        }
    }

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - code: the code by which programs distinguish failures.
    ///   - message: a sentence for users.
    ///   - retryable: true if a retry of the same operation can succeed.
    ///   - status: the HTTP status of a `serverError`; nil for any other failure.
    ///   - mistakes: the validation errors that caused the failure.
    public init(
        _ code: String, _ message: String, retryable: Bool = true, status: Int? = nil, mistakes: [Mistake] = []
    ) {
        self.code = code
        self.message = message
        self.retryable = retryable
        self.status = status
        self.mistakes = mistakes
    }

    /// A failure with the code `invalidValues`: submitted values are invalid.
    public static func invalidValues(_ mistakes: [Mistake]) -> Failure {
        var failure = Failure("invalidValues", mistakes.map(\.message).joined(separator: " "))
        failure.mistakes = mistakes
        return failure
    }

    /// Converts an error of any type.
    ///
    /// A ``Failure`` is used unchanged. Any other error becomes a failure with the code `failed` and the error's
    /// description as the message.
    public init(_ error: any Error) {
        self = error as? Failure ?? Failure("failed", "\(error)")
    }
}
