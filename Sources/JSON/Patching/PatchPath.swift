/// Where a value stands that a patch changes: a JSON Pointer (RFC 6901), as it stands in a JSON string.
public struct PatchPath: Sendable {
    private(set) var bytes: [UInt8] = []

    /// The path of the whole document.
    public init() { bytes.reserveCapacity(64) }

    /// Steps to a member, whose key must be plain ASCII without `"`, `\`, `~` and `/`.
    public mutating func append(_ key: StaticString) {
        bytes.append(UInt8(ascii: "/"))
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }

    /// Steps to an element.
    mutating func append(_ place: Int) {
        bytes.append(UInt8(ascii: "/"))
        bytes.append(contentsOf: String(place).utf8)
    }

    /// Steps to an element for as long as `body` takes.
    mutating func visit(_ place: Int, _ body: (PatchPath) -> Void) {
        let length = count
        append(place)
        body(self)
        cut(to: length)
    }

    /// Steps to the member of a key, which stands in quotes.
    mutating func append(_ key: UnsafeRawBufferPointer) { bytes.appendToken(key) }

    /// How long it is.
    var count: Int { bytes.count }

    /// How many bytes an operation that replaces the value has beside it, with the comma before it where one is due.
    func replacementSize(needsComma: Bool) -> Int { count + (needsComma ? 36 : 35) }

    /// Steps back to where it was so long.
    mutating func cut(to count: Int) { bytes.removeLast(bytes.count - count) }

    /// The path of a member.
    public func appending(_ key: StaticString) -> PatchPath {
        var path = self
        path.append(key)
        return path
    }
}

/// Operations of a patch (RFC 6902), each an element of an array that is open.
extension JSONWriter {
    /// Replaces a value by the one that `body` writes.
    public mutating func replace(_ path: PatchPath, by body: (inout JSONWriter) -> Void) {
        begin("replace", path)
        key("value")
        body(&self)
        endObject()
    }

    /// Replaces a member by the value that `body` writes; its key must be plain ASCII without `"`, `\`, `~` and `/`.
    public mutating func replace(_ path: PatchPath, _ member: StaticString, by body: (inout JSONWriter) -> Void) {
        begin("replace", path, member)
        key("value")
        body(&self)
        endObject()
    }

    /// Adds the value that `body` writes.
    mutating func add(_ path: PatchPath, _ body: (inout JSONWriter) -> Void) {
        begin("add", path)
        key("value")
        body(&self)
        endObject()
    }

    /// Removes a value.
    mutating func remove(_ path: PatchPath) {
        begin("remove", path)
        endObject()
    }

    private mutating func begin(_ name: StaticString, _ path: PatchPath, _ member: StaticString? = nil) {
        let length = path.count + (member.map { $0.utf8CodeUnitCount + 1 } ?? 0)
        reserve(length + name.utf8CodeUnitCount + 24)
        beginValue()
        append(#"{"op":""#)
        append(name)
        append(#"","path":""#)
        path.bytes.withUnsafeBytes { appendBytes($0) }
        if let member {
            append("/")
            append(member)
        }
        appendByte(UInt8(ascii: "\""))
        needsComma = true
    }

    @inline(__always)
    private mutating func append(_ text: StaticString) {
        appendBytes(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes what leads from one text to another, for the value at a path.
    public mutating func writeOperations(
        at path: PatchPath, from old: (inout JSONWriter) -> Void, to new: (inout JSONWriter) -> Void
    ) {
        JSONOutline(capacity: 512, old).writeOperations(at: path, to: &self, next: new)
    }
}
