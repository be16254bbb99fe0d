/// A value in the text of an outline; the nodes of what is in it follow.
///
/// It says how long things are and not where they stand, so that it holds wherever its text comes to stand.
struct OutlineNode {
    /// How many bytes there are from the end of the value before it, or from the bracket of what it is in: the key and
    /// what goes between.
    private(set) var lead: UInt32
    private(set) var length: UInt32 = 0
    /// How many nodes of what is in it follow.
    private(set) var innerCount: UInt32 = 0
    private(set) var noteCount: UInt32 = 0

    /// What lies deeper is not looked into: it is replaced as a whole.
    static let maximumDepth = 32

    /// Begins the node of a value that a reader stands before.
    ///
    /// - Parameter end: where the value before it ends.
    init(_ reader: OutlineReader, after end: Int) {
        lead = UInt32(reader.offset - end)
    }

    /// The node of the same value behind another one.
    func moved(lead: Int) -> OutlineNode {
        var node = self
        node.lead = UInt32(lead)
        return node
    }

    /// Notes what is known when a reader has passed the value.
    mutating func close(at reader: OutlineReader, from start: OutlineReader, innerCount: Int) {
        length = UInt32(reader.offset - start.offset)
        noteCount = UInt32(reader.noteCount - start.noteCount)
        self.innerCount = UInt32(innerCount)
    }

    /// Adds the nodes of a value that a reader stands before, which it steps over.
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

/// A place among the nodes of an outline, in front of one, and in the text.
struct OutlineCursor {
    /// The number of the node.
    private(set) var node = 0
    /// Where the value before it ends, or what it is in begins.
    private(set) var offset = 0
    /// How many notes stand before it.
    private(set) var note = 0

    /// Steps over a value.
    @inline(__always)
    mutating func skip(_ node: OutlineNode) {
        self.node &+= 1 &+ Int(node.innerCount)
        offset &+= Int(node.lead) &+ Int(node.length)
        note &+= Int(node.noteCount)
    }

    /// The place in front of the first part of a value.
    func entered(_ node: OutlineNode) -> OutlineCursor {
        var cursor = self
        cursor.node += 1
        cursor.offset += Int(node.lead) + 1
        return cursor
    }

    /// Where the value stands.
    func part(_ node: OutlineNode) -> OutlineReader.Part {
        let start = offset + Int(node.lead)
        return OutlineReader.Part(
            range: start..<start + Int(node.length), notesBefore: note, noteCount: Int(node.noteCount))
    }
}
