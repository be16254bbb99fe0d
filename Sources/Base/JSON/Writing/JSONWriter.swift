/// A writer of JSON text into one growable buffer.
///
/// The caller writes the structure, and the writer inserts the commas. The writer has no stack: a missing `endObject()`
/// or a value without a key gives invalid JSON (debug builds check in `finish()` and `copyText()`). The text contains
/// no raw line break and no raw U+0085, U+2028 or U+2029. One writer can write several texts: `resetComma()` starts the
/// next text, and functions such as `appendByte(_:)` write bytes between the texts.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.field("count", 2)
/// writer.endObject()
/// let text = writer.finish()  // {"count":2}
/// ```
public struct JSONWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    /// The number of bytes written.
    @inlinable
    public var count: Int { end }
    @usableFromInline var end = 0
    @usableFromInline var capacity: Int
    /// True if the next value needs a comma before it.
    @usableFromInline var needsComma = false
    /// The deferred parts; nil if parts are written immediately.
    @usableFromInline var deferred: DeferredParts?
    /// The circumstances of the reader of the text, for the values whose text depends on the reader; nil for none.
    public var context: AnyObject?

    /// Makes an empty writer with a capacity in bytes.
    @inlinable
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        self.base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Ensures that the buffer has capacity for `additional` more bytes.
    @inlinable @inline(__always)
    mutating func reserve(_ additional: Int) {
        if capacity - end < additional { grow(additional) }
    }

    @usableFromInline @inline(never)
    mutating func grow(_ additional: Int) {
        let larger = max(capacity * 2, end + additional)
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        buffer.update(from: base, count: end)
        base.deallocate()
        base = buffer
        capacity = larger
    }

    /// Writes the comma before the next value, if one is needed.
    ///
    /// This is for callers that append an encoded value themselves.
    @inlinable
    public mutating func beginValue() {
        reserve(1)
        base[end] = UInt8(ascii: ",")
        end &+= needsComma ? 1 : 0
        needsComma = true
    }

    /// Opens an object.
    @inlinable
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Closes the object.
    @inlinable
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Removes the closing bracket of the last object, so that members can be added.
    public mutating func reopenObject() {
        if deferred != nil, end > 0, base[end &- 1] == JSONOutline.mark { writeLastDeferred() }
        precondition(end >= 2 && base[end &- 1] == UInt8(ascii: "}"), "what was written last is not an object")
        end &-= 1
        needsComma = base[end &- 1] != UInt8(ascii: "{")
    }

    /// Opens an array.
    @inlinable
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Closes the array.
    @inlinable
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    @inlinable @inline(__always)
    mutating func open(_ bracket: UInt8) {
        reserve(2)
        base[end] = UInt8(ascii: ",")
        end &+= needsComma ? 1 : 0
        base[end] = bracket
        end &+= 1
        needsComma = false
    }

    @inlinable @inline(__always)
    mutating func close(_ bracket: UInt8) {
        reserve(1)
        base[end] = bracket
        end &+= 1
        needsComma = true
    }

    /// Writes the key of a member.
    ///
    /// The key must be plain ASCII without `"` and `\`.
    @inlinable
    public mutating func key(_ key: StaticString) {
        assert(key.isPlain, "this key needs escapes")
        let length = key.utf8CodeUnitCount
        reserve(length + 4)
        var out = base + end
        out.pointee = UInt8(ascii: ",")
        out += needsComma ? 1 : 0
        out.pointee = UInt8(ascii: "\"")
        UnsafeMutableRawPointer(out + 1).copyMemory(from: key.utf8Start, byteCount: length)
        out += length + 1
        out[0] = UInt8(ascii: "\"")
        out[1] = UInt8(ascii: ":")
        end = out + 2 - base
        needsComma = false
    }

    /// Writes the key of a member.
    ///
    /// U+0000 becomes U+FFFD, because this host's readers reject it in keys.
    @_disfavoredOverload
    public mutating func key(_ key: String) {
        var key = key
        key.withUTF8 { self.key(utf8: $0) }
    }

    /// Writes the key of a member from its UTF-8 bytes.
    mutating func key(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        appendString(bytes, isKey: true)
        reserve(1)
        base[end] = UInt8(ascii: ":")
        end &+= 1
        needsComma = false
    }

    /// Writes `null`.
    @inlinable
    public mutating func null() { raw("null") }

    /// Writes `true` or `false`.
    @inlinable
    public mutating func value(_ bool: Bool) { if bool { raw("true") } else { raw("false") } }

    /// Writes a literal that is one JSON value in compact form.
    @inlinable
    public mutating func raw(_ literal: StaticString) {
        rawValue(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Writes bytes that are one JSON value in compact form.
    @inlinable
    public mutating func rawValue(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count + 1)
        base[end] = UInt8(ascii: ",")
        end &+= needsComma ? 1 : 0
        if let source = bytes.baseAddress {
            UnsafeMutableRawPointer(base + end).copyMemory(from: source, byteCount: bytes.count)
        }
        end &+= bytes.count
        needsComma = true
    }

    /// Writes one value in compact form.
    ///
    /// `body` stores the bytes of the value at the given address, at most `room` bytes, and returns their number.
    @inlinable @inline(__always)
    public mutating func rawValue(ofAtMost room: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
        reserve(room + 1)
        base[end] = UInt8(ascii: ",")
        end &+= needsComma ? 1 : 0
        end &+= body(UnsafeMutableRawPointer(base + end))
        assert(end <= capacity, "more than there was room for")
        needsComma = true
    }

    /// Writes an encoded value.
    @inlinable
    public mutating func value(_ text: JSONText) {
        text.bytes.withUnsafeBytes { rawValue($0) }
    }

    /// Returns the text, and consumes the writer.
    ///
    /// The text must be exactly one value.
    @inlinable
    public consuming func finish() -> JSONText { copyText() }

    /// Returns a copy of the text so far.
    ///
    /// The text must be exactly one value.
    @inlinable
    public func copyText() -> JSONText {
        JSONText(unchecked: Array(UnsafeBufferPointer(start: base, count: end)))
    }
}

extension StaticString {
    /// True if the text needs no escapes in a JSON string.
    @usableFromInline var isPlain: Bool {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).allSatisfy {
            (0x20..<0x80).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
    }
}
