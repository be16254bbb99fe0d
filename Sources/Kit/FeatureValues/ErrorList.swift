import FHJSON

/// An error shown to the user until the failed operation succeeds or restarts, or until the user dismisses the error.
public struct PresentedError: Sendable, Equatable {
    /// The way in which clients show an error.
    public enum Display: String, Sendable, Codable, CaseIterable {
        case fullScreen, banner, alert, inline
    }

    /// The error's id, unique in its feature; a repeated error gets a new id.
    public let id: String
    /// The reason of the error, with a code and a message.
    public let failure: Failure
    /// The way in which clients show the error.
    public let display: Display
    /// The name of the failed operation, which `retry` repeats.
    public let operation: String
    /// The name of the action by which a client repeats the failed operation; nil if a repetition can't succeed.
    public let retry: String?
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

    /// Returns the error with this id, or the newest error if `id` is nil; nil if there is no such error.
    public func find(_ id: String?) -> PresentedError? {
        guard let id else { return all.last }
        return all.first { $0.id == id }
    }

    /// Removes the error with this id; does nothing if there is no such error.
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

    package func write(to json: inout JSONWriter) {
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

extension ErrorList {
    /// Replaces the banner about a source's problems, which are data that can't be shown as intended.
    ///
    /// A banner that the user has dismissed is not shown again until the problems change.
    ///
    /// - Parameters:
    ///   - problems: the current problems; nil if there are none.
    ///   - shown: the problems in the feature's state, which `problems` replaces.
    public mutating func show(_ problems: RowProblems?, insteadOf shown: inout RowProblems?) {
        guard problems != shown else { return }
        shown = problems
        removeAll(of: RowProblems.operation)
        guard let problems else { return }
        add(problems.failure, display: .banner, operation: RowProblems.operation)
    }
}
