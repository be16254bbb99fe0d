/// The path of the value that a patch changes: a JSON Pointer (RFC 6901), encoded for a JSON string.
///
/// While a patch is written, the path is moved from value to value.
public final class PatchPath {
    fileprivate var text = JSONWriter(capacity: 128)
    /// A buffer for the two texts of a compared value.
    fileprivate var compared = JSONWriter(capacity: 512)

    /// Makes the path of the whole document.
    init() {}

    /// The length in bytes.
    @usableFromInline var count: Int { text.count }

    /// Returns the length in bytes of a `replace` operation without its value.
    ///
    /// The length includes the comma before the operation, if one is needed.
    func replacementSize(needsComma: Bool) -> Int { count + (needsComma ? 36 : 35) }

    /// Appends the key of a member.
    ///
    /// The key must be plain ASCII without `"`, `\`, `~` and `/`.
    @usableFromInline
    func append(_ key: StaticString) { text.appendToken(key) }

    /// Appends the index of an element.
    func append(_ place: Int) {
        text.appendByte(UInt8(ascii: "/"))
        text.resetComma()
        text.value(place)
    }

    /// Appends the key of a member, given with its quotes.
    func append(_ key: UnsafeRawBufferPointer) { text.appendToken(key) }

    /// Truncates the path to an earlier length.
    @usableFromInline
    func cut(to count: Int) { text.truncate(to: count) }

    /// Sets the path to the path of a deferred part.
    func lead(to place: DeferredPlace) {
        text.removeAll()
        place.path.withUnsafeBytes { text.appendBytes($0) }
    }

    var bytes: [UInt8] { text.withUnsafeBytes { Array($0) } }

    /// Appends the key of a member while `body` runs.
    @inlinable @inline(__always)
    public func visit(_ key: StaticString, _ body: () -> Void) {
        let length = count
        append(key)
        body()
        cut(to: length)
    }

    /// Appends the index of an element while `body` runs.
    @inline(__always)
    func visit(_ place: Int, _ body: () -> Void) {
        let length = count
        append(place)
        body()
        cut(to: length)
    }

    /// Appends the key of a member, given with its quotes, while `body` runs.
    @inline(__always)
    func visit(_ key: UnsafeRawBufferPointer, _ body: () -> Void) {
        let length = count
        append(key)
        body()
        cut(to: length)
    }
}

/// Patch operations (RFC 6902), written as elements of an open array.
extension JSONWriter {
    /// Writes the operation that replaces the value at a path by the value that `body` writes.
    public mutating func replace(_ path: PatchPath, by body: (inout JSONWriter) -> Void) {
        begin("replace", path)
        key("value")
        body(&self)
        endObject()
    }

    /// Writes the operation that replaces a member of the object at a path by the value that `body` writes.
    ///
    /// The key of the member must be plain ASCII without `"`, `\`, `~` and `/`.
    public mutating func replace(_ path: PatchPath, _ member: StaticString, by body: (inout JSONWriter) -> Void) {
        begin("replace", path, member)
        key("value")
        body(&self)
        endObject()
    }

    /// Writes the operation that adds, at a path, the value that `body` writes.
    mutating func add(_ path: PatchPath, _ body: (inout JSONWriter) -> Void) {
        begin("add", path)
        key("value")
        body(&self)
        endObject()
    }

    /// Writes the operation that removes the value at a path.
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

    /// Writes the operations from the text that `old` writes to the text that `new` writes.
    ///
    /// Both are texts of the value at `path`.
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
