/// A validating reader of the members of objects and the elements of arrays.
///
/// It works in place and builds no tree.
///
/// For each value, the caller determines whether the reader enters the value or skips it. The open containers of a
/// skipped value are a stack of brackets, so no input causes recursion. The reader accepts the same texts as
/// ``JSONScanner``. Duplicate keys are read as separate members.
///
/// ```swift
/// var reader = JSONMemberReader(bytes)
/// guard reader.enterObject() else { return }
/// while let key = try reader.nextKey() {
///     let value = try reader.skipValue()
/// }
/// try reader.finish()
/// ```
public struct JSONMemberReader {
    /// The key of a member, as the bytes between its quotes.
    public struct Key: Sendable {
        /// The range of the key in the text.
        public let range: Range<Int>
        /// True if the key has escapes.
        ///
        /// Then its bytes differ from its text.
        public let hasEscapes: Bool

        fileprivate var token: JSONTokenizer.StringToken {
            JSONTokenizer.StringToken(content: range, hasEscapes: hasEscapes)
        }
    }

    private var cursor: JSONTokenizer
    private let maximumDepth: Int
    /// The number of open containers that were entered.
    private var depth = 0
    /// True if no member or element of the innermost entered container has been read yet.
    private var isAtStart = false
    /// The open brackets within the skipped value.
    ///
    /// The array is kept so that its storage is reused.
    private var open: [UInt8] = []

    /// Makes a reader at the start of a text.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes, maximumDepth: JSONScanner.maximumDepth)
    }

    init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
        cursor = JSONTokenizer(bytes)
        self.maximumDepth = maximumDepth
    }

    /// True if the text that was read so far is a single line.
    ///
    /// It has no raw line break, and no U+0085, U+2028 or U+2029, which some readers treat as a line break.
    public var isOneLine: Bool { !cursor.hasLineBreaks }

    /// The number of bytes read so far.
    public var offset: Int { cursor.offset }

    /// Skips white space and returns the number of bytes read so far.
    public mutating func nextOffset() -> Int {
        cursor.skipWhitespace()
        return cursor.offset
    }

    /// Enters the next value if it is an object.
    ///
    /// Returns false, and skips only white space, if the value is not an object or is nested too deeply.
    public mutating func enterObject() -> Bool { enter(UInt8(ascii: "{")) }

    /// Enters the next value if it is an array.
    ///
    /// Returns false, and skips only white space, if the value is not an array or is nested too deeply.
    public mutating func enterArray() -> Bool { enter(UInt8(ascii: "[")) }

    private mutating func enter(_ bracket: UInt8) -> Bool {
        cursor.skipWhitespace()
        // `skipValue()` reports a value that is nested too deeply.
        guard depth < maximumDepth, cursor.take(bracket) else { return false }
        depth += 1
        isAtStart = true
        return true
    }

    /// Reads the next key.
    ///
    /// After the last member, returns nil and leaves the object.
    ///
    /// - Throws: `JSONParseError` for invalid JSON.
    public mutating func nextKey() throws(JSONParseError) -> Key? {
        cursor.skipWhitespace()
        defer { isAtStart = false }
        if cursor.take(UInt8(ascii: "}")) {
            depth -= 1
            return nil
        }
        if !isAtStart { try takeComma(inObject: true) }
        return try takeKey()
    }

    /// Moves to the next element.
    ///
    /// After the last element, returns false and leaves the array.
    ///
    /// - Throws: `JSONParseError` for invalid JSON.
    public mutating func nextElement() throws(JSONParseError) -> Bool {
        cursor.skipWhitespace()
        defer { isAtStart = false }
        if cursor.take(UInt8(ascii: "]")) {
            depth -= 1
            return false
        }
        if !isAtStart { try takeComma(inObject: false) }
        return true
    }

    /// Returns the text of a key.
    public func text(of key: Key) -> String { cursor.text(of: key.token) }

    /// True if the text of a key equals a string byte by byte.
    public func key(_ key: Key, equals text: String) -> Bool { cursor.token(key.token, equals: text) }

    /// Skips the next value and returns its range.
    ///
    /// - Throws: `JSONParseError` for invalid JSON, and for a value that is nested too deeply.
    public mutating func skipValue() throws(JSONParseError) -> Range<Int> {
        cursor.skipWhitespace()
        let start = cursor.offset
        var isOpening = try takeValue()
        while let bracket = open.last {
            cursor.skipWhitespace()
            let isObject = bracket == UInt8(ascii: "{")
            if cursor.take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                open.removeLast()
                isOpening = false
                continue
            }
            if !isOpening { try takeComma(inObject: isObject) }
            if isObject { _ = try takeKey() }
            isOpening = try takeValue()
        }
        return start..<cursor.offset
    }

    /// Checks that only white space follows.
    ///
    /// - Throws: `JSONParseError` if anything else follows.
    public mutating func finish() throws(JSONParseError) {
        cursor.skipWhitespace()
        guard cursor.next == nil else { throw cursor.fault("end of input expected") }
    }

    private mutating func takeComma(inObject: Bool) throws(JSONParseError) {
        guard cursor.take(UInt8(ascii: ",")) else {
            throw cursor.fault(inObject ? "',' or '}' expected" : "',' or ']' expected")
        }
        cursor.skipWhitespace()
    }

    private mutating func takeKey() throws(JSONParseError) -> Key {
        let key = try cursor.takeString()
        guard !key.hasNull else { throw cursor.fault(JSONParseError.nullInName, .limit) }
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: ":")) else { throw cursor.fault("':' expected") }
        return Key(range: key.content, hasEscapes: key.hasEscapes)
    }

    /// Skips a scalar or an opening bracket.
    ///
    /// Returns true for a bracket.
    private mutating func takeValue() throws(JSONParseError) -> Bool {
        cursor.skipWhitespace()
        guard depth + open.count < maximumDepth else {
            open = []
            throw cursor.fault(JSONParseError.tooDeep, .limit)
        }
        guard let byte = cursor.next, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
            try cursor.takeScalar()
            return false
        }
        cursor.offset += 1
        open.append(byte)
        return true
    }
}
