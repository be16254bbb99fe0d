import JSON
import Querying
import TextFormats

/// What must hold of a field's value where it is not empty, in JSON Schema's keywords.
public struct FieldConstraints: Sendable {
    /// The limits of its value.
    public var limits: [Limit: LimitValue] = [:]
    /// A regular expression that something in the text must match.
    public var pattern: String?
    /// What the text must look like, beside what the field's type says.
    public var format: TextFormat?
    /// The values that are right; any where it is nil.
    public var values: [JSONText]?
    /// The one value that is right.
    public var const: JSONText?
    /// Whether no item may come twice.
    public var uniqueItems = false
    /// The field that it must not differ from, as in ``Condition``.
    public var equalTo: String?
    /// Texts that take the place of the English ones.
    ///
    /// `{label}` in them is the field's label, `{limit}` the limit that was broken.
    public var messages: [MessageCode: String] = [:]

    /// No constraint at all.
    public init() {}

    /// A limit's name on the wire, which is also the code of its message.
    public enum Limit: String, Sendable, CaseIterable {
        case minLength, maxLength
        case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
        case minItems, maxItems
    }

    /// A limit: a number, or what another field holds.
    public enum LimitValue: Sendable, Equatable {
        case number(FieldNumber)
        /// The value of a field, named as in ``Condition``; no limit while that is empty.
        case field(String)
    }
}
