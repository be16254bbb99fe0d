/// Reads JSON text where it lies: checks it and finds values in it, without building a tree.
///
/// It accepts what `JSONValue.init(parsing:)` accepts, and besides duplicate keys, integers outside 64 bits and reals
/// that overflow: those are no matter of syntax.
public enum JSONScanner {
    /// How many levels a text may have: that of a value in an array in an array is 3.
    public static let maximumDepth = 2048

    /// Checks that `bytes` are one JSON text.
    ///
    /// - Throws: `JSONParseError` with the place of the first fault.
    public static func validate(_ bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        _ = try range(of: nil, in: bytes, maximumDepth: maximumDepth)
    }

    /// Whether `bytes` are one JSON text.
    public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (try? validate(bytes)) != nil
    }

    /// Where the value that `pointer` names stands, without the white space around it; nil if there is none.
    ///
    /// Of members with the same key the first one counts.
    /// - Throws: `JSONParseError` if `bytes` are not one JSON text, even where the fault follows the value.
    public static func range(
        of pointer: JSONPointer, in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> Range<Int>? {
        try range(of: pointer.tokens, in: bytes, maximumDepth: maximumDepth)
    }

    /// The line and the column in characters of a byte, both from 1.
    public static func place(of offset: Int, in bytes: UnsafeRawBufferPointer) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    /// The line, from 1, of the value that `pointer` names; nil if there is none.
    ///
    /// - Throws: `JSONParseError` if `bytes` are not one JSON text.
    public static func line(
        of pointer: JSONPointer, in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> Int? {
        guard let range = try range(of: pointer, in: bytes) else { return nil }
        return place(of: range.lowerBound, in: bytes).line
    }

    /// Whether `bytes` are one JSON text of any depth.
    static func isWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do {
            _ = try range(of: nil, in: bytes, maximumDepth: .max)
            return true
        } catch {
            return false
        }
    }

    private static func range(
        of tokens: [String]?, in bytes: UnsafeRawBufferPointer, maximumDepth: Int
    ) throws(JSONParseError) -> Range<Int>? {
        var scan = JSONScan(bytes, tokens: tokens, maximumDepth: maximumDepth)
        return try scan.run()
    }
}
