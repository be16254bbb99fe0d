import JSON

/// Why a source would not perform an operation that a declaration names.
public enum OperationMistake: Sendable, Equatable {
    /// It performs none at all.
    case noOperations
    /// It performs others.
    case unknown(String, known: [String])

    /// What is wrong, and what would be right.
    public var message: String {
        switch self {
        case .noOperations: "has no operations; name a source that has"
        case .unknown(let operation, let known):
            "the source has no operation \(operation); it has: \(LikelyName.list(known))"
        }
    }
}

extension DataSource {
    /// What is wrong with having the source perform an operation.
    ///
    /// - Returns: nil where nothing is, and where the source does not say what its operations are.
    public func mistake(inOperation operation: String) -> OperationMistake? {
        if !abilities.contains(.perform) { return .noOperations }
        guard let operations, !operations.contains(operation) else { return nil }
        return .unknown(operation, known: operations)
    }
}
