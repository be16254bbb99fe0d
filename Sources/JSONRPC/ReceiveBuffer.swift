import Glibc

/// Bytes that came in and are not yet consumed, in one contiguous block.
///
/// Consuming moves an index alone; the bytes stay where they are until room is made for more. Making room moves
/// the unconsumed bytes to the front and leaves at least as much room as there are of them, so each byte is moved
/// a constant number of times on average, however small the pieces are that the stream comes in.
struct ReceiveBuffer: Sendable {
    /// Above this many bytes the block is given back as soon as everything in it is consumed.
    private static let keptCapacity = 256 * 1024

    private var storage: [UInt8] = []
    private var start = 0
    private var end = 0
    /// How many unconsumed bytes are known to hold no line break.
    private var searched = 0

    var count: Int { end - start }
    var first: UInt8? { start == end ? nil : storage[start] }
    var capacity: Int { storage.count }

    /// True if the bytes begin with the byte-order mark of UTF-8; nil where more bytes must tell.
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

    /// Lets `body` write into the room after the unconsumed bytes, at least `minimum` bytes of it.
    ///
    /// `body` returns how many bytes it has written. Where it throws, nothing was added.
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

    /// The number of unconsumed bytes before the next `\n`, or nil where there is none yet.
    ///
    /// Bytes once searched are not looked at again.
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

    /// Takes the next `length` bytes off the front.
    ///
    /// - Returns: where they are; they stay there until room is made for more.
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

    /// Makes room for `size` more bytes behind the unconsumed ones.
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
