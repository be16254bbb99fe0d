import FuzzyMatch
import SystemPackage

/// A part of what was read: whole lines.
struct LineText: Sendable {
    /// Written before any thread is shown it, and never again; kept until the process ends.
    nonisolated(unsafe) let bytes: UnsafeBufferPointer<UInt8>
}

/// Reads a descriptor to its end, cut into texts of whole lines.
struct LineInput: ~Copyable {
    /// How many bytes a text has, where no line is longer.
    private static let capacity = 4 << 20
    /// How many bytes a line may have.
    private static let longestLine = 1 << 30

    private let descriptor: FileDescriptor
    private let delimiter: UInt8
    /// What was read behind the last whole line.
    private var rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var isAtEnd = false

    init(_ descriptor: FileDescriptor, delimiter: UInt8) {
        self.descriptor = descriptor
        self.delimiter = delimiter
    }

    /// The next lines; nil at the end.
    ///
    /// - Throws: `Errno`, also for a line that is too long: `noMemory`.
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
            // A line longer than the buffer.
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
