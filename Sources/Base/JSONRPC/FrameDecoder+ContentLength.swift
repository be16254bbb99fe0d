/// Framing by a `Content-Length` header before each body (LSP base protocol).
extension FrameDecoder {
    mutating func readHeader(_ block: HeaderBlock) -> Step {
        guard let length = buffer.lengthToLineBreak() else {
            return buffer.count > block.remainingBytes ? refuse(HeaderBlock.tooLong) : .needsBytes
        }
        var block = block
        let line = buffer.consume(length + 1).dropLast()
        do throws(HeaderBlock.Refusal) {
            let bodyLength = try buffer.withBytes(of: line) { bytes throws(HeaderBlock.Refusal) in
                try block.read(bytes)
            }
            guard let bodyLength else {
                state = .header(block)
                return .proceed
            }
            dropped = DroppedFrame()
            state = stateOfBody(length: bodyLength)
            return .proceed
        } catch {
            return refuse(error)
        }
    }

    private func stateOfBody(length: Int) -> State {
        if length > maxFrameBytes { return .skippedBody(length: length) }
        return length < LongFrameBytes.minimumByteCount ? .body(length: length) : .longBody(length: length)
    }

    mutating func readBody(length: Int) -> Step {
        guard buffer.count >= length else { return .needsBytes }
        state = .header(HeaderBlock())
        return .event(.frame(buffer.consume(length)))
    }

    /// Moves the received part of a long body from the buffer to ``long``.
    mutating func readLongBody(length: Int) -> Step {
        extendLong(min(buffer.count, length - long.byteCount))
        guard long.byteCount == length else { return .needsBytes }
        state = .header(HeaderBlock())
        return .event(.longFrame(takeLong()))
    }

    /// Drops the received part of a body that exceeds the limit.
    mutating func skipBody(length: Int) -> Step {
        drop(min(buffer.count, length - dropped.byteCount))
        guard dropped.byteCount == length else { return .needsBytes }
        state = .header(HeaderBlock())
        return .event(.oversized(dropped))
    }

    /// Returns the event for a header block that is incomplete at the end of the input.
    ///
    /// Returns nil if the input ends between two frames.
    func cutHeader(_ block: HeaderBlock) -> FrameEvent? {
        guard !block.isEmpty || buffer.count > 0 else { return nil }
        return .badHeader(reason: "the input ends inside a header block; expected an empty line and a body after it")
    }

    /// Returns the event for a body that is incomplete at the end of the input.
    mutating func cutBody(length: Int) -> FrameEvent {
        drop(buffer.count)
        return .truncated(dropped, expected: length)
    }

    private mutating func refuse(_ refusal: HeaderBlock.Refusal) -> Step {
        state = .ended
        _ = buffer.consume(buffer.count)
        return .event(.badHeader(reason: refusal.reason))
    }
}
