/// Validates JSON text, and finds the ranges and lines of values in it.
///
/// It works in place and builds no tree.
///
/// It accepts all texts that `JSONValue.init(parsing:)` accepts. It also accepts duplicate keys, integers outside 64
/// bits and reals that overflow, because these are not syntax errors.
public enum JSONScanner {
    /// The maximum number of levels of a text.
    ///
    /// A value in a container counts as a level: `[[1]]` has three levels.
    public static let maximumDepth = 2048

    /// Validates that `bytes` contain exactly one JSON text.
    ///
    /// - Throws: `JSONParseError` at the first error.
    public static func validate(_ bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        _ = try range(of: nil, in: bytes, maximumDepth: maximumDepth)
    }

    /// True if `bytes` contain exactly one JSON text.
    public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        (try? validate(bytes)) != nil
    }

    /// Returns the range of the value at `pointer`, without the white space around it; nil if there is no such value.
    ///
    /// If a member is duplicated, the first one counts.
    /// - Throws: `JSONParseError` for invalid JSON, even if the error follows the value.
    public static func range(
        of pointer: JSONPointer, in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> Range<Int>? {
        try range(of: pointer.tokens, in: bytes, maximumDepth: maximumDepth)
    }

    /// Returns the line and the column of a byte.
    ///
    /// The column is in characters. Both are counted from 1.
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

    /// Returns the line of the value at `pointer`, counted from 1; nil if there is no such value.
    ///
    /// - Throws: `JSONParseError` for invalid JSON.
    public static func line(
        of pointer: JSONPointer, in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> Int? {
        guard let range = try range(of: pointer, in: bytes) else { return nil }
        return place(of: range.lowerBound, in: bytes).line
    }

    /// True if `bytes` contain exactly one JSON text of any depth.
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
        var reader = JSONMemberReader(bytes, maximumDepth: maximumDepth)
        var found: Range<Int>?
        if let tokens { found = try reader.readValue(at: tokens) } else { _ = try reader.skipValue() }
        try reader.finish()
        return found
    }
}

extension JSONMemberReader {
    /// Reads the next value, and returns the range of the value at a pointer within it; nil if there is no such value.
    fileprivate mutating func readValue(at tokens: [String]) throws(JSONParseError) -> Range<Int>? {
        /// For each entered container, true if it is an object.
        var entered: [Bool] = []
        var isOnPath = true
        for token in tokens where isOnPath {
            if enterObject() {
                isOnPath = try skipMembers(before: token)
                if isOnPath { entered.append(true) }
            } else if enterArray() {
                isOnPath = try skipElements(before: JSONPointer.index(token))
                if isOnPath { entered.append(false) }
            } else {
                isOnPath = false
                _ = try skipValue()
            }
        }
        let found = isOnPath ? try skipValue() : nil
        while let isObject = entered.popLast() {
            while isObject ? try nextKey() != nil : try nextElement() { _ = try skipValue() }
        }
        return found
    }

    /// Skips members up to a key; returns false after the last member if no member has the key.
    private mutating func skipMembers(before name: String) throws(JSONParseError) -> Bool {
        while let key = try nextKey() {
            if self.key(key, equals: name) { return true }
            _ = try skipValue()
        }
        return false
    }

    /// Skips elements up to an index; returns false after the last element if no element has the index.
    private mutating func skipElements(before wanted: Int?) throws(JSONParseError) -> Bool {
        var index = 0
        while try nextElement() {
            if index == wanted { return true }
            _ = try skipValue()
            index += 1
        }
        return false
    }
}
