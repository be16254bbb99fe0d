/// The bytes of a long frame, in chunks.
///
/// Each byte is copied once when it is received. `joined()`, which can be called on any thread, copies all bytes into
/// one contiguous block.
public struct LongFrameBytes: Sendable, Hashable {
    /// The minimum length of a frame that is returned as chunks: 64 KiB.
    ///
    /// A `\r` before the `\n` of a line counts.
    public static let minimumByteCount = 64 << 10

    /// The number of bytes received so far.
    public private(set) var byteCount = 0

    private var pieces: [[UInt8]] = []
    /// True if all bytes so far are white space.
    private(set) var isBlank = true

    init() {}

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if bytes.isEmpty { return }
        byteCount += bytes.count
        isBlank = isBlank && bytes.allSatisfy(ASCII.isWhiteSpace)
        // Small additions are merged, so that there are only few chunks.
        if pieces.isEmpty || pieces[pieces.count - 1].count + bytes.count > Self.minimumByteCount {
            var piece: [UInt8] = []
            piece.reserveCapacity(max(bytes.count, Self.minimumByteCount))
            pieces.append(piece)
        }
        pieces[pieces.count - 1].append(contentsOf: bytes)
    }

    /// Removes the `\r` of the line break, if there is one.
    mutating func dropCarriageReturn() {
        guard pieces.last?.last == ASCII.carriageReturn else { return }
        pieces[pieces.count - 1].removeLast()
        byteCount -= 1
    }

    /// The number of chunks.
    var pieceCount: Int { pieces.count }

    /// Returns the bytes in one contiguous block.
    public func joined() -> [UInt8] {
        if pieces.count == 1 { return pieces[0] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for piece in pieces { bytes += piece }
        return bytes
    }

    /// The start of the frame, for a frame that is not delivered.
    var dropped: DroppedFrame {
        var dropped = DroppedFrame()
        for piece in pieces { piece.withUnsafeBytes { dropped.absorb($0) } }
        return dropped
    }
}
