/// Cuts a stream of bytes into frames: a state machine that does no IO.
///
/// Add bytes with `append(_:)` or `withSpareCapacity(minimum:_:)`, then call `next()` until it returns nil; at the
/// end of the input call `finish()` until it returns nil. How the bytes are divided among the calls makes no
/// difference to the events. As long as `next()` is called so, memory is bounded by a small multiple of the longest
/// permitted frame and of the largest piece added, whatever is sent. Short frames are read where they lie; a long one is
/// given out in pieces.
public struct FrameDecoder: Sendable {
    /// The longest frame that is delivered, in bytes, where nothing else is asked for: 16 MiB.
    public static let defaultMaxFrameBytes = 16 * 1024 * 1024

    /// What is being read, with what is known of it so far.
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

    /// How far one step came.
    enum Step {
        case event(FrameEvent)
        case proceed
        case needsBytes
    }

    /// The longest frame that is delivered, in bytes; a line's break and `\r` don't count.
    public let maxFrameBytes: Int

    /// The framing of the stream; nil until its first byte has been seen.
    public private(set) var framing: Framing?

    var buffer = ReceiveBuffer()
    var state: State
    /// What is kept of the frame being skipped; outside of `state` so that it grows in place.
    var dropped = DroppedFrame()
    /// What has come of a long frame; outside of `state` likewise.
    var long = LongFrameBytes()

    /// The number of bytes that have come and were not given out yet.
    public var pendingByteCount: Int { buffer.count + long.byteCount }

    /// The number of bytes that have come of a long frame that is not whole yet.
    public var unfinishedByteCount: Int { long.byteCount }

    /// A decoder at the start of a stream.
    ///
    /// - Parameters:
    ///   - maxFrameBytes: the longest frame that is delivered.
    ///   - framing: nil to recognise it from the first byte.
    public init(maxFrameBytes: Int = defaultMaxFrameBytes, framing: Framing? = nil) {
        precondition(maxFrameBytes >= 0)
        self.maxFrameBytes = maxFrameBytes
        self.framing = framing
        state = framing.map(Self.initialState) ?? .unrecognised
    }

    /// Adds bytes to the stream by copying them; ranges of earlier frames are void from here on.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if case .ended = state { return }
        buffer.append(bytes)
    }

    /// Adds bytes to the stream in place; ranges of earlier frames are void from here on.
    ///
    /// - Parameters:
    ///   - minimum: the room wanted, in bytes; there may be more.
    ///   - body: fills the room from its start and returns how many bytes it has written: a `read(2)`. Where it
    ///     throws, nothing is added.
    /// - Returns: what `body` returned.
    @discardableResult
    public mutating func withSpareCapacity<E: Error>(
        minimum: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        let written = try buffer.withSpareCapacity(minimum: minimum, body)
        if case .ended = state { _ = buffer.consume(buffer.count) }
        return written
    }

    /// The next event, or nil where more bytes are needed; always nil after `badHeader`.
    public mutating func next() -> FrameEvent? {
        while true {
            switch step() {
            case .event(let event): return event
            case .proceed: continue
            case .needsBytes: return nil
            }
        }
    }

    /// The next event, given that the input has ended; nil when there is none left.
    ///
    /// A last line needs no line break. A body that the end cut off is `truncated`, a header block `badHeader`.
    public mutating func finish() -> FrameEvent? {
        if let event = next() { return event }
        // The first bytes may have been those of a mark.
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

    /// Reads a frame where it lies in the buffer.
    ///
    /// - Parameter frame: from the latest event, before any more bytes were added.
    public func withBytes<R, E: Error>(
        of frame: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try buffer.withBytes(of: frame, body)
    }

    /// Moves bytes off the buffer to those of the long frame.
    mutating func extendLong(_ length: Int) {
        let piece = buffer.consume(length)
        buffer.withBytes(of: piece) { long.append($0) }
    }

    /// Gives away what has come of the long frame.
    mutating func takeLong() -> LongFrameBytes {
        defer { long = LongFrameBytes() }
        return long
    }

    /// Takes away what has come of a long frame that is not whole: the stream can't be followed any further.
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

    /// Recognises the framing from the first byte, behind a byte-order mark.
    ///
    /// - Parameter isEnd: true if no more bytes come.
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
