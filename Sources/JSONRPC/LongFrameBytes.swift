/// The bytes of a long frame, in the pieces in which they came.
///
/// They are copied once while they come. Whoever needs them in one block joins them, on whatever thread it likes.
public struct LongFrameBytes: Sendable, Hashable {
    /// The length from which on a frame is given out in pieces, its `\r` counted: 64 KiB.
    public static let minimumByteCount = 64 << 10

    /// The length of the frame so far.
    public private(set) var byteCount = 0

    private var pieces: [[UInt8]] = []
    /// Whether all bytes so far are white space.
    private(set) var isBlank = true

    init() {}

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if bytes.isEmpty { return }
        byteCount += bytes.count
        isBlank = isBlank && bytes.allSatisfy(ASCII.isWhiteSpace)
        // However small the parts are that the stream comes in, there are few pieces.
        if pieces.isEmpty || pieces[pieces.count - 1].count + bytes.count > Self.minimumByteCount {
            var piece: [UInt8] = []
            piece.reserveCapacity(max(bytes.count, Self.minimumByteCount))
            pieces.append(piece)
        }
        pieces[pieces.count - 1].append(contentsOf: bytes)
    }

    /// Takes away the `\r` of the line break, where there is one.
    mutating func dropCarriageReturn() {
        guard pieces.last?.last == ASCII.carriageReturn else { return }
        pieces[pieces.count - 1].removeLast()
        byteCount -= 1
    }

    /// The number of blocks of memory that hold them.
    var pieceCount: Int { pieces.count }

    /// The bytes in one block.
    public func joined() -> [UInt8] {
        if pieces.count == 1 { return pieces[0] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for piece in pieces { bytes += piece }
        return bytes
    }

    /// What is kept of the frame where it is not delivered.
    var dropped: DroppedFrame {
        var dropped = DroppedFrame()
        for piece in pieces { piece.withUnsafeBytes { dropped.absorb($0) } }
        return dropped
    }
}
