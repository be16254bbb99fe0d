import Glibc

/// A contiguous buffer of received bytes that are not consumed yet.
///
/// Consuming bytes advances an index. If the free space is too small for more bytes, the unconsumed bytes are moved to
/// the front. The free space after them is then at least as large as they are. So each byte is moved a constant number
/// of times on average, regardless of how many bytes are appended at a time.
struct ReceiveBuffer: Sendable {
    /// The maximum capacity in bytes that is kept.
    ///
    /// A larger buffer is freed at the next append after all bytes were consumed.
    private static let keptCapacity = 256 * 1024

    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0
    /// The number of leading unconsumed bytes that were searched and contain no line break.
    private var searched = 0

    var count: Int { end - start }
    var first: UInt8? { start == end ? nil : storage[start] }
    var capacity: Int { storage.count }

    /// True if the bytes start with the byte-order mark of UTF-8; nil if more bytes are needed.
    func startsWithMark() -> Bool? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let length = min(count, mark.count)
        guard storage[start..<start + length].elementsEqual(mark[..<length]) else { return false }
        return length == mark.count ? true : nil
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        storage.withUnsafeMutableBytes { block in
            UnsafeMutableRawBufferPointer(rebasing: block[end...]).copyMemory(from: bytes)
        }
        end += bytes.count
    }

    /// Passes the free space after the unconsumed bytes to `body`.
    ///
    /// The space has at least `minimum` bytes.
    ///
    /// `body` returns the number of bytes that it has written. If it throws, nothing is appended.
    mutating func withSpareCapacity<E: Error>(
        minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        reserve(max(minimum, 1))
        let tail = end
        let written = try storage.withUnsafeMutableBufferPointer { block throws(E) in
            try body(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: block[tail...])))
        }
        precondition(written >= 0 && written <= storage.count - end, "more bytes written than there was room for")
        end += written
        return written
    }

    /// Returns the number of unconsumed bytes before the next `\n`; nil if no `\n` was received yet.
    ///
    /// Each byte is searched only once.
    mutating func lengthToLineBreak() -> Int? {
        let unsearched = start + searched
        guard unsearched < end else { return nil }
        let length = storage.withUnsafeBytes { block -> Int? in
            guard let base = block.baseAddress else { return nil }
            let found = memchr(base + unsearched, CInt(ASCII.lineFeed), end - unsearched)
            return found.map { UnsafeRawPointer($0) - base - start }
        }
        searched = length ?? count
        return length
    }

    /// Consumes the next `length` bytes.
    ///
    /// - Returns: the range of the bytes. It is valid until capacity is reserved.
    mutating func consume(_ length: Int) -> Range<Int> {
        precondition(length <= count)
        let range = start..<start + length
        start += length
        searched = 0
        return range
    }

    func withBytes<R, E: Error>(
        of range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try storage.withUnsafeBufferPointer { block throws(E) in
            try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: block[range])))
        }
    }

    /// Reserves capacity for `size` more bytes after the unconsumed ones.
    private mutating func reserve(_ size: Int) {
        if start == end {
            start = 0
            end = 0
            if storage.count > Self.keptCapacity { storage = [] }
        }
        if storage.count - end >= size { return }
        let unconsumed = start..<end
        let needed = count + max(count, 2 * size)
        if storage.count >= needed {
            storage.withUnsafeMutableBytes { block in
                block.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[unconsumed]))
            }
        } else {
            let kept = storage[unconsumed]
            storage = [UInt8](unsafeUninitializedCapacity: needed) { block, initializedCount in
                let tail = block.initialize(fromContentsOf: kept)
                block[tail...].initialize(repeating: 0)
                initializedCount = needed
            }
        }
        end -= start
        start = 0
    }
}
