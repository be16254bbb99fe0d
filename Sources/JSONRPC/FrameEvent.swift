/// What a `FrameDecoder` found in the stream.
public enum FrameEvent: Sendable, Hashable {
    /// A whole frame: its place in the decoder's buffer, to be read with `FrameDecoder.withBytes(of:_:)`.
    case frame(Range<Int>)

    /// A whole frame of at least `LongFrameBytes.minimumByteCount` bytes.
    case longFrame(LongFrameBytes)

    /// A frame longer than the limit, now skipped whole; the next one is read as usual.
    case oversized(DroppedFrame)

    /// A `Content-Length` body that the end of the input cut off after fewer than `expected` bytes.
    case truncated(DroppedFrame, expected: Int)

    /// A header block that says no length, so that the stream can't be followed any further: the session is over.
    case badHeader(reason: String)
}
