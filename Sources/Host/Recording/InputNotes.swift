import FHHosting
import FHJSON
import FHJSONRPC

/// Records the frames that a session receives, as soon as each frame is complete.
///
/// Secrets are replaced by numbers. For an invalid frame, only its length and the answer are recorded.
final class InputNotes: InputRecorder {
    private let session: Int
    private let tape: any Tape
    private let secrets: SecretNumbers
    private var frames: FrameDecoder
    /// True after a line has recorded that the frames have headers.
    private var hasToldFraming = false

    /// Creates the recorder of a session's input.
    ///
    /// - Parameter secrets: assigns the numbers of the secrets, for all sessions of a host.
    init(of session: Int, _ tape: any Tape, _ secrets: SecretNumbers, maxFrameBytes: Int) {
        self.session = session
        self.tape = tape
        self.secrets = secrets
        frames = FrameDecoder(maxFrameBytes: maxFrameBytes)
    }

    /// Adds received bytes.
    func note(_ bytes: UnsafeRawBufferPointer) {
        frames.append(bytes)
        while let event = frames.next() { note(event) }
    }

    /// Records the end of the input.
    func noteEnd() {
        while let event = frames.finish() { note(event) }
        tape.hear(TapeLine.end(session))
    }

    private func note(_ event: FrameEvent) {
        let tellsFraming = frames.framing == .contentLength && !hasToldFraming
        if tellsFraming { hasToldFraming = true }
        let frame = Frame(session: session, tellsFraming: tellsFraming)
        switch event {
        case .frame(let range):
            let bytes = frames.withBytes(of: range, Array.init)
            return tape.hear(byteCount: bytes.count) { [secrets] in frame.line(bytes, secrets) }
        case .longFrame(let bytes):
            // The line is made on another thread, because parsing takes a long time.
            return tape.hear(byteCount: bytes.byteCount) { [secrets] in frame.line(bytes.joined(), secrets) }
        case .oversized, .truncated, .badHeader: break
        }
        guard case .invalid(let error, let id) = MessageDecoder.decode(event, from: frames) else { return }
        switch event {
        case .oversized(let dropped), .truncated(let dropped, _):
            tape.hear(frame.line(error, id, byteCount: dropped.byteCount))
        case .badHeader: tape.hear(frame.line(error, id, byteCount: 0, isLast: true))
        case .frame, .longFrame: break
        }
    }

    /// The properties of a frame that can be determined without parsing the frame.
    private struct Frame {
        let session: Int
        let tellsFraming: Bool

        /// The line of a complete frame.
        func line(_ bytes: [UInt8], _ secrets: SecretNumbers) -> JSONText {
            let message = bytes.withUnsafeBytes { MessageDecoder.decode($0) }
            if case .invalid(let error, let id) = message {
                return line(error, id, byteCount: bytes.count, isWhole: true)
            }
            if let masked = secrets.masked(bytes) { return line { $0.field("message", masked) } }
            // A line break in valid JSON is white space, so it can be replaced by a space.
            let text = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
            return line { json in
                json.key("message")
                text.withUnsafeBytes { json.rawValue($0) }
            }
        }

        /// The line of an invalid frame.
        func line(
            _ error: RPCError, _ id: RequestID, byteCount: Int, isWhole: Bool = false, isLast: Bool = false
        ) -> JSONText {
            line { json in
                json.key("unreadable")
                json.beginObject()
                json.field("bytes", byteCount)
                json.field("code", error.code.rawValue)
                json.field("message", error.message)
                json.key("id")
                id.write(to: &json)
                json.field("whole", isWhole)
                json.field("last", isLast)
                json.endObject()
            }
        }

        private func line(_ members: (inout JSONWriter) -> Void) -> JSONText {
            TapeLine.line("in", session) { json in
                if tellsFraming { json.field("framing", "headers") }
                members(&json)
            }
        }
    }
}
