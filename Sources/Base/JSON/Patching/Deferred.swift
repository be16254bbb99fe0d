/// A part of a JSON text that can be deferred: one value, or members of one object.
///
/// The text contains only one byte for a deferred part. When the text is compared with an older text, the part compares
/// itself with the older text's part, and is written only if the two parts differ.
///
/// Instances are immutable.
public protocol Deferred: AnyObject, Sendable {
    /// A lower bound of the length of the part in bytes, which is available before the part is written.
    var minimumSize: Int { get }

    /// Writes one value, or one or more members of the open object.
    func write(to json: inout JSONWriter)

    /// Writes the patch operations from an older part to this one.
    ///
    /// - Parameters:
    ///   - older: The part at the same position of the older text. It may have another type.
    ///   - path: The path of the value. For members, it is the path of their object.
    ///   - json: A writer with an open array of operations.
    func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter)
}

extension Deferred {
    /// True if the patch from `other` to this part is empty.
    func isSame(as other: any Deferred) -> Bool {
        if self === other { return true }
        var json = JSONWriter()
        writeOperations(since: other, at: PatchPath(), to: &json)
        return json.count == 0
    }

    /// The length in bytes of the text of the part.
    var byteCount: Int {
        var json = JSONWriter(capacity: 2 * minimumSize)
        write(to: &json)
        return json.count
    }
}

extension JSONWriter {
    /// Writes the operations from an older value to a newer one.
    ///
    /// Writes a single `replace` of the whole value if that is shorter.
    @usableFromInline
    mutating func writeOperations(from older: some Deferred, to newer: some Deferred, at path: PatchPath) {
        let (start, needsComma) = (count, needsComma)
        newer.writeOperations(since: older, at: path, to: &self)
        let length = count - start - path.replacementSize(needsComma: needsComma)
        guard length > newer.minimumSize, length > newer.byteCount else { return }
        truncate(to: start)
        self.needsComma = needsComma
        replace(path) { newer.write(to: &$0) }
    }

    /// True if this writer defers parts of the text instead of writing them.
    public var isDeferring: Bool { deferred != nil }

    /// Writes a value, or defers it if ``isDeferring`` is true.
    public mutating func value(deferred value: some Deferred) {
        if deferred == nil { value.write(to: &self) } else { postpone(value, JSONOutline.mark) }
    }

    /// Writes members of the open object, or defers them if ``isDeferring`` is true.
    ///
    /// An object has at most one deferred part that consists of members.
    public mutating func members(deferred members: some Deferred) {
        if deferred == nil { members.write(to: &self) } else { postpone(members, JSONOutline.membersMark) }
    }

    private mutating func postpone(_ part: any Deferred, _ mark: UInt8) {
        deferred?.all.append(part)
        beginValue()
        appendByte(mark)
    }

    /// Replaces the byte of the last deferred part by the text of the part.
    ///
    /// Parts within that part may be deferred in turn.
    mutating func writeLastDeferred() {
        guard let part = deferred?.all.popLast() else { return }
        end -= 1
        needsComma = false
        part.write(to: &self)
    }
}

/// The deferred parts of a text that is being written.
@usableFromInline
final class DeferredParts {
    var all: [any Deferred] = []
    /// The deferred parts of the previous text, while it is compared with the current text.
    private(set) var older: [any Deferred] = []

    /// Begins the next text, so that the parts of the current text become the older ones.
    func startNext() {
        swap(&all, &older)
        all.removeAll(keepingCapacity: true)
    }

    /// Releases the parts of the previous text.
    ///
    /// If the parts were kept longer, a change of copy-on-write storage that they reference would copy the storage.
    func forgetOlder() { older.removeAll(keepingCapacity: true) }

    /// Removes the parts of the current text and of the previous text.
    func removeAll() {
        all = []
        older = []
    }
}
