import FHJSON

/// Decoding of frame events.
extension MessageDecoder {
    /// Decodes the message of an event.
    ///
    /// An unreadable frame becomes ``Incoming/invalid(_:id:)``, with the error and the id for an answer.
    ///
    /// After `FrameEvent.badHeader`, this answer is the last message of the session.
    ///
    /// - Parameter decoder: the decoder that returned the event.
    public static func decode(_ event: FrameEvent, from decoder: FrameDecoder) -> Incoming {
        switch event {
        case .frame(let range):
            return decoder.withBytes(of: range) { decode($0) }
        case .longFrame(let bytes):
            return bytes.joined().withUnsafeBytes { decode($0) }
        case .oversized(let frame):
            return refuse(
                frame, "the frame is \(frame.byteCount) bytes long; expected at most \(decoder.maxFrameBytes)")
        case .truncated(let frame, let expected):
            return refuse(
                frame, "the input ends after \(frame.byteCount) bytes of a body; expected Content-Length's \(expected)")
        case .badHeader(let reason):
            return .invalid(RPCError(.parseError, reason), id: .null)
        }
    }

    /// Recovers the id of a request from bytes that are not JSON, or are only the start of a frame.
    ///
    /// The result is null if the id is unknown. It is also null if the bytes are an answer, because the peer would
    /// match any other id with one of the peer's requests.
    static func recoverID(from bytes: UnsafeRawBufferPointer) -> RequestID {
        if isAnswer(bytes) { return .null }
        guard let range = JSONScanner.recoverTopLevelMember("id", in: bytes) else { return .null }
        guard let value = try? JSONValue(parsing: UnsafeRawBufferPointer(rebasing: bytes[range])) else { return .null }
        return RequestID(value) ?? .null
    }

    private static func refuse(_ frame: DroppedFrame, _ message: String) -> Incoming {
        .invalid(RPCError(.parseError, message), id: frame.prefix.withUnsafeBytes { recoverID(from: $0) })
    }

    private static func isAnswer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let hasResult = JSONScanner.hasTopLevelMember("result", in: bytes)
        guard hasResult || JSONScanner.hasTopLevelMember("error", in: bytes) else { return false }
        return !JSONScanner.hasTopLevelMember("method", in: bytes)
    }
}
