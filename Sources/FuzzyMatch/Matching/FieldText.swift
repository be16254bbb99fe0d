/// A field as a term sees it: units that are folded as the term is.
protocol FieldText {
    var count: Int { get }

    /// Which of the units from `64 * word` on are this one: a bit for each, the first one lowest.
    func places(of unit: UInt32, word: Int) -> UInt64

    /// Finds where units may lie from a place on, each behind the first place of the one before it: ``wordCount`` words
    /// for each unit, a bit for each place; false if they don't lie there in their order.
    func fill(
        _ table: UnsafeMutableBufferPointer<UInt64>, _ units: UnsafeBufferPointer<UInt32>, from start: Int
    ) -> Bool

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

    func fill(
        _ table: UnsafeMutableBufferPointer<UInt64>, _ units: UnsafeBufferPointer<UInt32>, from start: Int
    ) -> Bool {
        let wordCount = wordCount
        // Only what lies behind the first place of the unit before is one of this unit.
        var first = start / 64
        var behind = ~UInt64(0) << UInt64(start % 64)
        guard first < wordCount else { return false }
        for (row, unit) in units.enumerated() {
            let base = row * wordCount
            for word in 0..<first { table[base + word] = 0 }
            var found = -1
            for word in first..<wordCount {
                var places = places(of: unit, word: word)
                if word == first { places &= behind }
                table[base + word] = places
                if found < 0, places != 0 { found = word }
            }
            if found < 0 { return false }
            first = found
            let lowest = table[base + found] & (0 &- table[base + found])
            behind = 0 &- (lowest << 1)
        }
        return true
    }
}
