/// Writes the operations that lead from one text to another, and finds out what the newer one is made of.
///
/// It goes through both together. What is the same in both is stepped over by the nodes of the older one, which hold for
/// the newer one too; only what differs is read.
struct Difference {
    typealias Part = OutlineReader.Part

    /// The older text, and behind it the newer one.
    let bytes: UnsafeRawBufferPointer
    /// The nodes of the older text.
    let nodes: UnsafeBufferPointer<OutlineNode>
    /// What is noted in the older text.
    private let notes: [any Noted]
    /// What is noted in the newer text, whose numbers go on from there.
    private let newNotes: [any Noted]
    /// The nodes of the newer text, as far as it has been gone through.
    var newNodes: [OutlineNode]
    /// The path of the value under the eye.
    let path: PatchPath
    private var depth = 0
    /// Where the newer text begins.
    private var border = 0
    /// How far a place in the newer text is from the one in the older text that it was last compared with.
    private var shift = 0
    /// Up to where the older text has the same bytes from there on.
    private var agreed = -1

    init(
        _ bytes: UnsafeRawBufferPointer, _ nodes: UnsafeBufferPointer<OutlineNode>, _ notes: [any Noted],
        _ newNotes: [any Noted], newNodes: [OutlineNode], path: PatchPath
    ) {
        self.bytes = bytes
        self.nodes = nodes
        self.notes = notes
        self.newNotes = newNotes
        self.newNodes = newNodes
        self.path = path
    }

    /// Writes all operations.
    ///
    /// - Parameter border: where the newer text begins.
    mutating func write(from border: Int, to json: inout JSONWriter) {
        self.border = border
        var reader = OutlineReader(bytes, at: border, noteCount: notes.count)
        _ = reader.next()
        compare(OutlineCursor(), &reader, after: border, to: &json)
    }

    /// Compares the value behind a cursor with the one that a reader stands before, which it steps over.
    ///
    /// - Parameter end: where the value before the newer one ends.
    mutating func compare(
        _ cursor: OutlineCursor, _ reader: inout OutlineReader, after end: Int, to json: inout JSONWriter
    ) {
        if skipSame(cursor, &reader, after: end) { return }
        let node = nodes[cursor.node]
        let kind = bytes[cursor.offset + Int(node.lead)]
        guard kind == reader.byte, depth < OutlineNode.maximumDepth else {
            return replace(by: read(&reader, after: end), to: &json)
        }
        let newStart = reader
        let index = newNodes.count
        let start = json.count
        let needsComma = json.needsComma
        newNodes.append(OutlineNode(reader, after: end))
        let last = cursor.node + 1 + Int(node.innerCount)
        switch kind {
        case UInt8(ascii: "{"):
            guard compareMembers(cursor.entered(node), until: last, &reader, to: &json) else {
                json.truncate(to: start)
                json.needsComma = needsComma
                newNodes.removeSubrange(index...)
                reader = newStart
                return replace(by: read(&reader, after: end), to: &json)
            }
        case UInt8(ascii: "["): compareElements(cursor.entered(node), until: last, &reader, to: &json)
        case JSONOutline.mark:
            writeChanges(of: cursor.note, reader.noteCount, to: &json)
            _ = reader.takeValue()
        default:
            newNodes.removeLast()
            return replace(by: read(&reader, after: end), to: &json)
        }
        newNodes[index].close(at: reader, from: newStart, innerCount: newNodes.count - index - 1)
        if json.count == start { return }
        // Where the whole value is shorter than what has changed in it, that is said.
        let newPart = reader.part(from: newStart)
        guard isLonger(json.count - start - path.replacementSize(needsComma: needsComma), than: newPart) else { return }
        json.truncate(to: start)
        json.needsComma = needsComma
        replace(by: newPart, to: &json)
    }

    /// Reads a value of the newer text.
    mutating func read(_ reader: inout OutlineReader, after end: Int) -> Part {
        let start = reader
        OutlineNode.read(&reader, after: end, depth: depth, to: &newNodes)
        return reader.part(from: start)
    }

    /// Whether so many bytes are more than a new value has as text.
    private mutating func isLonger(_ length: Int, than part: Part) -> Bool {
        if length <= part.range.count { return false }
        let numbers = part.notesBefore..<part.notesBefore + part.noteCount
        // To count the bytes of what is noted takes as long as to write it.
        var count = part.range.count
        for number in numbers { count += note(number).minimumSize - 1 }
        if length <= count { return false }
        return length > numbers.reduce(part.range.count) { $0 + note($1).byteCount - 1 }
    }

    /// Writes what has changed of a part that is noted in both texts.
    mutating func writeChanges(of number: Int, _ newNumber: Int, to json: inout JSONWriter) {
        let (older, newer) = (note(number), note(newNumber))
        if older !== newer { newer.writeOperations(since: older, at: path, to: &json) }
    }

    func note(_ number: Int) -> any Noted { number < notes.count ? notes[number] : newNotes[number - notes.count] }

    // MARK: What is the same

    /// Steps over values that are the same in both texts, with what stands before them.
    ///
    /// - Parameter last: the node behind those that may be stepped over.
    /// - Returns: how many there were.
    mutating func skipSame(_ cursor: inout OutlineCursor, until last: Int, _ reader: inout OutlineReader) -> Int {
        let start = cursor
        let shift = reader.offset - cursor.offset
        var count = 0
        while cursor.node < last {
            let node = nodes[cursor.node]
            // The byte behind it is the same too: without it a number might go on.
            let end = cursor.offset &+ Int(node.lead) &+ Int(node.length) &+ 1
            if node.noteCount > 0 || !agrees(from: cursor.offset, to: end, shift) { break }
            cursor.skip(node)
            count &+= 1
        }
        if count == 0 { return 0 }
        takeNodes(start.node..<cursor.node)
        reader.skip(cursor.offset - start.offset)
        return count
    }

    /// Steps over a value that is the same in both texts, whatever stands before it; false where it isn't.
    mutating func skipSame(_ cursor: OutlineCursor, _ reader: inout OutlineReader, after end: Int) -> Bool {
        let node = nodes[cursor.node]
        let part = cursor.part(node)
        let newEnd = reader.offset + part.range.count
        guard part.noteCount == 0, newEnd <= bytes.count, bytes.isSame(part.range, reader.offset..<newEnd),
            reader.isEnd(newEnd)
        else { return false }
        newNodes.append(node.moved(lead: reader.offset - end))
        takeNodes(cursor.node + 1..<cursor.node + 1 + Int(node.innerCount))
        reader.skip(part.range.count)
        return true
    }

    private mutating func agrees(from start: Int, to end: Int, _ shift: Int) -> Bool {
        if shift != self.shift || start > agreed {
            self.shift = shift
            let limit = min(border - start, bytes.count - start - shift)
            agreed = start + bytes.sharedLength(start, start + shift, limit: limit)
        }
        return end <= agreed
    }

    /// Takes over nodes of values that are the same.
    private mutating func takeNodes(_ range: Range<Int>) {
        if !range.isEmpty { newNodes.append(contentsOf: UnsafeBufferPointer(rebasing: nodes[range])) }
    }

    // MARK: Paths

    mutating func descend(_ key: Range<Int>, _ body: (inout Difference) -> Void) {
        depth += 1
        path.visit(UnsafeRawBufferPointer(rebasing: bytes[key])) { body(&self) }
        depth -= 1
    }

    mutating func descend(_ place: Int, _ body: (inout Difference) -> Void) {
        depth += 1
        path.visit(place) { body(&self) }
        depth -= 1
    }
}
