/// Natural order of texts: the numbers in them by value, so that `file2` stands before `file10`.
///
/// A number is a run of ASCII digits of any length. Zeros in front of it make no difference here.
enum NaturalOrder {
    /// True if natural order is another than that of the bytes.
    ///
    /// - Parameter text: a folded text.
    static func matters(for text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without an early end, which the compiler makes 16 bytes at a time of.
        var hasDigit: UInt8 = 0
        for byte in text { hasDigit |= byte &- 0x30 < 10 ? 1 : 0 }
        return hasDigit != 0
    }

    /// How many bytes the key of a text may have.
    static func capacity(_ count: Int) -> Int { 2 * count + 2 }

    /// Writes bytes that stand in natural order.
    ///
    /// Each number has how many digits it has in front of it: a byte from `0` to `8` in place of the digit that stands
    /// there, so that numbers stay where digits are among other characters, or `9` and the length.
    ///
    /// - Parameters:
    ///   - text: a folded text.
    ///   - key: memory for ``capacity(_:)`` bytes.
    /// - Returns: how many bytes were written.
    static func write(_ text: UnsafeBufferPointer<UInt8>, to key: UnsafeMutablePointer<UInt8>) -> Int {
        var position = 0
        var end = 0
        while position < text.count {
            let byte = text[position]
            guard byte &- 0x30 < 10 else {
                key[end] = byte
                end += 1
                position += 1
                continue
            }
            while position < text.count, text[position] == 0x30 { position += 1 }
            let start = position
            while position < text.count, text[position] &- 0x30 < 10 { position += 1 }
            end = writeLength(position - start, to: key, at: end)
            for place in start..<position {
                key[end] = text[place]
                end += 1
            }
        }
        return end
    }

    private static func writeLength(_ length: Int, to key: UnsafeMutablePointer<UInt8>, at place: Int) -> Int {
        guard length >= 9 else {
            key[place] = 0x30 + UInt8(length)
            return place + 1
        }
        key[place] = 0x39
        var end = place + 1
        var rest = length - 9
        while rest >= 254 {
            key[end] = 0xFF
            end += 1
            rest -= 254
        }
        key[end] = UInt8(rest + 1)
        return end + 1
    }
}
