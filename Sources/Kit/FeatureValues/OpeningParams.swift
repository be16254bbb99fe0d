import FHJSON

/// The params that a feature accepts when it is opened; all other params are refused.
public struct OpeningParams: Sendable {
    /// The params that a feature of any kind receives if it is opened about a row.
    private static let ofRows = ["id", "values", "version"]

    private let names: [String]
    private let mistakes: @Sendable (JSONValue) -> [ActionRefusal.Field]

    /// Declares the params.
    ///
    /// - Parameters:
    ///   - names: the names of the params that a client may send.
    ///   - mistakes: returns the errors for undeclared members inside the values of these params.
    public init(_ names: [String], mistakes: @escaping @Sendable (JSONValue) -> [ActionRefusal.Field] = { _ in [] }) {
        self.names = names
        self.mistakes = mistakes
    }

    /// Checks the params of a feature that a client opens.
    ///
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` with all undeclared members.
    package func check(_ params: JSONValue) throws(ActionRefusal) {
        let unknown = ActionRefusal.Field.unknown(in: params, known: names) + mistakes(params)
        if !unknown.isEmpty { throw .invalidParams(unknown) }
    }

    /// Checks the params of a feature that another feature presents or pushes.
    ///
    /// The params `id`, `values` and `version` of a row are always allowed.
    ///
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` with all undeclared names.
    package func checkNames(in params: JSONValue) throws(ActionRefusal) {
        let known = names + Self.ofRows.filter { !names.contains($0) }
        let unknown = ActionRefusal.Field.unknown(in: params, known: known)
        if !unknown.isEmpty { throw .invalidParams(unknown) }
    }
}
