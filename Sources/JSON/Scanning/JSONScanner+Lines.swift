/// Finds the lines of many values in one pass.
extension JSONScanner {
    /// The lines, from 1, of the values that `pointers` name, in their order; nil for each that is not there.
    ///
    /// The text is passed once, however many values are looked for.
    /// - Throws: `JSONParseError` if `bytes` are not one JSON text as far as they are read.
    public static func lines(
        of pointers: [JSONPointer], in bytes: UnsafeRawBufferPointer
    ) throws(JSONParseError) -> [Int?] {
        var scan = LineScan(bytes, pointers)
        try scan.run()
        return scan.lines
    }
}

/// A pass over a text that notes where wanted values begin.
private struct LineScan {
    /// A place that is wanted, or that leads to one.
    private struct Place {
        /// By the bytes of a key or of an index: what is below.
        var inner: [[UInt8]: Int] = [:]
        /// Those of the pointers that end here.
        var pointers: [Int] = []
    }

    /// An object or an array that the pass is in.
    private struct Container {
        let isObject: Bool
        /// The place that it is at; nil where nothing in it is wanted.
        let place: Int?
        var count = 0
    }

    private(set) var lines: [Int?]
    private var places = [Place()]
    private var open: [Container] = []
    private var cursor: JSONTokenizer
    /// The line of the byte up to which lines were counted.
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

    /// Notes where a value begins, and steps over it, or into it.
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
