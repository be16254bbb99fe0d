import JSON

/// Why an action was not applied; nothing changed and there is no new revision.
public enum ActionRefusal: Error, Sendable {
    /// One wrong member of the params.
    public struct Field: Sendable, Equatable {
        /// Where, as a JSON Pointer into the params.
        public let path: String
        /// A camelCase word: `required`, `type`, `invalid`, `unknown` for a name that there is none of, or why what it
        /// names is refused.
        public let code: String
        /// What would be right.
        public let message: String

        /// Names a wrong member.
        public init(path: String, code: String, message: String) {
            self.path = path
            self.code = code
            self.message = message
        }
    }

    /// The feature has no such action.
    case unknown(known: [String])
    /// The params don't fit the action's schema.
    case invalidParams([Field])
    /// Not now, and why: a camelCase word, and where that says more, a sentence that names what it is about.
    case unavailable(String, detail: String? = nil)

    /// The refusal of params that can't be decoded.
    ///
    /// - Parameter unknown: the members that the schema doesn't know.
    init(_ error: any Error, beside unknown: [Field] = []) {
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
        // A type that refuses its unknown members itself names one that the schema has told of.
        self = .invalidParams(unknown.contains(field) ? unknown : unknown + [field])
    }
}
