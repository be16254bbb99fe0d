import FHTextFolding

/// A field of arbitrary scalars, which are folded to units.
struct WideText: FieldText {
    private(set) var units: [UInt32] = []
    private var classes: [CharacterClass] = []
    /// The index of the scalar from which each unit comes.
    private var origins: [Int] = []
    /// The number of scalars folded so far.
    var scalarCount = 0

    var count: Int { units.count }

    mutating func append(_ unit: UInt32, _ kind: CharacterClass) {
        units.append(unit)
        classes.append(kind)
        origins.append(scalarCount)
    }

    /// Combines the last unit with a mark; if there is no unit yet, appends the mark as a unit.
    mutating func combine(_ mark: UInt32, _ kind: CharacterClass) {
        guard let last = units.last else { return append(mark, kind) }
        units[units.count - 1] = Folding.combine(last, mark)
    }

    mutating func removeAll() {
        units.removeAll(keepingCapacity: true)
        classes.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        scalarCount = 0
    }

    /// Returns the range of a unit's scalars, including marks that folding has combined with the unit or removed.
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
