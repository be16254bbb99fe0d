import FHKindParts

/// An operation on rows that the user accepted.
struct Operation: Sendable, Equatable {
    var request: RowOperation
    /// The query when the user accepted the rows.
    let query: String
}
