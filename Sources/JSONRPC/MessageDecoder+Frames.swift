import JSON

/// From what the framing found to what must be done about it.
extension MessageDecoder {
    /// Reads the message of an event, or makes the error that must be answered to what is none.
    ///
    /// After `FrameEvent.badHeader` the answer is the last thing that the session says.
    ///
    /// - Parameter decoder: where the event just came from.
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

    /// The id of the request in bytes that are not JSON, or only the beginning of it; null where it can't be told.
    static func recoverID(from bytes: UnsafeRawBufferPointer) -> RequestID {
        guard let range = JSONScanner.recoverTopLevelMember("id", in: bytes) else { return .null }
        guard let value = try? JSONValue(parsing: UnsafeRawBufferPointer(rebasing: bytes[range])) else { return .null }
        return RequestID(value) ?? .null
    }

    private static func refuse(_ frame: DroppedFrame, _ message: String) -> Incoming {
        .invalid(RPCError(.parseError, message), id: frame.prefix.withUnsafeBytes { recoverID(from: $0) })
    }
}
