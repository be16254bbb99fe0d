import JSON

/// An error that a person is shown until its operation succeeds or begins anew, or they dismiss it.
public struct PresentedError: Sendable, Equatable {
    /// Where a front end shows it.
    public enum Display: String, Sendable, Codable, CaseIterable {
        case fullScreen, banner, alert, inline
    }

    /// Unique in its feature; two equal errors in a row have two ids.
    public let id: String
    /// The typed reason.
    public let failure: Failure
    /// Where it is shown.
    public let display: Display
    /// The operation that failed, in the feature's own words; `retry` reruns it.
    public let operation: String
    /// The action that a front end sends to try again; nil if that makes no sense.
    public let retry: String?
}

/// Why an operation failed.
public struct Failure: Error, Sendable, Equatable, Codable {
    /// A camelCase word for programs: `networkError`, `invalidData`, `targetGone`, ….
    public let code: String
    /// A sentence for people: what was wrong, where, and what would be right.
    public let message: String
    /// Whether trying again can help.
    public let retryable: Bool
    /// The HTTP status of a `serverError`.
    public let status: Int?

    /// The values that are wrong, where that is why it failed; not encoded.
    public private(set) var mistakes: [Mistake] = []
    /// The rows as they are now, where they have other versions than an edit names; not encoded.
    public internal(set) var current: [SourceRow] = []

    private enum CodingKeys: CodingKey {
        case code, message, retryable, status
    }

    /// What is wrong with a value that was handed on.
    public struct Mistake: Sendable, Equatable {
        /// A JSON Pointer to the value; nil where the values as a whole are wrong.
        public let path: String?
        /// A camelCase word for programs.
        public let code: String
        /// A sentence for people.
        public let message: String

        /// Makes a mistake.
        public init(path: String?, code: String, message: String) {
            self.path = path
            self.code = code
            self.message = message
        }
    }

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - code: what programs tell failures apart by.
    ///   - message: a sentence for people.
    ///   - retryable: whether the same may succeed if it is tried again.
    ///   - status: the HTTP status of a `serverError`; nil of any other failure.
    ///   - mistakes: the values that are wrong, where that is why.
    public init(
        _ code: String, _ message: String, retryable: Bool = true, status: Int? = nil, mistakes: [Mistake] = []
    ) {
        self.code = code
        self.message = message
        self.retryable = retryable
        self.status = status
        self.mistakes = mistakes
    }

    /// Values that were handed on are wrong.
    public static func invalidValues(_ mistakes: [Mistake]) -> Failure {
        var failure = Failure("invalidValues", mistakes.map(\.message).joined(separator: " "))
        failure.mistakes = mistakes
        return failure
    }

    /// An error of any type; one that is no failure has the code `failed` and says what it prints.
    public init(_ error: any Error) {
        self = error as? Failure ?? Failure("failed", "\(error)")
    }
}

/// The errors that a feature shows, oldest first.
///
/// Ids are never used twice.
public struct ErrorList: Sendable, Equatable {
    /// What is shown, oldest first.
    public private(set) var all: [PresentedError] = []
    private var count = 0

    /// An empty list.
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

    /// The error with this id; without one the newest.
    public func find(_ id: String?) -> PresentedError? {
        guard let id else { return all.last }
        return all.first { $0.id == id }
    }

    /// Takes an error away; nothing happens if it is not there.
    public mutating func remove(_ id: String) {
        all.removeAll { $0.id == id }
    }

    /// Takes away every error of an operation: it succeeded, or began anew.
    public mutating func removeAll(of operation: String) {
        if !all.isEmpty { all.removeAll { $0.operation == operation } }
    }

    /// Takes every error away; their ids stay used.
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
