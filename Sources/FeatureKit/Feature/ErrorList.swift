import JSON

/// An error shown to the user until its operation succeeds or restarts, or the user dismisses it.
public struct PresentedError: Sendable, Equatable {
    /// The presentation of an error by clients.
    public enum Display: String, Sendable, Codable, CaseIterable {
        case fullScreen, banner, alert, inline
    }

    /// The error's id, unique in its feature; a repeated error gets a new id.
    public let id: String
    /// The typed reason.
    public let failure: Failure
    /// The presentation of the error.
    public let display: Display
    /// The name of the failed operation, which `retry` repeats.
    public let operation: String
    /// The action by which a client retries; nil if a retry makes no sense.
    public let retry: String?
}

/// The reason why an operation failed.
public struct Failure: Error, Sendable, Equatable, Codable {
    /// A camelCase code for programs: `networkError`, `invalidData`, `targetGone`, ….
    public let code: String
    /// A sentence for users: what failed, where, and what would be valid.
    public let message: String
    /// True if a retry can succeed.
    public let retryable: Bool
    /// The HTTP status of a `serverError`.
    public let status: Int?

    /// The validation errors that caused the failure; not encoded.
    public private(set) var mistakes: [Mistake] = []
    /// The current rows, if their versions differ from those that an edit names; not encoded.
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

    /// Converts an error of any type; one that is not a failure gets the code `failed` and its description as the
    /// message.
    public init(_ error: any Error) {
        self = error as? Failure ?? Failure("failed", "\(error)")
    }
}

/// The errors that a feature shows, oldest first.
///
/// Ids are never reused.
public struct ErrorList: Sendable, Equatable {
    /// The errors, oldest first.
    public private(set) var all: [PresentedError] = []
    private var count = 0

    /// Makes an empty list.
    public init() {}

    /// Adds an error and returns its id.
    @discardableResult
    public mutating func add(
        _ failure: Failure, display: PresentedError.Display, operation: String, retry: String? = "retry"
    ) -> String {
        count += 1
        let id = "e\(count)"
        all.append(
            PresentedError(
                id: id, failure: failure, display: display, operation: operation,
                retry: failure.retryable ? retry : nil))
        return id
    }

    /// The error with this id; without an id, the newest error.
    public func find(_ id: String?) -> PresentedError? {
        guard let id else { return all.last }
        return all.first { $0.id == id }
    }

    /// Removes an error; does nothing if there is none with this id.
    public mutating func remove(_ id: String) {
        all.removeAll { $0.id == id }
    }

    /// Removes all errors of an operation that has succeeded or restarted.
    public mutating func removeAll(of operation: String) {
        if !all.isEmpty { all.removeAll { $0.operation == operation } }
    }

    /// Removes all errors; their ids are not reused.
    public mutating func removeAll() {
        all.removeAll()
    }

    func write(to json: inout JSONWriter) {
        json.beginArray()
        for error in all {
            json.beginObject()
            json.field("id", error.id)
            json.field("code", error.failure.code)
            json.field("message", error.failure.message)
            if let status = error.failure.status { json.field("status", status) }
            json.field("retryable", error.failure.retryable)
            json.field("display", error.display.rawValue)
            if let retry = error.retry { json.field("retry", retry) }
            json.endObject()
        }
        json.endArray()
    }
}
