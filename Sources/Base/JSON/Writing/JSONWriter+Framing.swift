/// Edits of the raw output: appending, inserting, removing and truncating bytes.
///
/// Unlike values, raw bytes get no comma between them.
extension JSONWriter {
    /// Removes all bytes, but keeps the capacity.
    @inlinable
    public mutating func removeAll() {
        end = 0
        needsComma = false
    }

    /// Removes all bytes after the first `count` bytes.
    ///
    /// At least `count` bytes must exist.
    ///
    /// The next value gets no comma, like the first value of its container or of the text.
    @inlinable
    public mutating func truncate(to count: Int) {
        precondition(count >= 0 && count <= end, "truncating beyond the end")
        end = count
        needsComma = false
    }

    /// Starts a new text.
    ///
    /// The next value gets no comma.
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

    /// Inserts bytes at `offset`.
    ///
    /// Moves the following bytes.
    public mutating func insertBytes(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        replaceBytes(offset..<offset, with: bytes)
    }

    /// Removes bytes.
    ///
    /// Moves the following bytes.
    public mutating func removeBytes(_ range: Range<Int>) {
        replaceBytes(range, with: UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// Replaces bytes.
    ///
    /// Moves the following bytes.
    public mutating func replaceBytes(_ range: Range<Int>, with bytes: UnsafeRawBufferPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= end, "replacing beyond the end")
        reserve(max(0, bytes.count - range.count))
        let place = UnsafeMutableRawPointer(base + range.lowerBound)
        (place + bytes.count).copyMemory(from: base + range.upperBound, byteCount: end - range.upperBound)
        if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: bytes.count) }
        end += bytes.count - range.count
    }

    /// Passes the bytes written so far to `body`.
    ///
    /// The bytes are valid only during the call.
    @inlinable
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: end))
    }
}
