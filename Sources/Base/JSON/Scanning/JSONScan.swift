/// One pass over a text.
///
/// It validates the whole text and finds the value of a pointer.
///
/// The open containers are a stack of brackets, so no input causes recursion.
struct JSONScan {
    private var cursor: JSONTokenizer
    private let maximumDepth: Int
    private var open: [UInt8] = []

    /// The tokens of the pointer; nil to validate only.
    private let tokens: [String]?
    /// The number of open containers on the path of the pointer, counted from the root.
    private var onPath = 0
    /// True if the next value is the target of the pointer or is on the path to the target.
    private var isSelected: Bool
    /// The index of the next element in the innermost container on the path.
    ///
    /// The next member is the index in the pointer.
    private var index = 0
    private var wantedIndex: Int?
    /// The start of the target; nil until it is reached.
    ///
    /// The next member is the number of open containers around the target.
    private var start: Int?
    private var startDepth = 0
    private var found: Range<Int>?

    init(_ bytes: UnsafeRawBufferPointer, tokens: [String]?, maximumDepth: Int) {
        self.cursor = JSONTokenizer(bytes)
        self.tokens = tokens
        self.maximumDepth = maximumDepth
        self.isSelected = tokens != nil
    }

    /// Scans the text and returns the range of the target.
    mutating func run() throws(JSONParseError) -> Range<Int>? {
        var isOpening = try takeValue()
        while true {
            cursor.skipWhitespace()
            guard let bracket = open.last else { break }
            let isObject = bracket == UInt8(ascii: "{")
            if cursor.take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                close()
                isOpening = false
                continue
            }
            if !isOpening {
                guard cursor.take(UInt8(ascii: ",")) else {
                    throw cursor.fault(isObject ? "',' or '}' expected" : "',' or ']' expected")
                }
                cursor.skipWhitespace()
            }
            if isObject { try takeKey() } else { selectElement(isFirst: isOpening) }
            isOpening = try takeValue()
        }
        guard cursor.next == nil else { throw cursor.fault("end of input expected") }
        return found
    }

    /// Skips a scalar or an opening bracket.
    ///
    /// Returns true for a bracket.
    private mutating func takeValue() throws(JSONParseError) -> Bool {
        cursor.skipWhitespace()
        guard open.count < maximumDepth else { throw cursor.fault(JSONParseError.tooDeep, .limit) }
        if isSelected, let tokens, tokens.count == open.count {
            start = cursor.offset
            startDepth = open.count
        }
        guard let byte = cursor.next, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else {
            try cursor.takeScalar()
            endValue()
            return false
        }
        cursor.offset += 1
        open.append(byte)
        if isSelected, start == nil, let tokens {
            onPath = open.count
            index = 0
            wantedIndex = JSONPointer.index(tokens[open.count - 1])
        }
        isSelected = false
        return true
    }

    private mutating func takeKey() throws(JSONParseError) {
        let key = try cursor.takeString()
        guard !key.hasNull else { throw cursor.fault(JSONParseError.nullInName, .limit) }
        if isSearching, let tokens {
            isSelected = cursor.token(key, equals: tokens[open.count - 1])
        }
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: ":")) else { throw cursor.fault("':' expected") }
    }

    private mutating func selectElement(isFirst: Bool) {
        guard isSearching else { return }
        if !isFirst { index += 1 }
        isSelected = index == wantedIndex
    }

    /// True if the target may be among the members of the innermost container.
    private var isSearching: Bool { onPath > 0 && onPath == open.count && start == nil }

    private mutating func close() {
        open.removeLast()
        endValue()
        // A container on the path has ended, and the target was not in it.
        if onPath > open.count { onPath = 0 }
    }

    private mutating func endValue() {
        if let start, found == nil, open.count == startDepth { found = start..<cursor.offset }
        if isSelected {
            // A scalar on the path has no members, so the pointer has no target. Later members can't change that.
            if start == nil { onPath = 0 }
            isSelected = false
        }
    }
}
