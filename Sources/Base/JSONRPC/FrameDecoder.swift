/// Splits a stream of bytes into frames.
///
/// It is a state machine without IO.
///
/// Add bytes with `append(_:)` or `withSpareCapacity(minimum:_:)`, then call `next()` until it returns nil. At the end
/// of the input, call `finish()` until it returns nil. The events don't depend on how many bytes each call adds.
///
/// The memory is bounded by a small multiple of the maximum frame length and of the most bytes that one call adds.
/// Short frames are read in place in the buffer. A long frame is returned as ``LongFrameBytes``.
public struct FrameDecoder: Sendable {
    /// The default maximum length of a frame: 16 MiB.
    public static let defaultMaxFrameBytes = 16 * 1024 * 1024

    /// The kind of input that the decoder reads next.
    enum State: Sendable {
        case unrecognised
        case line
        case longLine
        case skippedLine
        case header(HeaderBlock)
        case body(length: Int)
        case longBody(length: Int)
        case skippedBody(length: Int)
        case ended
    }

    /// The result of one step.
    enum Step {
        case event(FrameEvent)
        case proceed
        case needsBytes
    }

    /// The maximum length of a delivered frame in bytes, without its line break.
    public let maxFrameBytes: Int

    /// The framing of the stream; nil until it is detected.
    public private(set) var framing: Framing?

    var buffer = ReceiveBuffer()
    var state: State
    /// The start of the frame that is being skipped.
    ///
    /// It is not a part of `state`, so that it grows in place.
    var dropped = DroppedFrame()
    /// The received part of a long frame.
    ///
    /// It is not a part of `state`, so that it grows in place.
    var long = LongFrameBytes()

    /// The number of received bytes that no event has returned yet, without the bytes of a skipped frame.
    public var pendingByteCount: Int { buffer.count + long.byteCount }

    /// The number of received bytes of an incomplete long frame.
    public var unfinishedByteCount: Int { long.byteCount }

    /// Creates a decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - maxFrameBytes: the maximum length of a delivered frame.
    ///   - framing: the framing; nil to detect it from the first byte.
    public init(maxFrameBytes: Int = defaultMaxFrameBytes, framing: Framing? = nil) {
        precondition(maxFrameBytes >= 0)
        self.maxFrameBytes = maxFrameBytes
        self.framing = framing
        state = framing.map(Self.initialState) ?? .unrecognised
    }

    /// Appends a copy of bytes to the stream.
    ///
    /// Invalidates the ranges of earlier frames.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if case .ended = state { return }
        buffer.append(bytes)
    }

    /// Appends bytes to the stream in place.
    ///
    /// Invalidates the ranges of earlier frames.
    ///
    /// - Parameters:
    ///   - minimum: the minimum capacity in bytes that `body` gets.
    ///   - body: writes bytes at the start of the buffer, for example with `read(2)`, and returns their number. If it
    ///     throws, nothing is appended.
    /// - Returns: the result of `body`.
    @discardableResult
    public mutating func withSpareCapacity<E: Error>(
        minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        let written = try buffer.withSpareCapacity(minimum: minimum, body)
        if case .ended = state { _ = buffer.consume(buffer.count) }
        return written
    }

    /// Returns the next event, or nil if more bytes are needed.
    ///
    /// After `badHeader`, it always returns nil.
    public mutating func next() -> FrameEvent? {
        while true {
            switch step() {
            case .event(let event): return event
            case .proceed: continue
            case .needsBytes: return nil
            }
        }
    }

    /// Returns the next event after the end of the input; nil if there are no more events.
    ///
    /// The last line need not have a line break. An incomplete body is reported as `truncated`, and an incomplete
    /// header block as `badHeader`.
    public mutating func finish() -> FrameEvent? {
        if let event = next() { return event }
        // The decoder may have waited for the rest of a byte-order mark.
        if case .unrecognised = state, case .proceed = recognise(isEnd: true), let event = next() { return event }
        let last = state
        state = .ended
        switch last {
        case .unrecognised, .ended: return nil
        case .line: return lineEvent(buffer.consume(buffer.count))
        case .longLine: return longLineEvent()
        case .skippedLine: return dropped.isBlank ? nil : .oversized(dropped)
        case .header(let block): return cutHeader(block)
        case .longBody(let length):
            dropped = takeLong().dropped
            return cutBody(length: length)
        case .body(let length), .skippedBody(let length): return cutBody(length: length)
        }
    }

    /// Reads a frame in place in the buffer.
    ///
    /// - Parameter frame: the range from the latest event. It is valid until more bytes are added.
    public func withBytes<R, E: Error>(
        of frame: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try buffer.withBytes(of: frame, body)
    }

    /// Moves the next bytes from the buffer to ``long``.
    mutating func extendLong(_ length: Int) {
        let piece = buffer.consume(length)
        buffer.withBytes(of: piece) { long.append($0) }
    }

    /// Removes and returns the received part of the long frame.
    mutating func takeLong() -> LongFrameBytes {
        defer { long = LongFrameBytes() }
        return long
    }

    /// Removes and returns the received part of an incomplete long frame.
    ///
    /// Afterwards the stream can't be read any further.
    public mutating func takeUnfinished() -> LongFrameBytes {
        state = .ended
        return takeLong()
    }

    private mutating func step() -> Step {
        switch state {
        case .unrecognised: return recognise()
        case .line: return readLine()
        case .longLine: return readLongLine()
        case .skippedLine: return skipLine()
        case .header(let block): return readHeader(block)
        case .body(let length): return readBody(length: length)
        case .longBody(let length): return readLongBody(length: length)
        case .skippedBody(let length): return skipBody(length: length)
        case .ended: return .needsBytes
        }
    }

    /// Detects the framing from the first byte after an optional byte-order mark.
    ///
    /// - Parameter isEnd: true if no more bytes follow.
    private mutating func recognise(isEnd: Bool = false) -> Step {
        switch buffer.startsWithMark() {
        case true?: _ = buffer.consume(3)
        case nil where !isEnd: return .needsBytes
        default: break
        }
        guard let first = buffer.first else { return .needsBytes }
        let framing = Framing(firstByte: first)
        self.framing = framing
        state = Self.initialState(framing)
        return .proceed
    }

    private static func initialState(_ framing: Framing) -> State {
        switch framing {
        case .lines: .line
        case .contentLength: .header(HeaderBlock())
        }
    }
}
