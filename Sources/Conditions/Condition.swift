import JSON

/// What is asked of values that a person has entered, each by a name: of a form's fields, of the answers in a flow.
///
/// What the names mean, and which of them hold nothing, is for the feature that asks.
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
    /// It holds nothing.
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
        /// What is under another name.
        case field(String)
    }
}

extension Condition {
    /// The names that it reads.
    public var references: [String] {
        switch self {
        case .equals(let name, let operand), .contains(let name, let operand), .greater(let name, let operand),
            .less(let name, let operand):
            if case .field(let other) = operand { [name, other] } else { [name] }
        case .isIn(let name, _), .isEmpty(let name): [name]
        case .all(let parts), .any(let parts): parts.flatMap(\.references)
        case .not(let part): part.references
        }
    }
}
