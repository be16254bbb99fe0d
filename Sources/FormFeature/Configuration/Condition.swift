import JSON

/// What is asked of fields' values: whether a field is there, can be changed, or must not be empty.
///
/// A field is named by its path from the form, `/address/city`, or, without the slash at the front, from the group or
/// item in which the condition's own field stands: `city`. A field that is not visible counts as empty.
public indirect enum Condition: Sendable {
    /// The value is the same JSON; numbers by value.
    case equals(String, Operand)
    /// The text has the operand in it, whatever the case and accents of both; or an item of the array equals it.
    case contains(String, Operand)
    /// The value is one of these.
    case isIn(String, [JSONText])
    /// The value is a number above the operand, or a text behind it; dates with times are compared as moments.
    case greater(String, Operand)
    /// The value is a number below the operand, or a text before it; as ``greater(_:_:)``.
    case less(String, Operand)
    /// The field is empty.
    case isEmpty(String)
    /// All of these hold; an empty list does.
    case all([Condition])
    /// One of these holds; of an empty list none does.
    case any([Condition])
    /// This one does not hold.
    case not(Condition)

    /// What a value is compared with.
    public enum Operand: Sendable {
        /// A string, a number, a Boolean or null.
        case value(JSONText)
        /// What another field holds.
        case field(String)
    }
}

/// Something that must hold of several fields together.
///
/// It is not looked at while a field that it reads is empty, not visible or not enabled.
public struct FormRule: Sendable {
    /// What must hold.
    public var condition: Condition
    /// The code of the message.
    public var code: String
    /// What a person reads.
    public var message: String
    /// Whether it blocks.
    public var severity: Severity

    /// How bad it is that something does not hold.
    public enum Severity: String, Sendable, CaseIterable {
        case error, warning
    }

    /// Makes a rule.
    public init(_ condition: Condition, code: String = "rule", message: String, severity: Severity = .error) {
        self.condition = condition
        self.code = code
        self.message = message
        self.severity = severity
    }
}
