/// Framing by lines. Each line is one JSON text.
extension FrameDecoder {
    mutating func readLine() -> Step {
        if let length = buffer.lengthToLineBreak() {
            if length >= LongFrameBytes.minimumByteCount {
                state = .longLine
                return .proceed
            }
            let line = buffer.consume(length + 1)
            return lineEvent(line.dropLast()).map(Step.event) ?? .proceed
        }
        // If the limit is exceeded by one byte, that byte may be the `\r` of a line within the limit.
        if buffer.count - 1 > maxFrameBytes {
            dropped = DroppedFrame()
            state = .skippedLine
            return .proceed
        }
        guard buffer.count >= LongFrameBytes.minimumByteCount else { return .needsBytes }
        state = .longLine
        return .proceed
    }

    /// Moves the received part of a long line, up to its line break, from the buffer to ``long``.
    mutating func readLongLine() -> Step {
        let length = buffer.lengthToLineBreak()
        extendLong(length ?? buffer.count)
        guard length != nil else {
            // If the limit is exceeded by one byte, that byte may be the `\r` of a line within the limit.
            guard long.byteCount - 1 > maxFrameBytes else { return .needsBytes }
            dropped = takeLong().dropped
            state = .skippedLine
            return .proceed
        }
        _ = buffer.consume(1)
        state = .line
        return longLineEvent().map(Step.event) ?? .proceed
    }

    /// Returns the event for a complete long line; nil for a blank line.
    mutating func longLineEvent() -> FrameEvent? {
        var line = takeLong()
        if line.isBlank { return nil }
        let whole = line
        line.dropCarriageReturn()
        return line.byteCount <= maxFrameBytes ? .longFrame(line) : .oversized(whole.dropped)
    }

    /// Drops the received bytes of a line that is too long, up to the line break.
    mutating func skipLine() -> Step {
        let length = buffer.lengthToLineBreak()
        drop(length ?? buffer.count)
        guard length != nil else { return .needsBytes }
        _ = buffer.consume(1)
        state = .line
        return dropped.isBlank ? .proceed : .event(.oversized(dropped))
    }

    /// Moves the next bytes from the buffer to ``dropped``.
    mutating func drop(_ length: Int) {
        let piece = buffer.consume(length)
        buffer.withBytes(of: piece) { dropped.absorb($0) }
    }

    /// Returns the event for a complete line; nil for a blank line.
    func lineEvent(_ line: Range<Int>) -> FrameEvent? {
        buffer.withBytes(of: line) { bytes in
            guard let last = bytes.last, !bytes.allSatisfy(ASCII.isWhiteSpace) else { return nil }
            let frame = last == ASCII.carriageReturn ? line.dropLast() : line
            if frame.count <= maxFrameBytes { return .frame(frame) }
            var dropped = DroppedFrame()
            dropped.absorb(bytes)
            return .oversized(dropped)
        }
    }
}
