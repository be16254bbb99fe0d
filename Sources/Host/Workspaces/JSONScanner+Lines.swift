import FHJSON

/// Finds the line numbers of several values in one pass.
extension JSONScanner {
    /// Returns the lines of the values at `pointers`, in the same order; nil for each value that does not exist.
    ///
    /// Lines are counted from 1.
    ///
    /// The text is read once, regardless of the number of pointers.
    /// - Throws: `JSONParseError` for invalid JSON, as far as the text is read.
    public static func lines(
        of pointers: [JSONPointer], in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> [Int?] {
        var scan = LineScan(bytes, pointers)
        try scan.run()
        return scan.lines
    }
}

/// A pass over a text that records the lines of the wanted values.
private struct LineScan {
    /// A node of the tree of pointers.
    private struct Place {
        /// The indices of the child nodes, by the bytes of a key or an index.
        var inner: [[UInt8]: Int] = [:]
        /// The indices of the pointers that end at this node.
        var pointers: [Int] = []
    }

    /// An open object or array.
    private struct Container {
        let isObject: Bool
        /// The node of the container; nil if no pointer leads into it.
        let place: Int?
        var count = 0
    }

    private(set) var lines: [Int?]
    private var places = [Place()]
    private var open: [Container] = []
    private var cursor: JSONTokenizer
    /// The line at the offset up to which line breaks have been counted.
    private var line = 1
    private var counted = 0

    init(_ bytes: UnsafeRawBufferPointer, _ pointers: [JSONPointer]) {
        cursor = JSONTokenizer(bytes)
        lines = Array(repeating: nil, count: pointers.count)
        for (index, pointer) in pointers.enumerated() {
            var place = 0
            for token in pointer.tokens { place = inner(Array(token.utf8), of: place) }
            places[place].pointers.append(index)
        }
    }

    private mutating func inner(_ key: [UInt8], of place: Int) -> Int {
        if let known = places[place].inner[key] { return known }
        places.append(Place())
        places[place].inner[key] = places.count - 1
        return places.count - 1
    }

    mutating func run() throws(JSONParseError) {
        try takeValue(at: 0)
        while let container = open.last {
            cursor.skipWhitespace()
            if cursor.take(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                open.removeLast()
                continue
            }
            if container.count > 0 {
                guard cursor.take(UInt8(ascii: ",")) else { throw cursor.fault("',' expected") }
                cursor.skipWhitespace()
            }
            open[open.count - 1].count += 1
            try takeValue(at: container.isObject ? takeKey(in: container) : place(in: container))
        }
    }

    private mutating func takeKey(in container: Container) throws(JSONParseError) -> Int? {
        let key = try cursor.takeString()
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: ":")) else { throw cursor.fault("':' expected") }
        guard let place = container.place, !places[place].inner.isEmpty else { return nil }
        return places[place].inner[Array(cursor.text(of: key).utf8)]
    }

    private func place(in array: Container) -> Int? {
        guard let place = array.place, !places[place].inner.isEmpty else { return nil }
        return places[place].inner[Array("\(array.count)".utf8)]
    }

    /// Records the line of a value, and then skips or enters the value.
    private mutating func takeValue(at place: Int?) throws(JSONParseError) {
        cursor.skipWhitespace()
        if let place { note(place) }
        let isObject = cursor.next == UInt8(ascii: "{")
        guard isObject || cursor.next == UInt8(ascii: "[") else { return try cursor.takeScalar() }
        cursor.offset += 1
        open.append(Container(isObject: isObject, place: place))
    }

    private mutating func note(_ place: Int) {
        for index in places[place].pointers where lines[index] == nil {
            for byte in cursor.bytes[counted..<cursor.offset] where byte == 0x0A { line += 1 }
            counted = cursor.offset
            lines[index] = line
        }
    }
}
