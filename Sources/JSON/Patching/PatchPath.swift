/// Where a value stands that a patch changes: a JSON Pointer (RFC 6901), as it stands in a JSON string.
///
/// It is led from one value to the next while a patch is written.
public final class PatchPath {
    fileprivate var text = JSONWriter(capacity: 128)
    /// Room for the texts of a value that are compared.
    fileprivate var compared = JSONWriter(capacity: 512)

    /// The path of the whole document.
    init() {}

    /// How long it is, in bytes.
    @usableFromInline var count: Int { text.count }

    /// How many bytes an operation that replaces the value has beside it, with the comma before it where one is due.
    func replacementSize(needsComma: Bool) -> Int { count + (needsComma ? 36 : 35) }

    /// Steps to a member, whose key must be plain ASCII without `"`, `\`, `~` and `/`.
    @usableFromInline
    func append(_ key: StaticString) { text.appendToken(key) }

    /// Steps to an element.
    func append(_ place: Int) {
        text.appendByte(UInt8(ascii: "/"))
        text.resetComma()
        text.value(place)
    }

    /// Steps to the member of a key, which stands in quotes.
    func append(_ key: UnsafeRawBufferPointer) { text.appendToken(key) }

    /// Steps back to where it was so long.
    @usableFromInline
    func cut(to count: Int) { text.truncate(to: count) }

    /// Leads it from the whole document to what is noted.
    func lead(to place: NotePlace) {
        text.removeAll()
        place.path.withUnsafeBytes { text.appendBytes($0) }
    }

    /// What it is now.
    var bytes: [UInt8] { text.withUnsafeBytes { Array($0) } }

    /// Steps to a member for as long as `body` takes.
    @inlinable @inline(__always)
    public func visit(_ key: StaticString, _ body: () -> Void) {
        let length = count
        append(key)
        body()
        cut(to: length)
    }

    /// Steps to an element for as long as `body` takes.
    @inline(__always)
    func visit(_ place: Int, _ body: () -> Void) {
        let length = count
        append(place)
        body()
        cut(to: length)
    }

    /// Steps to the member of a key, which stands in quotes, for as long as `body` takes.
    @inline(__always)
    func visit(_ key: UnsafeRawBufferPointer, _ body: () -> Void) {
        let length = count
        append(key)
        body()
        cut(to: length)
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
        beginValue()
        append(#"{"op":""#)
        append(name)
        append(#"","path":""#)
        path.text.withUnsafeBytes { appendBytes($0) }
        if let member { appendToken(member) }
        appendByte(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes what leads from one text to another, for the value at a path.
    public mutating func writeOperations(
        at path: PatchPath, from old: (inout JSONWriter) -> Void, to new: (inout JSONWriter) -> Void
    ) {
        path.compared.removeAll()
        old(&path.compared)
        let border = path.compared.count
        path.compared.resetComma()
        new(&path.compared)
        defer { if path.compared.capacity > JSONOutline.room { path.compared = JSONWriter(capacity: 512) } }
        path.compared.withUnsafeBytes { bytes in
            if ScalarChange(bytes, from: border).write(at: path, to: &self) { return }
            let outline = JSONOutline(capacity: 2 * bytes.count) {
                $0.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[..<border]))
            }
            outline.writeOperations(at: path, to: &self) {
                $0.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[border...]))
            }
        }
    }
}
