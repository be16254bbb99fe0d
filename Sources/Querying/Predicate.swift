import JSON

/// Which rows a filter lets through.
///
/// The first operand names a member. One that is missing counts as null, and only ``equals(_:_:)`` and ``isIn(_:_:)``
/// let that through.
public indirect enum Predicate: Sendable, Hashable {
    /// The member is the same JSON; numbers by value.
    ///
    /// A number and a Boolean also equal text that says the same, since tables of text have them so.
    case equals(String, JSONText)
    /// The member is text that has the operand in it, whatever the case and the accents of both; or it is an array
    /// with an element that equals the operand.
    case contains(String, String)
    /// The member equals one of these.
    case isIn(String, [JSONText])
    /// The member is a number above the operand's value, or text behind the operand in folded order.
    ///
    /// Against a number, text that says a number is compared by its value. What can't be compared isn't let through.
    case greater(String, JSONText)
    /// The member is a number below the operand's value, or text before it; as ``greater(_:_:)``.
    case less(String, JSONText)
    /// All of these let the row through; so does an empty list.
    case all([Predicate])
    /// One of these lets the row through; an empty list lets none.
    case any([Predicate])
    /// This one does not let the row through.
    case not(Predicate)
}
