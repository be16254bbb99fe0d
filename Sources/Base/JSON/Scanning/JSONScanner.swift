/// A validator and finder for JSON text, which works in place and without a tree.
///
/// It accepts all texts that `JSONValue.init(parsing:)` accepts, and also duplicate keys, integers outside 64 bits and
/// reals that overflow, which are no syntax errors.
public enum JSONScanner {
    /// The maximum number of levels of a text; a value in an array in an array has 3.
    public static let maximumDepth = 2048

    /// Validates that `bytes` are one JSON text.
    ///
    /// - Throws: `JSONParseError` at the first error.
    public static func validate(_ bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        _ = try range(of: nil, in: bytes, maximumDepth: maximumDepth)
    }

    /// True if `bytes` are one JSON text.
    public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (try? validate(bytes)) != nil
    }

    /// Returns the range of the value at `pointer`, without the white space around it; nil if there is none.
    ///
    /// The first of duplicate members counts.
    /// - Throws: `JSONParseError` for invalid JSON, even if the error follows the value.
    public static func range(
        of pointer: JSONPointer, in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> Range<Int>? {
        try range(of: pointer.tokens, in: bytes, maximumDepth: maximumDepth)
    }

    /// Returns the line and the column, in characters, of a byte; both count from 1.
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

    /// Returns the line, from 1, of the value at `pointer`; nil if there is none.
    ///
    /// - Throws: `JSONParseError` for invalid JSON.
    public static func line(
        of pointer: JSONPointer, in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> Int? {
        guard let range = try range(of: pointer, in: bytes) else { return nil }
        return place(of: range.lowerBound, in: bytes).line
    }

    /// True if `bytes` are one JSON text of any depth.
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
