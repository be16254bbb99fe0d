/// A field as a term sees it: units that are folded as the term is.
protocol FieldText {
    associatedtype Places: IteratorProtocol<Int>

    var count: Int { get }

    /// The places of a unit from `start` on, ascending.
    func places(of unit: UInt32, from start: Int) -> Places

    /// Whether a unit stands at a place of this text.
    func has(_ unit: UInt32, at position: Int) -> Bool

    func characterClass(at position: Int) -> CharacterClass
}

extension FieldText {
    /// The class of the unit before a place; white at the start.
    func previousClass(at position: Int) -> CharacterClass {
        position == 0 ? .white : characterClass(at: position - 1)
    }

    /// Where the last component begins, if this is a path; a slash at the end belongs to it.
    var basenameStart: Int {
        let slash = UInt32(UInt8(ascii: "/"))
        var start = max(count - 1, 0)
        while start > 0, !has(slash, at: start - 1) { start -= 1 }
        return start
    }
}
