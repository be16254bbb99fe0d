import JSON

/// A condition over values that have names: the members of a row, the fields of a form, the answers in a flow.
///
/// It means the same wherever it stands. A value is blank where it is not there, null, text of nothing but white space,
/// or an array without elements.
public indirect enum Condition: Sendable, Hashable {
    /// The value is the same JSON; numbers by value.
    ///
    /// Text that says a number or a Boolean equals it, and so do 1 and 0 a Boolean. All blank values are equal.
    case equals(String, Operand)
    /// The text has the operand in it, whatever the case and accents of both; or an element of the array equals it.
    case contains(String, Operand)
    /// The value equals one of these.
    case isIn(String, [JSONText])
    /// The value is a number above the operand, or text behind it in natural order; dates are compared as moments.
    ///
    /// Compared with a number, text that says a number counts as that number. What is blank is not compared.
    case greater(String, Operand)
    /// The value is a number below the operand, or text before it; as ``greater(_:_:)``.
    case less(String, Operand)
    /// The value is blank.
    case isEmpty(String)
    /// All of these hold; an empty list does.
    case all([Condition])
    /// One of these holds; of an empty list none does.
    case any([Condition])
    /// This one does not hold.
    case not(Condition)

    /// What a value is compared with.
    public enum Operand: Sendable, Hashable {
        /// A value of JSON.
        case value(JSONText)
        /// The value of another name.
        case field(String)
    }

    /// Compares with a value.
    public static func equals(_ name: String, _ value: JSONText) -> Condition { .equals(name, .value(value)) }
    /// Looks for a text.
    public static func contains(_ name: String, _ text: String) -> Condition {
        .contains(name, .value(.string(text)))
    }
    /// Compares with a value.
    public static func greater(_ name: String, _ value: JSONText) -> Condition { .greater(name, .value(value)) }
    /// Compares with a value.
    public static func less(_ name: String, _ value: JSONText) -> Condition { .less(name, .value(value)) }
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
