import CFHVector
import Glibc

/// A line in a buffer.
struct LineBytes {
    /// The line without its line break.
    let text: UnsafeRawBufferPointer

    /// Makes a line of the bytes up to a line break, without a carriage return before it.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        let hasReturn = !range.isEmpty && bytes[range.upperBound &- 1] == UInt8(ascii: "\r")
        text = UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound..<range.upperBound &- (hasReturn ? 1 : 0)])
    }
}

extension UnsafeRawBufferPointer {
    /// The offset of the first line break at or behind an offset; nil if there is none.
    @inline(__always)
    func firstLineBreak(from start: Int) -> Int? {
        guard let base = baseAddress, start < count,
            let found = memchr(base + start, Int32(UInt8(ascii: "\n")), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// The offset behind the last line break before an offset; 0 if there is none.
    @inline(__always)
    func lineStart(before end: Int) -> Int {
        var start = end
        while start > 0, self[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return start
    }

    /// The number of line breaks in a range.
    func lineBreakCount(in range: Range<Int>) -> Int {
        guard let base = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
        var found = 0
        var next = range.lowerBound
        while next + 64 <= range.upperBound {
            found += vector_places(base + next, UInt8(ascii: "\n"), 0).nonzeroBitCount
            next += 64
        }
        while next < range.upperBound {
            if base[next] == UInt8(ascii: "\n") { found += 1 }
            next += 1
        }
        return found
    }

    /// True if all bytes are ASCII and none is NUL.
    var isPlainText: Bool {
        guard let base = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
        var next = 0
        while next + 64 <= count {
            if vector_wide_places(base + next) | vector_places(base + next, 0, 0) != 0 { return false }
            next += 64
        }
        while next < count {
            if base[next] &- 1 >= 0x7F { return false }
            next += 1
        }
        return true
    }
}
