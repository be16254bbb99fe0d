import FHJSON
import FeatureKit

/// A validation error of a declaration that refers to an operation of a source.
public enum OperationDiagnostic: Sendable, Equatable {
    /// The source has no operations.
    case noOperations
    /// The source has no operation with this name; `known` contains the names of the operations that it has.
    case unknown(String, known: [String])

    /// The error and its correction, for users.
    public var message: String {
        switch self {
        case .noOperations: "has no operations; name a source that has"
        case .unknown(let operation, let known):
            "the source has no operation \(operation); it has: \(LikelyName.list(known))"
        }
    }
}

extension DataSource {
    /// The validation error for an operation of the source.
    ///
    /// - Returns: the error; nil if the source has the operation or doesn't list its operations.
    public func diagnostic(ofOperation operation: String) -> OperationDiagnostic? {
        if !capabilities.contains(.perform) { return .noOperations }
        guard let operations, !operations.contains(operation) else { return nil }
        return .unknown(operation, known: operations)
    }
}
