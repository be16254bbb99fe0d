/// Writes the patch operations from an older text to a newer text, and builds the nodes of the newer text.
///
/// Both texts are read in parallel. Equal values are skipped together with their nodes in the older text, because these
/// nodes are valid for the newer text too. Only differing values are read.
struct Difference {
    typealias Part = OutlineReader.Part

    /// The older text, followed by the newer one.
    let bytes: UnsafeRawBufferPointer
    /// The nodes of the older text.
    let nodes: UnsafeBufferPointer<OutlineNode>
    /// The deferred parts of the older text.
    private let deferred: [any Deferred]
    /// The deferred parts of the newer text.
    ///
    /// Their numbers continue the numbers of the older text's parts.
    private let newDeferred: [any Deferred]
    /// The nodes of the newer text up to the current value.
    var newNodes: [OutlineNode]
    /// The path of the current value.
    let path: PatchPath
    private var depth = 0
    /// The offset at which the newer text begins.
    private var border = 0
    /// The offset in the newer text minus the offset in the older text, in the last comparison.
    private var shift = 0
    /// The offset in the older text up to which both texts were found to be equal at the current shift.
    private var agreed = -1

    init(
        _ bytes: UnsafeRawBufferPointer, _ nodes: UnsafeBufferPointer<OutlineNode>, _ deferred: [any Deferred],
        _ newDeferred: [any Deferred], newNodes: [OutlineNode], path: PatchPath
    ) {
        self.bytes = bytes
        self.nodes = nodes
        self.deferred = deferred
        self.newDeferred = newDeferred
        self.newNodes = newNodes
        self.path = path
    }

    /// Writes the operations that turn the older text into the newer one.
    ///
    /// - Parameter border: The offset in ``bytes`` at which the newer text begins.
    mutating func write(from border: Int, to json: inout JSONWriter) {
        self.border = border
        var reader = OutlineReader(bytes, at: border, deferredCount: deferred.count)
        _ = reader.next()
        compare(OutlineCursor(), &reader, after: border, to: &json)
    }

    /// Writes the operations that turn the older value (after `cursor`) into the newer value (at `reader`).
    ///
    /// Moves the reader past the newer value.
    ///
    /// - Parameter end: The end of the preceding value; for a first value, the beginning of the container's contents.
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
            writeChanges(of: cursor.deferredNumber, reader.deferredCount, to: &json)
            _ = reader.takeValue()
        default:
            newNodes.removeLast()
            return replace(by: read(&reader, after: end), to: &json)
        }
        newNodes[index].close(at: reader, from: newStart, innerCount: newNodes.count - index - 1)
        if json.count == start { return }
        // If the whole value is shorter than the operations within it, the value is replaced.
        let newPart = reader.part(from: newStart)
        guard isLonger(json.count - start - path.replacementSize(needsComma: needsComma), than: newPart) else { return }
        json.truncate(to: start)
        json.needsComma = needsComma
        replace(by: newPart, to: &json)
    }

    /// Reads a value of the newer text and appends its nodes.
    mutating func read(_ reader: inout OutlineReader, after end: Int) -> Part {
        let start = reader
        OutlineNode.read(&reader, after: end, depth: depth, to: &newNodes)
        return reader.part(from: start)
    }

    /// True if the text of the new value has fewer than `length` bytes.
    private mutating func isLonger(_ length: Int, than part: Part) -> Bool {
        if length <= part.range.count { return false }
        let numbers = part.deferredBefore..<part.deferredBefore + part.deferredCount
        // Counting the bytes of a deferred part takes as long as writing it, so the lower bounds are tried first.
        var count = part.range.count
        for number in numbers { count += deferredPart(number).minimumSize - 1 }
        if length <= count { return false }
        return length > numbers.reduce(part.range.count) { $0 + deferredPart($1).byteCount - 1 }
    }

    /// Writes the operations for a part that is deferred in both texts.
    ///
    /// The arguments are the number of the older part and the number of the newer part.
    mutating func writeChanges(of number: Int, _ newNumber: Int, to json: inout JSONWriter) {
        let (older, newer) = (deferredPart(number), deferredPart(newNumber))
        if older !== newer { newer.writeOperations(since: older, at: path, to: &json) }
    }

    func deferredPart(_ number: Int) -> any Deferred {
        number < deferred.count ? deferred[number] : newDeferred[number - deferred.count]
    }

    // MARK: Equal values

    /// Skips values that are equal in both texts.
    ///
    /// The bytes before each value must be equal too.
    ///
    /// - Parameter last: The index of the node after the last value that may be skipped.
    /// - Returns: The number of skipped values.
    mutating func skipSame(_ cursor: inout OutlineCursor, until last: Int, _ reader: inout OutlineReader) -> Int {
        let start = cursor
        let shift = reader.offset - cursor.offset
        var count = 0
        while cursor.node < last {
            let node = nodes[cursor.node]
            // The byte after the value is compared too, because a number could continue there.
            let end = cursor.offset &+ Int(node.lead) &+ Int(node.length) &+ 1
            if node.deferredCount > 0 || !agrees(from: cursor.offset, to: end, shift) { break }
            cursor.skip(node)
            count &+= 1
        }
        if count == 0 { return 0 }
        takeNodes(start.node..<cursor.node)
        reader.skip(cursor.offset - start.offset)
        return count
    }

    /// Skips a value that is equal in both texts, even if the bytes before the value differ.
    ///
    /// - Returns: False if the value differs or has deferred parts.
    mutating func skipSame(_ cursor: OutlineCursor, _ reader: inout OutlineReader, after end: Int) -> Bool {
        let node = nodes[cursor.node]
        let part = cursor.part(node)
        let newEnd = reader.offset + part.range.count
        guard part.deferredCount == 0, newEnd <= bytes.count, bytes.isSame(part.range, reader.offset..<newEnd),
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

    /// Appends the nodes of equal values to the new nodes.
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
