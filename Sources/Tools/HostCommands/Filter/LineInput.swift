import FHFuzzyMatch
import SystemPackage

/// A chunk of the input that consists of complete lines.
struct LineText: Sendable {
    /// The bytes, which are never freed, and are immutable as soon as another thread can see them.
    nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>
}

/// Reads a descriptor to its end, in chunks of complete lines.
struct LineInput: ~Copyable {
    /// The length of a chunk in bytes, unless a line is longer.
    private static let capacity = 4 << 20
    /// The maximum length of a line in bytes.
    private static let longestLine = 1 << 30

    private let descriptor: FileDescriptor
    private let delimiter: UInt8
    /// The bytes after the last complete line.
    private var rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var isAtEnd = false

    init(_ descriptor: FileDescriptor, delimiter: UInt8) {
        self.descriptor = descriptor
        self.delimiter = delimiter
    }

    /// Returns the next chunk; nil at the end of the input.
    ///
    /// - Throws: `Errno`; `noMemory` for a line that exceeds the limit.
    mutating func next() throws -> LineText? {
        if isAtEnd { return nil }
        var buffer = Self.allocate(max(Self.capacity, 2 * rest.count))
        var count = buffer.update(fromContentsOf: rest)
        while true {
            let free = UnsafeMutableBufferPointer(rebasing: buffer[count..<(buffer.count - LineScan.padding)])
            let read = try descriptor.read(into: UnsafeMutableRawBufferPointer(free))
            count += read
            if read == 0 {
                isAtEnd = true
                return count == 0 ? nil : LineText(bytes: UnsafeBufferPointer(rebasing: buffer[..<count]))
            }
            if read < free.count { continue }
            if let end = buffer[..<count].lastIndex(of: delimiter) {
                rest = UnsafeBufferPointer(rebasing: buffer[(end + 1)..<count])
                return LineText(bytes: UnsafeBufferPointer(rebasing: buffer[...end]))
            }
            // The line is longer than the buffer.
            guard count < Self.longestLine else { throw Errno.noMemory }
            let grown = Self.allocate(2 * count)
            _ = grown.update(fromContentsOf: buffer[..<count])
            buffer.deallocate()
            buffer = grown
        }
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutableBufferPointer<UInt8> {
        .allocate(capacity: capacity + LineScan.padding)
    }
}
