import FHJSON
import FHTextFormats

/// The constraints of a field's value, named after JSON Schema's keywords.
///
/// An empty value satisfies all constraints.
public struct FieldConstraints: Sendable {
    /// The limits of the value.
    public var limits: [Limit: LimitValue] = [:]
    /// A regular expression that must match somewhere in the text.
    public var pattern: String?
    /// The format of the text, in addition to the format of the field's type.
    public var format: TextFormat?
    /// The permitted values; nil permits any.
    public var values: [JSONText]?
    /// The only permitted value; nil permits any.
    public var const: JSONText?
    /// True if all items must be different.
    public var uniqueItems = false
    /// The path of the field that must have the same value; nil if there is none.
    ///
    /// The path is written as in ``FieldConfiguration/visibleWhen``.
    public var equalTo: String?
    /// Texts that replace the English messages.
    ///
    /// The placeholder `{label}` is the field's label, and `{limit}` the violated limit.
    public var messages: [MessageCode: String] = [:]

    /// Creates constraints that permit any value.
    public init() {}

    /// A kind of limit, with its name on the wire.
    ///
    /// The code of the message about a violated limit is the limit's name.
    public enum Limit: String, Sendable, CaseIterable {
        case minLength, maxLength
        case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
        case minItems, maxItems
    }

    /// The bound of a limit: a number, or the value of another field.
    public enum LimitValue: Sendable, Equatable {
        case number(FieldNumber)
        /// The value of the field with this path; no limit while that field is empty.
        case field(String)
    }
}
