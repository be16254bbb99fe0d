import FHJSON

/// The reason why an action was not applied.
///
/// Such an action changes nothing and makes no revision.
public enum ActionRefusal: Error, Sendable {
    /// An invalid member of the params.
    public struct Field: Sendable, Equatable {
        /// A JSON Pointer into the params.
        public let path: String
        /// A camelCase code: `required`, `type`, `invalid`, `unknown` for an undeclared member, or the reason why the
        /// object that the member names is refused.
        public let code: String
        /// A sentence about what would be valid.
        public let message: String

        /// Makes a field from its parts.
        public init(path: String, code: String, message: String) {
            self.path = path
            self.code = code
            self.message = message
        }
    }

    /// The feature has no such action.
    case unknown(known: [String])
    /// The params don't match the action's schema.
    case invalidParams([Field])
    /// The action is not available now: a camelCase reason and, if the reason alone is not enough, a sentence about the
    /// object concerned.
    case unavailable(String, detail: String? = nil)

    /// The refusal of params that can't be decoded.
    ///
    /// - Parameter unknown: the members that the schema doesn't declare.
    package init(_ error: any Error, beside unknown: [Field] = []) {
        if let refusal = error as? ActionRefusal {
            self = refusal
            return
        }
        let field =
            switch error {
            case let error as DecodingError:
                Field(path: error.jsonPointer.description, code: error.reasonCode, message: error.reason)
            case let error as UnknownMember: Field(error)
            default: Field(path: "", code: "invalid", message: "\(error)")
            }
        // A type whose decoder rejects unknown members can report a member that the schema check has already found.
        self = .invalidParams(unknown.contains(field) ? unknown : unknown + [field])
    }
}
