/// A field as a term sees it: units that are folded as the term is.
protocol FieldText {
    var count: Int { get }

    /// Which of the units from `64 * word` on are this one: a bit for each, the first one lowest.
    func places(of unit: UInt32, word: Int) -> UInt64

    /// Whether a unit stands at a place of this text.
    func has(_ unit: UInt32, at position: Int) -> Bool

    func characterClass(at position: Int) -> CharacterClass
}

extension FieldText {
    /// How many words of places it has.
    var wordCount: Int { (count + 63) / 64 }

    /// The class of the unit before a place; white at the start.
    func previousClass(at position: Int) -> CharacterClass {
        position == 0 ? .white : characterClass(at: position &- 1)
    }
}
