import FHJSON

/// A condition over named values: the members of a row, the fields of a form, the answers in a flow.
///
/// The meaning is the same in all three cases. A value is blank if it is missing, null, a string that consists only of
/// white space, or an empty array.
///
/// ```swift
/// let isOpenTask: Condition = .all([.equals("kind", .string("task")), .not(.equals("done", .bool(true)))])
/// ```
public indirect enum Condition: Sendable, Hashable {
    /// True if the value equals the operand. Numbers are compared by value.
    ///
    /// An operand that is a number or a Boolean also equals a string that spells the operand. An operand that is a
    /// string equals no number and no Boolean. 1 equals true, and 0 equals false. All blank values are equal. Other
    /// values are equal if they are the same JSON.
    case equals(String, Operand)
    /// True if the value is a string that contains the operand, or an array with an element that equals the operand.
    ///
    /// A string can contain only an operand that is a string. Case and accents are ignored in this comparison.
    case contains(String, Operand)
    /// True if the value equals one of these values.
    case isIn(String, [JSONText])
    /// True if the value is a greater number, or a string that follows the operand in natural order.
    ///
    /// Dates are compared as points in time. If the operand is a number, a string counts as the number that it spells.
    /// The condition does not hold for a blank value.
    case greater(String, Operand)
    /// True if the value is a smaller number, or a string that precedes the operand; see `greater`.
    case less(String, Operand)
    /// True if the value is blank.
    case isEmpty(String)
    /// True if all conditions hold. True for an empty list.
    case all([Condition])
    /// True if at least one of the conditions holds. False for an empty list.
    case any([Condition])
    /// True if the condition does not hold.
    case not(Condition)

    /// The operand of a comparison.
    public enum Operand: Sendable, Hashable {
        /// A JSON value.
        case value(JSONText)
        /// The value with another name, for example the value of another member of the row.
        case field(String)
    }

    /// Makes an `equals` condition with a JSON value as the operand.
    public static func equals(_ name: String, _ value: JSONText) -> Condition { .equals(name, .value(value)) }
    /// Makes a `contains` condition with a string as the operand.
    public static func contains(_ name: String, _ text: String) -> Condition {
        .contains(name, .value(.string(text)))
    }
    /// Makes a `greater` condition with a JSON value as the operand.
    public static func greater(_ name: String, _ value: JSONText) -> Condition { .greater(name, .value(value)) }
    /// Makes a `less` condition with a JSON value as the operand.
    public static func less(_ name: String, _ value: JSONText) -> Condition { .less(name, .value(value)) }
}

extension Condition {
    /// The condition that both conditions hold; nil is a condition that always holds.
    public static func both(_ first: Condition?, _ second: Condition?) -> Condition? {
        guard let first, let second else { return first ?? second }
        return .all([first, second])
    }

    /// The names that the condition reads.
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
