/// An event in a stream of frames.
public enum FrameEvent: Sendable, Hashable {
    /// A complete frame, as a range of the decoder's buffer for `FrameDecoder.withBytes(of:_:)`.
    case frame(Range<Int>)

    /// A complete frame of at least `LongFrameBytes.minimumByteCount` bytes.
    case longFrame(LongFrameBytes)

    /// A frame that exceeds the limit and was skipped. Later frames are read as usual.
    case oversized(DroppedFrame)

    /// An incomplete body: the input ended before the body had the `expected` number of bytes (`Content-Length`).
    case truncated(DroppedFrame, expected: Int)

    /// An invalid or incomplete header block. The stream can't be read any further, so the session ends.
    case badHeader(reason: String)
}
