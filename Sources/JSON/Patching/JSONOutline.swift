/// A text of which parts are noted and not written, to be compared with the one that takes its place.
///
/// It is made in a fraction of the time that the text takes. What it is made of is known from one text to the next: of
/// a newer one only what differs is read.
public final class JSONOutline {
    /// What stands in the text for a value that is noted: no JSON text has this byte.
    static let mark: UInt8 = 0x01
    /// What stands in the text for members that are noted, without a key of its own.
    static let membersMark: UInt8 = 0x02

    /// How much text is compared; a longer one is written whole.
    private static let comparedSize = 1 << 20
    /// What is small has so many nodes at most.
    private static let fewNodes = 24
    /// So much room is kept, however short the text becomes.
    static let room = 64 << 10

    /// The text, and behind it for a while the newer one.
    private var text: JSONWriter
    private let notes = Notes()
    /// The path of the whole document, between two patches.
    private lazy var path = PatchPath()
    private var nodes: [OutlineNode] = []
    /// Room for the nodes of the newer text.
    private var spare: [OutlineNode] = []
    /// Where what is noted stands in the text; nil where that was not asked for yet.
    private var notePlaces: [NotePlace]?
    /// Nothing is kept of a text that is too long.
    private var isCompared = true

    /// Notes what `body` writes, which must be exactly one value.
    public init(capacity: Int = 4 << 10, _ body: (inout JSONWriter) -> Void) {
        text = JSONWriter(capacity: capacity)
        nodes.reserveCapacity(Self.fewNodes)
        spare.reserveCapacity(Self.fewNodes)
        text.notes = notes
        write(body)
    }

    /// Puts what `body` writes in the place of the text.
    public func replace(by body: (inout JSONWriter) -> Void) {
        text.removeAll()
        notes.removeAll()
        nodes.removeAll(keepingCapacity: true)
        notePlaces = nil
        write(body)
    }

    private func write(_ body: (inout JSONWriter) -> Void) {
        body(&text)
        isCompared = text.count <= Self.comparedSize
        guard isCompared else { return tidy() }
        text.withUnsafeBytes { bytes in
            var reader = OutlineReader(bytes)
            _ = reader.next()
            OutlineNode.read(&reader, after: 0, depth: 0, to: &nodes)
        }
    }

    static func isMark(_ byte: UInt8) -> Bool { byte == mark || byte == membersMark }

    /// Writes what leads from this text to the one that `body` writes, which takes its place: a JSON Patch (RFC 6902) of
    /// `add`, `remove` and `replace`.
    ///
    /// Elements of arrays that are objects with an `id`, or else a `key`, are known by it, so that one that moves is
    /// taken out and put in again and leaves the others alone. Where an operation for a whole value is the shortest,
    /// that is what there is; values around what is noted are looked at only where something else has changed too.
    ///
    /// - Returns: false where nothing was written, because one of the texts without what is noted is so long that comparing
    ///   them would take a while.
    public func writePatch(to json: inout JSONWriter, next body: (inout JSONWriter) -> Void) -> Bool {
        guard isCompared else {
            replace(by: body)
            return false
        }
        let length = text.count
        writeNext(body)
        defer { notes.forgetOlder() }
        isCompared = text.count - length <= Self.comparedSize
        guard isCompared else {
            text.removeBytes(0..<length)
            tidy()
            return false
        }
        json.beginArray()
        if text.withUnsafeBytes({ $0.isSame(0..<length, length..<$0.count) }) {
            text.truncate(to: length)
            writeChanges(to: &json)
        } else {
            writeOperations(to: &json, after: length, at: path)
            notePlaces = nil
            text.removeBytes(0..<length)
            tidy()
        }
        json.endArray()
        return true
    }

    /// Writes what leads from what was noted in the older text, which is the same, to what is noted now.
    private func writeChanges(to json: inout JSONWriter) {
        let places = notePlaces ?? text.withUnsafeBytes { NotePlace.all(in: $0, path) }
        notePlaces = places
        for (index, place) in places.enumerated() {
            let (older, newer) = (notes.older[index], notes.all[index])
            if older === newer { continue }
            path.lead(to: place)
            if place.isMembers {
                newer.writeOperations(since: older, at: path, to: &json)
            } else {
                json.writeOperations(from: older, to: newer, at: path)
            }
        }
        path.cut(to: 0)
    }

    /// Writes the operations that lead to what `body` writes, for the value at a path.
    ///
    /// It is replaced as a whole where one of the texts is so long that comparing them would take a while.
    func writeOperations(at path: PatchPath, to json: inout JSONWriter, next body: (inout JSONWriter) -> Void) {
        guard isCompared else { return json.replace(path, by: body) }
        let length = text.count
        writeNext(body)
        defer { notes.forgetOlder() }
        if text.count - length > Self.comparedSize { return json.replace(path, by: body) }
        writeOperations(to: &json, after: length, at: path)
    }

    /// Puts the newer text behind the older one.
    private func writeNext(_ body: (inout JSONWriter) -> Void) {
        notes.startNext()
        text.resetComma()
        body(&text)
    }

    private func writeOperations(to json: inout JSONWriter, after length: Int, at path: PatchPath) {
        var newNodes: [OutlineNode] = []
        swap(&newNodes, &spare)
        newNodes.removeAll(keepingCapacity: true)
        text.withUnsafeBytes { bytes in
            nodes.withUnsafeBufferPointer { nodes in
                var difference = Difference(bytes, nodes, notes.older, notes.all, newNodes: newNodes, path: path)
                newNodes = []
                difference.write(from: length, to: &json)
                newNodes = difference.newNodes
            }
        }
        spare = nodes
        nodes = newNodes
    }

    /// Lets go of room that a long text needed.
    private func tidy() {
        if !isCompared {
            text.removeAll()
            notes.removeAll()
            nodes = []
            notePlaces = nil
        }
        guard text.capacity > Self.room, text.capacity > 8 * text.count else { return }
        var shorter = JSONWriter(capacity: 2 * text.count)
        text.withUnsafeBytes { shorter.appendBytes($0) }
        shorter.notes = notes
        text = shorter
        spare = []
    }

    /// Whether the text that this is the outline of has more bytes than so many.
    public func isLonger(than count: Int) -> Bool {
        // To count those of what is noted takes as long as to write it.
        if notes.all.reduce(text.count, { $0 + $1.minimumSize - 1 }) > count { return true }
        return notes.all.reduce(text.count) { $0 + $1.byteCount - 1 } > count
    }
}
