import FHJSON

/// Finds the line numbers of several values in one pass.
extension JSONScanner {
    /// Returns the lines of the values at `pointers`, in the same order; nil for each value that does not exist.
    ///
    /// Lines are counted from 1.
    ///
    /// The text is read once, regardless of the number of pointers.
    /// - Throws: `JSONParseError` if the part of the text that is read is not valid JSON.
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
        /// The indices of the child nodes, by the UTF-8 bytes of a pointer's token.
        var inner: [[UInt8]: Int] = [:]
        /// The indices of the pointers that end at this node.
        var pointers: [Int] = []
    }

    /// An object or array that is being read, because a pointer leads into it.
    private struct Container {
        let isObject: Bool
        /// The index of the container's node in the tree of pointers.
        let place: Int
        var count = 0
    }

    private(set) var lines: [Int?]
    private let bytes: UnsafeRawBufferPointer
    private var places = [Place()]
    private var open: [Container] = []
    private var reader: JSONMemberReader
    /// The line at the offset ``counted``, up to which line breaks have been counted.
    private var line = 1
    private var counted = 0

    init(_ bytes: UnsafeRawBufferPointer, _ pointers: [JSONPointer]) {
        self.bytes = bytes
        reader = JSONMemberReader(bytes)
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
        try readValue(at: 0)
        while let container = open.last {
            let token: String?
            if container.isObject {
                token = try reader.nextKey().map { reader.text(of: $0) }
            } else {
                token = try reader.nextElement() ? "\(container.count)" : nil
            }
            guard let token else {
                open.removeLast()
                continue
            }
            open[open.count - 1].count += 1
            try readValue(at: places[container.place].inner[Array(token.utf8)])
        }
    }

    /// Records the line of a value, and then skips or enters the value.
    private mutating func readValue(at place: Int?) throws(JSONParseError) {
        if let place {
            note(place)
            if !places[place].inner.isEmpty {
                let isObject = reader.enterObject()
                if isObject || reader.enterArray() { return open.append(Container(isObject: isObject, place: place)) }
            }
        }
        _ = try reader.skipValue()
    }

    private mutating func note(_ place: Int) {
        let offset = reader.nextOffset()
        for index in places[place].pointers where lines[index] == nil {
            for byte in bytes[counted..<offset] where byte == 0x0A { line += 1 }
            counted = offset
            lines[index] = line
        }
    }
}
