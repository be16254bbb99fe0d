import FHJSON

/// The failures of calls that a source can't answer.
extension Failure {
    /// The failure of a source that is read-only.
    public static let readOnly = Failure(
        "readOnly", "this source can be read but not changed; declare a source that can", retryable: false)
    /// The failure of a source that has no operation with this name.
    public static func unknownOperation(_ operation: String) -> Failure {
        Failure("unknownOperation", "this source has no operation \(operation)", retryable: false)
    }
    /// The failure of a source that returned a cursor for the second time.
    public static func repeatedCursor(_ cursor: String) -> Failure {
        Failure(
            "invalidData",
            "the source gave the cursor \(LikelyName.shown(cursor)) a second time, which would go on for ever; each page needs another",
            retryable: true)
    }
    /// The failure of a source that returned a page of rows for the second time, and reports that more rows follow.
    public static let repeatedRows = Failure(
        "invalidData",
        "the source gave a page of rows that it had given before, and says that there are more, which would go on for ever; each page needs other rows",
        retryable: true)
    /// The failure of a call that was cancelled before its answer.
    public static let cancelled = Failure("cancelled", "the request was cancelled")
}
