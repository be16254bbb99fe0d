/// What goes around values: these write bytes as they are and know nothing of commas.
extension JSONWriter {
    /// Forgets what has been written and keeps the room.
    @inlinable
    public mutating func removeAll() {
        end = 0
        needsComma = false
    }

    /// Forgets what was written after the first `count` bytes, of which there must be so many.
    ///
    /// The next value is written as the first of its container, or of the text: no comma goes before it.
    @inlinable
    public mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= end, "truncating beyond the end")
        end = count
        needsComma = false
    }

    /// Makes the next value one that no comma precedes: the first of a new text.
    @inlinable
    public mutating func resetComma() { needsComma = false }

    /// Appends one byte.
    @inlinable
    public mutating func appendByte(_ byte: UInt8) {
        reserve(1)
        base[end] = byte
        end &+= 1
    }

    /// Appends bytes.
    @inlinable
    public mutating func appendBytes(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        UnsafeMutableRawPointer(base + end).copyMemory(from: source, byteCount: bytes.count)
        end &+= bytes.count
    }

    /// Inserts bytes before the byte at `offset`, which moves up with all that follow it.
    public mutating func insertBytes(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        precondition(offset >= 0 && offset <= end, "inserting beyond the end")
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        let place = UnsafeMutableRawPointer(base + offset)
        (place + bytes.count).copyMemory(from: place, byteCount: end - offset)
        place.copyMemory(from: source, byteCount: bytes.count)
        end &+= bytes.count
    }

    /// Gives what has been written, which stays valid for the call only.
    @inlinable
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: end))
    }
}
