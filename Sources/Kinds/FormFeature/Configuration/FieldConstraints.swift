import FHJSON
import FHTextFormats

/// The constraints of a field's value, named after JSON Schema's keywords.
///
/// They don't apply to an empty value.
public struct FieldConstraints: Sendable {
    /// The limits of the value.
    public var limits: [Limit: LimitValue] = [:]
    /// A regular expression that must match somewhere in the text.
    public var pattern: String?
    /// The format of the text, in addition to the format of the field's type.
    public var format: TextFormat?
    /// The permitted values; nil permits any.
    public var values: [JSONText]?
    /// The only permitted value.
    public var const: JSONText?
    /// True if all items must be different.
    public var uniqueItems = false
    /// The field that must have the same value, named as in ``Condition``.
    public var equalTo: String?
    /// Texts that replace the English messages.
    ///
    /// The placeholder `{label}` is the field's label, and `{limit}` the violated limit.
    public var messages: [MessageCode: String] = [:]

    /// Creates constraints that permit any value.
    public init() {}

    /// A kind of limit, with its name on the wire.
    ///
    /// The code of its message has the same name.
    public enum Limit: String, Sendable, CaseIterable {
        case minLength, maxLength
        case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
        case minItems, maxItems
    }

    /// The bound of a limit: a number, or the value of another field.
    public enum LimitValue: Sendable, Equatable {
        case number(FieldNumber)
        /// The value of a field, named as in ``Condition``. There is no limit while that field is empty.
        case field(String)
    }
}
