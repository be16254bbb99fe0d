/// A value in the text of a ``JSONOutline``.
///
/// The nodes of its members or elements follow in the array of nodes.
///
/// A node contains lengths and no offsets, so it stays valid if its text is moved.
struct OutlineNode {
    /// The number of bytes before the value: the key and the separators.
    ///
    /// The bytes are counted from the end of the preceding value or, for the first value of a container, from the
    /// beginning of the container's contents.
    private(set) var lead: UInt32
    private(set) var length: UInt32 = 0
    /// The number of nodes within the value, which follow this node.
    private(set) var innerCount: UInt32 = 0
    private(set) var deferredCount: UInt32 = 0

    /// The maximum depth of nodes.
    ///
    /// A value at this depth has no nodes within it, and is replaced as a whole if it differs.
    static let maximumDepth = 32

    /// Begins the node of the value at a reader.
    ///
    /// - Parameter end: The end of the preceding value; for a first value, the beginning of the container's contents.
    init(_ reader: OutlineReader, after end: Int) {
        lead = UInt32(reader.offset - end)
    }

    /// Returns the node of the same value with a different number of bytes before the value.
    func moved(lead: Int) -> OutlineNode {
        var node = self
        node.lead = UInt32(lead)
        return node
    }

    /// Completes the node of a value that begins at the reader `start` and ends at `reader`.
    mutating func close(at reader: OutlineReader, from start: OutlineReader, innerCount: Int) {
        length = UInt32(reader.offset - start.offset)
        deferredCount = UInt32(reader.deferredCount - start.deferredCount)
        self.innerCount = UInt32(innerCount)
    }

    /// Appends the nodes of the value at a reader.
    ///
    /// Moves the reader past the value.
    static func read(_ reader: inout OutlineReader, after end: Int, depth: Int, to nodes: inout [OutlineNode]) {
        let index = nodes.count
        let start = reader
        nodes.append(OutlineNode(reader, after: end))
        if depth < maximumDepth, reader.hasParts {
            let isObject = reader.byte == UInt8(ascii: "{")
            reader.enter()
            var end = reader.offset
            while reader.step() {
                if isObject { _ = reader.takeKey() }
                read(&reader, after: end, depth: depth + 1, to: &nodes)
                end = reader.offset
            }
        } else {
            reader.skipValue()
        }
        nodes[index].close(at: reader, from: start, innerCount: nodes.count - index - 1)
    }
}

/// A position before a value of a ``JSONOutline``, in its nodes, in its text and among its deferred parts.
struct OutlineCursor {
    /// The index of the node.
    private(set) var node = 0
    /// The end of the previous value, or the beginning of the container's contents.
    private(set) var offset = 0
    /// The number of deferred parts before the position.
    private(set) var deferredNumber = 0

    /// Moves past a value.
    @inline(__always)
    mutating func skip(_ node: OutlineNode) {
        self.node &+= 1 &+ Int(node.innerCount)
        offset &+= Int(node.lead) &+ Int(node.length)
        deferredNumber &+= Int(node.deferredCount)
    }

    /// Returns the position before the first member or element of the value after this position.
    func entered(_ node: OutlineNode) -> OutlineCursor {
        var cursor = self
        cursor.node += 1
        cursor.offset += Int(node.lead) + 1
        return cursor
    }

    /// Returns the place, in the text, of the value after this position.
    func part(_ node: OutlineNode) -> OutlineReader.Part {
        let start = offset + Int(node.lead)
        return OutlineReader.Part(
            range: start..<start + Int(node.length), deferredBefore: deferredNumber,
            deferredCount: Int(node.deferredCount))
    }
}
