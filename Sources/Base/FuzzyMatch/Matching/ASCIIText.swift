import CFHVector

/// An ASCII field, which is read in place.
struct ASCIIText: FieldText {
    /// The text.
    ///
    /// After it, 64 more bytes are readable.
    let bytes: UnsafeBufferPointer<UInt8>
    let foldsCase: Bool
    /// The class of each ASCII character.
    let classes: UnsafeBufferPointer<CharacterClass>

    var count: Int { bytes.count }

    func places(of unit: UInt32, word: Int) -> UInt64 {
        guard unit < 0x80, let base = bytes.baseAddress else { return 0 }
        let start = 64 * word
        let places = vector_places(base + start, UInt8(truncatingIfNeeded: unit), ignored(unit))
        let left = bytes.count - start
        return left < 64 ? places & ((1 << UInt64(left)) - 1) : places
    }

    func fill(
        _ table: UnsafeMutableBufferPointer<UInt64>, _ units: UnsafeBufferPointer<UInt32>, from start: Int
    ) -> Bool {
        vector_fill(
            bytes.baseAddress, bytes.count, start, units.baseAddress, units.count, foldsCase, table.baseAddress)
    }

    func has(_ unit: UInt32, at position: Int) -> Bool {
        UInt32(bytes[position] | ignored(unit)) == unit
    }

    func characterClass(at position: Int) -> CharacterClass {
        classes[Int(bytes[position])]
    }

    /// Returns the bit in which the lower and the upper case of a letter differ.
    ///
    /// Returns 0 for units other than lower-case letters, and if case is not folded.
    static func ignored(_ unit: UInt32, foldsCase: Bool) -> UInt8 {
        foldsCase && (0x61...0x7A).contains(unit) ? 0x20 : 0
    }

    private func ignored(_ unit: UInt32) -> UInt8 { Self.ignored(unit, foldsCase: foldsCase) }
}
