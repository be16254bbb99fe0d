extension PatternParser {
    /// A pattern that never matches.
    ///
    /// It is in a group, because PCRE2 can't repeat an empty class, not even zero times.
    static let never = "(?:[])"

    /// Reads a class after its opening bracket.
    mutating func readClass(at start: Int) throws(PatternError) {
        output += "["
        let isNegated = take("^")
        if isNegated { output += "^" }
        let length = output.utf8.count
        var items = 0
        while !take("]") {
            guard peek != nil else { throw PatternError("the class is not closed", at: start) }
            let place = position
            let first = try readClassAtom(&items)
            if peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                position += 1
                guard let low = first, let high = try readClassAtom(&items) else {
                    throw PatternError("a range begins and ends with one character", at: place)
                }
                guard low <= high else { throw PatternError("the range is in the wrong order", at: place) }
                writeRange(low, high)
                if high > 0xFF { items += 1 }
            } else if let first {
                writeRange(first, first)
                if first > 0xFF { items += 1 }
            }
        }
        output += "]"
        if !isNegated, output.utf8.count == length + 1 {
            output.removeLast(2)
            output += Self.never
        }
        charge(items: items)
    }

    /// Reads and returns one character.
    ///
    /// For an escape that represents several characters, writes them and returns nil.
    private mutating func readClassAtom(_ items: inout Int) throws(PatternError) -> UInt32? {
        let start = position
        guard let next = peek else { throw PatternError("the class is not closed", at: start) }
        position += 1
        guard next == "\\" else { return next.value }
        if let set = try readSetEscape(at: start) {
            output += set.text
            items += set.items
            return nil
        }
        return try readCharacterEscape(at: start, inClass: true)
    }

    /// Writes a range.
    ///
    /// Surrogates at its ends are omitted, because no text contains them and PCRE2 refuses them.
    private mutating func writeRange(_ low: UInt32, _ high: UInt32) {
        let low = Unicode.Scalar(low) ?? "\u{E000}"
        let high = Unicode.Scalar(high) ?? "\u{D7FF}"
        guard low <= high else { return }
        write(low)
        guard low < high else { return }
        output += "-"
        write(high)
    }
}
