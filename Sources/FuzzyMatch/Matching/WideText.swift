import TextFolding

/// A field of any scalars, folded to units.
struct WideText: FieldText {
    private(set) var units: [UInt32] = []
    private var classes: [CharacterClass] = []
    /// The scalar that each unit stems from.
    private var origins: [Int] = []
    /// How many scalars were folded so far.
    var scalarCount = 0

    var count: Int { units.count }

    mutating func append(_ unit: UInt32, _ kind: CharacterClass) {
        units.append(unit)
        classes.append(kind)
        origins.append(scalarCount)
    }

    /// Makes one unit of the last one and a mark.
    mutating func combine(_ mark: UInt32, _ kind: CharacterClass) {
        guard let last = units.last else { return append(mark, kind) }
        units[units.count - 1] = Folding.combine(last, mark)
    }

    /// Begins another text.
    mutating func removeAll() {
        units.removeAll(keepingCapacity: true)
        classes.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        scalarCount = 0
    }

    /// The scalars that a unit stands for, with the marks that were folded away behind them.
    func scalars(at position: Int) -> Range<Int> {
        let start = origins[position]
        return start..<(origins[position...].first { $0 > start } ?? scalarCount)
    }

    func places(of unit: UInt32, word: Int) -> UInt64 {
        var places: UInt64 = 0
        for position in (64 * word)..<min(64 * word + 64, units.count) where units[position] == unit {
            places |= 1 << UInt64(position & 63)
        }
        return places
    }

    func has(_ unit: UInt32, at position: Int) -> Bool { units[position] == unit }

    func characterClass(at position: Int) -> CharacterClass { classes[position] }
}
