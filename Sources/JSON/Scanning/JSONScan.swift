/// One pass over a text: checks all of it and follows a pointer on the way.
///
/// The containers that are open are a stack of brackets, so no input makes it recurse.
struct JSONScan {
    private var cursor: JSONTokenizer
    private let maximumDepth: Int
    private var open: [UInt8] = []

    /// What to look for; nil looks for nothing.
    private let tokens: [String]?
    /// How many of the open containers, from the root, the pointer leads through.
    private var onPath = 0
    /// Whether the value that begins next is one the pointer leads to or through.
    private var isSelected: Bool
    /// The element of the innermost container on the path that comes next, and the one that the pointer names.
    private var index = 0
    private var wantedIndex: Int?
    /// Where the wanted value begins, once seen, and how many containers are open around it.
    private var start: Int?
    private var startDepth = 0
    private var found: Range<Int>?

    init(_ bytes: UnsafeRawBufferPointer, tokens: [String]?, maximumDepth: Int) {
        self.cursor = JSONTokenizer(bytes)
        self.tokens = tokens
        self.maximumDepth = maximumDepth
        self.isSelected = tokens != nil
    }

    /// Where the wanted value stands.
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

    /// Steps over a scalar, or over the bracket that opens a container; says whether it was the latter.
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

    /// Whether the members of the innermost container are the ones to look among.
    private var isSearching: Bool { onPath > 0 && onPath == open.count && start == nil }

    private mutating func close() {
        open.removeLast()
        endValue()
        // What the pointer leads through has been passed, and the value was not in it.
        if onPath > open.count { onPath = 0 }
    }

    private mutating func endValue() {
        if let start, found == nil, open.count == startDepth { found = start..<cursor.offset }
        if isSelected {
            // A scalar where the pointer leads on: it names nothing, and what follows can't change that.
            if start == nil { onPath = 0 }
            isSelected = false
        }
    }
}
