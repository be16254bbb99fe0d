/// A part of a text that is known by a value: where the text is compared it is noted, and written only if it differs.
///
/// An instance says what there is at one time; it never changes.
public protocol Noted: AnyObject, Sendable {
    /// So many bytes its text has at least; known without writing it.
    var minimumSize: Int { get }

    /// Writes it: one value, or members of the object that is open, at least one.
    func write(to json: inout JSONWriter)

    /// Writes what leads from an older one to this one.
    ///
    /// - Parameters:
    ///   - older: what stood in its place, which may be of another type.
    ///   - path: where it stands; of members, where their object does.
    ///   - json: an array of operations that is open.
    func writeOperations(since older: any Noted, at path: PatchPath, to json: inout JSONWriter)
}

extension Noted {
    /// Whether nothing leads from one to the other but what is the same.
    func isSame(as other: any Noted) -> Bool {
        if self === other { return true }
        var json = JSONWriter()
        writeOperations(since: other, at: PatchPath(), to: &json)
        return json.count == 0
    }

    /// How long its text is.
    var byteCount: Int {
        var json = JSONWriter(capacity: 2 * minimumSize)
        write(to: &json)
        return json.count
    }
}

extension JSONWriter {
    /// Writes what leads from an older value to a newer one, or the newer one as a whole where that is shorter.
    @usableFromInline
    mutating func writeOperations(from older: some Noted, to newer: some Noted, at path: PatchPath) {
        let (start, needsComma) = (count, needsComma)
        newer.writeOperations(since: older, at: path, to: &self)
        let length = count - start - path.replacementSize(needsComma: needsComma)
        guard length > newer.minimumSize, length > newer.byteCount else { return }
        truncate(to: start)
        self.needsComma = needsComma
        replace(path) { newer.write(to: &$0) }
    }

    /// Whether parts of the text are noted and not written.
    public var isNoting: Bool { notes != nil }

    /// Writes a value, or notes it in the place of its text.
    public mutating func value(noted value: some Noted) {
        if notes == nil { value.write(to: &self) } else { note(value, JSONOutline.mark) }
    }

    /// Writes members of the object that is open, or notes them in the place of their text.
    ///
    /// An object has one such part at most.
    public mutating func members(noted members: some Noted) {
        if notes == nil { members.write(to: &self) } else { note(members, JSONOutline.membersMark) }
    }

    private mutating func note(_ part: any Noted, _ mark: UInt8) {
        notes?.all.append(part)
        beginValue()
        appendByte(mark)
    }

    /// Writes what was noted last after all, with what it notes itself.
    mutating func writeLastNote() {
        guard let part = notes?.all.popLast() else { return }
        end -= 1
        needsComma = false
        part.write(to: &self)
    }
}

/// The parts that were noted of a text that is being written.
@usableFromInline
final class Notes {
    var all: [any Noted] = []
    /// Those of the text before it, while both are compared.
    private(set) var older: [any Noted] = []

    /// Begins a new text.
    func startNext() {
        swap(&all, &older)
        all.removeAll(keepingCapacity: true)
    }

    /// Lets go of the older ones: what they share with others costs a copy where that is changed.
    func forgetOlder() { older.removeAll(keepingCapacity: true) }

    /// Forgets all.
    func removeAll() {
        all = []
        older = []
    }
}
