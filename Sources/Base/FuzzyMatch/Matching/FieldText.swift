/// A field as a sequence of units: its characters, folded by the folding of the term (`Folding.units(of:)`).
protocol FieldText {
    var count: Int { get }

    /// Returns the positions of a unit among the 64 units from `64 * word` on.
    ///
    /// The result is a bit set, in which the lowest bit is the first position.
    func places(of unit: UInt32, word: Int) -> UInt64

    /// Writes a bit set of the possible positions of each unit into the table.
    ///
    /// Each bit set has ``wordCount`` words. A position is possible only if it is not before `start`, and is after the
    /// first possible position of the preceding unit.
    ///
    /// - Returns: false if the units don't occur in this order.
    func fill(
        _ table: UnsafeMutableBufferPointer<UInt64>, _ units: UnsafeBufferPointer<UInt32>, from start: Int
    ) -> Bool

    func has(_ unit: UInt32, at position: Int) -> Bool

    func characterClass(at position: Int) -> CharacterClass
}

extension FieldText {
    /// The number of 64-bit words for the positions of the text.
    var wordCount: Int { (count + 63) / 64 }

    /// Returns the class of the unit before a position; white space for the first position.
    func previousClass(at position: Int) -> CharacterClass {
        position == 0 ? .white : characterClass(at: position &- 1)
    }

    func fill(
        _ table: UnsafeMutableBufferPointer<UInt64>, _ units: UnsafeBufferPointer<UInt32>, from start: Int
    ) -> Bool {
        let wordCount = wordCount
        // A unit can only be after the first possible position of the preceding unit.
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
