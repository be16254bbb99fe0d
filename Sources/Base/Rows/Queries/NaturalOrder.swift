/// The natural order of strings.
///
/// Numbers within strings are compared by value, so that `file2` precedes `file10`.
///
/// A number is a run of ASCII digits of any length. Leading zeros are ignored.
enum NaturalOrder {
    /// True if the natural order of a text may differ from the order of its bytes.
    ///
    /// - Parameter text: A text without case and accents.
    static func matters(for text: UnsafeBufferPointer<UInt8>) -> Bool {
        // The loop has no early exit, so that the compiler vectorizes it to 16 bytes at a time.
        var hasDigit: UInt8 = 0
        for byte in text { hasDigit |= byte &- 0x30 < 10 ? 1 : 0 }
        return hasDigit != 0
    }

    /// Returns the maximum length in bytes of the sort key of a text with `count` bytes.
    static func capacity(_ count: Int) -> Int { 2 * count + 2 }

    /// Writes the sort key of a text.
    ///
    /// The order of the bytes of two sort keys is the natural order of their texts.
    ///
    /// Each number is prefixed with the count of its digits: a byte from `0` to `8`, or `9` and the count in further
    /// bytes. The prefix begins with a digit, so numbers sort among other characters as digits do.
    ///
    /// - Parameters:
    ///   - text: A text without case and accents.
    ///   - key: A buffer of ``capacity(_:)`` bytes.
    /// - Returns: The number of bytes written.
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
