/// Goes through the members of an object where its text lies, and checks what it passes.
///
/// The caller says of each value whether it goes into it or steps over it. What it accepts is what ``JSONScanner``
/// accepts; two members with the same key are two members.
public struct JSONMemberReader {
    /// A member's key, as the bytes between its quotes.
    public struct Key: Sendable {
        /// Where it stands.
        public let range: Range<Int>
        /// Whether it holds escapes, so that its bytes are not what it says.
        public let hasEscapes: Bool
    }

    private var cursor: JSONTokenizer
    /// How many objects were gone into.
    private var depth = 0
    /// Whether the object that was gone into last has shown no member yet.
    private var isAtStart = false
    /// The brackets of what is stepped over; kept for the next time.
    private var open: [UInt8] = []

    /// Reads from the beginning of a text.
    public init(_ bytes: UnsafeRawBufferPointer) {
        cursor = JSONTokenizer(bytes)
    }

    /// Whether what was passed is one line wherever it is written: it holds no raw line break, and no U+0085, U+2028 or
    /// U+2029, which some readers take for one.
    public var isOneLine: Bool { !cursor.hasLineBreaks }

    /// How many bytes were passed.
    public var offset: Int { cursor.offset }

    /// Goes into the object that comes next; false where it is another value, which is not passed then.
    public mutating func enterObject() -> Bool {
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: "{")) else { return false }
        depth += 1
        isAtStart = true
        return true
    }

    /// Steps to the next member's value and gives the key; nil behind the last member, when the object is left.
    ///
    /// - Throws: `JSONParseError` for what is no JSON.
    public mutating func nextKey() throws(JSONParseError) -> Key? {
        cursor.skipWhitespace()
        defer { isAtStart = false }
        if cursor.take(UInt8(ascii: "}")) {
            depth -= 1
            return nil
        }
        if !isAtStart {
            guard cursor.take(UInt8(ascii: ",")) else { throw cursor.fault("',' or '}' expected") }
            cursor.skipWhitespace()
        }
        return try takeKey()
    }

    /// Steps over the value that comes next, and says where it stands.
    ///
    /// - Throws: `JSONParseError` for what is no JSON, or lies too deep.
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
            if !isOpening {
                guard cursor.take(UInt8(ascii: ",")) else {
                    throw cursor.fault(isObject ? "',' or '}' expected" : "',' or ']' expected")
                }
                cursor.skipWhitespace()
            }
            if isObject { _ = try takeKey() }
            isOpening = try takeValue()
        }
        return start..<cursor.offset
    }

    /// Checks that nothing but white space follows.
    ///
    /// - Throws: `JSONParseError` where something does.
    public mutating func finish() throws(JSONParseError) {
        cursor.skipWhitespace()
        guard cursor.next == nil else { throw cursor.fault("end of input expected") }
    }

    private mutating func takeKey() throws(JSONParseError) -> Key {
        let key = try cursor.takeString()
        guard !key.hasNull else { throw cursor.fault(JSONParseError.nullInName, .limit) }
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: ":")) else { throw cursor.fault("':' expected") }
        return Key(range: key.content, hasEscapes: key.hasEscapes)
    }

    /// Steps over a scalar, or over the bracket that opens a container; says whether it was the latter.
    private mutating func takeValue() throws(JSONParseError) -> Bool {
        cursor.skipWhitespace()
        guard depth + open.count < JSONScanner.maximumDepth else {
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
