/// A JSON document with deferred parts, diffed against its successor.
///
/// Writing a patch takes a fraction of the time of writing the whole text. The structure of the text is kept for the
/// next comparison, so that only the differing values of the newer text are read.
public final class JSONOutline {
    /// The byte that replaces a deferred value.
    ///
    /// No JSON text contains it.
    static let mark: UInt8 = 0x01
    /// The byte that replaces deferred members, including their keys.
    static let membersMark: UInt8 = 0x02

    /// The maximum length of a compared text in bytes.
    ///
    /// A longer text is written as a whole.
    private static let comparedSize = 1 << 20
    /// The initial capacity for nodes, enough for a small text.
    private static let fewNodes = 24
    /// The capacity in bytes that is always kept, even if the text becomes short.
    static let room = 64 << 10

    /// The text.
    ///
    /// During a comparison, it is followed by the newer text.
    private var text: JSONWriter
    private let deferred = DeferredParts()
    /// The path of the value that is being compared; between two patches, the path of the whole document.
    private lazy var path = PatchPath()
    private var nodes: [OutlineNode] = []
    /// Storage for the nodes of the newer text.
    private var spare: [OutlineNode] = []
    /// The places of the deferred parts in the text; nil until they are needed.
    private var deferredPlaces: [DeferredPlace]?
    /// True if the text is short enough to be compared.
    ///
    /// A longer text is not kept.
    private var isCompared = true

    /// Makes an outline of the text that `body` writes.
    ///
    /// The text must be exactly one value.
    public init(capacity: Int = 4 << 10, _ body: (inout JSONWriter) -> Void) {
        text = JSONWriter(capacity: capacity)
        nodes.reserveCapacity(Self.fewNodes)
        spare.reserveCapacity(Self.fewNodes)
        text.deferred = deferred
        write(body)
    }

    /// Replaces the text by the text that `body` writes.
    public func replace(by body: (inout JSONWriter) -> Void) {
        text.removeAll()
        deferred.removeAll()
        nodes.removeAll(keepingCapacity: true)
        deferredPlaces = nil
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

    /// Writes a JSON Patch (RFC 6902) from this text to the text that `body` writes.
    ///
    /// The newer text then becomes the current text.
    ///
    /// The patch consists of `add`, `remove` and `replace`. Array elements that are objects with an `id` or, if there
    /// is none, a `key` are identified by that member: a moved element is removed and added, and the other elements
    /// stay unchanged. A value is replaced as a whole if that makes the patch shorter. If only deferred parts have
    /// changed, the values around them are not read.
    ///
    /// - Returns: False if nothing was written, because one of the texts, without its deferred parts, is too long to be
    ///   compared.
    public func writePatch(to json: inout JSONWriter, next body: (inout JSONWriter) -> Void) -> Bool {
        guard isCompared else {
            replace(by: body)
            return false
        }
        let length = text.count
        writeNext(body)
        defer { deferred.forgetOlder() }
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
            deferredPlaces = nil
            text.removeBytes(0..<length)
            tidy()
        }
        json.endArray()
        return true
    }

    /// Writes the operations for the deferred parts of an otherwise unchanged text.
    private func writeChanges(to json: inout JSONWriter) {
        let places = deferredPlaces ?? text.withUnsafeBytes { DeferredPlace.all(in: $0, path) }
        deferredPlaces = places
        for (index, place) in places.enumerated() {
            let (older, newer) = (deferred.older[index], deferred.all[index])
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

    /// Writes the operations from this text to the text that `body` writes.
    ///
    /// Both are texts of the value at `path`. The value is replaced as a whole if one of the texts is too long to be
    /// compared.
    func writeOperations(at path: PatchPath, to json: inout JSONWriter, next body: (inout JSONWriter) -> Void) {
        guard isCompared else { return json.replace(path, by: body) }
        let length = text.count
        writeNext(body)
        defer { deferred.forgetOlder() }
        if text.count - length > Self.comparedSize { return json.replace(path, by: body) }
        writeOperations(to: &json, after: length, at: path)
    }

    /// Appends the newer text to the older one.
    private func writeNext(_ body: (inout JSONWriter) -> Void) {
        deferred.startNext()
        text.resetComma()
        body(&text)
    }

    private func writeOperations(to json: inout JSONWriter, after length: Int, at path: PatchPath) {
        var newNodes: [OutlineNode] = []
        swap(&newNodes, &spare)
        newNodes.removeAll(keepingCapacity: true)
        text.withUnsafeBytes { bytes in
            nodes.withUnsafeBufferPointer { nodes in
                var difference = Difference(bytes, nodes, deferred.older, deferred.all, newNodes: newNodes, path: path)
                newNodes = []
                difference.write(from: length, to: &json)
                newNodes = difference.newNodes
            }
        }
        spare = nodes
        nodes = newNodes
    }

    /// Releases a text that is too long to be compared, and capacity that only an earlier, longer text needed.
    private func tidy() {
        if !isCompared {
            text.removeAll()
            deferred.removeAll()
            nodes = []
            deferredPlaces = nil
        }
        guard text.capacity > Self.room, text.capacity > 8 * text.count else { return }
        var shorter = JSONWriter(capacity: 2 * text.count)
        text.withUnsafeBytes { shorter.appendBytes($0) }
        shorter.deferred = deferred
        text = shorter
        spare = []
    }

    /// True if the document, with its deferred parts, has more than `count` bytes.
    ///
    /// The result is false for a document that is too long to be compared, because such a document is not kept.
    public func isLonger(than count: Int) -> Bool {
        // Counting the bytes of the deferred parts takes as long as writing them, so their lower bounds are tried
        // first.
        if deferred.all.reduce(text.count, { $0 + $1.minimumSize - 1 }) > count { return true }
        return deferred.all.reduce(text.count) { $0 + $1.byteCount - 1 } > count
    }
}
