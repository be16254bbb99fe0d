import FHJSON

/// The reason why an action was not applied.
///
/// A refused action changes nothing and makes no revision.
public enum ActionRefusal: Error, Sendable {
    /// An invalid member of the params.
    public struct Field: Sendable, Equatable {
        /// A JSON Pointer into the params.
        public let path: String
        /// A camelCase code, such as `required`, `type`, `invalid`, or `unknown` for an undeclared member or name.
        ///
        /// If the member names a feature that can't be opened now, the code is the reason.
        public let code: String
        /// A sentence for users about the error.
        public let message: String

        /// Makes the error of one member.
        public init(path: String, code: String, message: String) {
            self.path = path
            self.code = code
            self.message = message
        }
    }

    /// The feature has no action with the name that was sent; `known` contains the names that it has.
    case unknown(known: [String])
    /// The params don't match the action's schema.
    case invalidParams([Field])
    /// The action is not available now, for a camelCase reason.
    ///
    /// The detail is a sentence for users about the row or the value concerned; nil if the reason is enough.
    case unavailable(String, detail: String? = nil)

    /// Makes the refusal of params that can't be decoded.
    ///
    /// - Parameters:
    ///   - error: the error of the decoder; an `ActionRefusal` is used unchanged.
    ///   - unknown: the errors for members that the schema doesn't declare.
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
        // The decoder of some types rejects unknown members itself: the same error is then in `unknown` already.
        self = .invalidParams(unknown.contains(field) ? unknown : unknown + [field])
    }
}
