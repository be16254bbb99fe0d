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
        replaceBytes(offset..<offset, with: bytes)
    }

    /// Takes bytes out; what follows them moves up.
    public mutating func removeBytes(_ range: Range<Int>) {
        replaceBytes(range, with: UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// Puts bytes in the place of others; what follows them moves.
    public mutating func replaceBytes(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= end, "replacing beyond the end")
        reserve(max(0, bytes.count - range.count))
        let place = UnsafeMutableRawPointer(base + range.lowerBound)
        (place + bytes.count).copyMemory(from: base + range.upperBound, byteCount: end - range.upperBound)
        if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: bytes.count) }
        end += bytes.count - range.count
    }

    /// Gives what has been written, which stays valid for the call only.
    @inlinable
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: end))
    }
}
