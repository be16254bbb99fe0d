public import FHJSON

/// Adds framing to messages, in the writer that contains them.
public struct FrameEncoder: Sendable, Hashable {
    /// The offset of a frame's start in its writer.
    public typealias Mark = Int

    /// The framing of the session.
    public let framing: Framing

    /// Creates an encoder for one session.
    public init(framing: Framing) {
        self.framing = framing
    }

    /// Starts a frame, and returns the offset of its start.
    ///
    /// Write one JSON value next, and then call `end(_:_:)`.
    @inlinable
    public func begin(_ writer: inout JSONWriter) -> Mark {
        writer.resetComma()
        return writer.count
    }

    /// Ends the frame that starts at `mark`.
    ///
    /// Appends a line break, or inserts a header.
    @inlinable
    public func end(_ writer: inout JSONWriter, _ mark: Mark) {
        switch framing {
        case .lines: writer.appendByte(UInt8(ascii: "\n"))
        case .contentLength: insertHeader(&writer, mark)
        }
        writer.resetComma()
    }

    /// Removes the bytes written since `begin(_:)`.
    @inlinable
    public func cancel(_ writer: inout JSONWriter, _ mark: Mark) {
        writer.truncate(to: mark)
    }

    @usableFromInline
    func insertHeader(_ writer: inout JSONWriter, _ mark: Mark) {
        let name: StaticString = "Content-Length: "
        let longest = name.utf8CodeUnitCount + 24
        withUnsafeTemporaryAllocation(byteCount: longest, alignment: 1) { header in
            var start = longest
            func prepend(_ byte: UInt8) {
                start -= 1
                header[start] = byte
            }
            for byte in "\n\r\n\r".utf8 { prepend(byte) }
            var rest = writer.count - mark
            repeat {
                prepend(ASCII.digits.lowerBound + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            start -= name.utf8CodeUnitCount
            UnsafeMutableRawBufferPointer(rebasing: header[start...])
                .copyMemory(from: UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
            writer.insertBytes(UnsafeRawBufferPointer(rebasing: header[start...]), at: mark)
        }
    }
}
