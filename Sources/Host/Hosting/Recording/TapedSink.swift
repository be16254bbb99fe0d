import FHEventLoop
import FHJSON
import FHJSONRPC
import SystemPackage

/// An output that passes each complete frame to a tape.
///
/// If a frame is written in parts, the output also passes the byte count of each part.
final class TapedSink: OutputSink {
    private let sink: any OutputSink
    private let session: Int
    private let tape: any Tape
    private var frames = FrameDecoder(maxFrameBytes: .max / 2)

    /// Creates an output for a session.
    ///
    /// - Parameter sink: the actual output.
    init(_ sink: any OutputSink, of session: Int, _ tape: any Tape) {
        self.sink = sink
        self.session = session
        self.tape = tape
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result {
        tape.outputGate()
        let result = tape.isReplay ? replayed(bytes) : recorded(bytes)
        if case .written(let count) = result {
            frames.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            while let event = frames.next() {
                switch event {
                case .frame(let range): frames.withBytes(of: range) { tape.tell(session, $0) }
                case .longFrame(let bytes): bytes.joined().withUnsafeBytes { tape.tell(session, $0) }
                case .oversized, .truncated, .badHeader: break
                }
            }
        }
        return result
    }

    private func recorded(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result {
        let result = sink.write(bytes)
        switch result {
        case .written(bytes.count): break
        case .written(let count): note(count)
        case .wouldBlock: note(0)
        case .broken(let error):
            tape.note("broken", session) { $0.field("errno", Int(error.rawValue)) }
        }
        return result
    }

    private func note(_ count: Int) { tape.note("took", session) { $0.field("bytes", count) } }

    private func replayed(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result {
        if let line = tape.next("took", where: { $0["took"]?.intValue == session }) {
            let count = max(0, min(line["bytes"]?.intValue ?? 0, bytes.count))
            if count == 0 { return .wouldBlock }
            _ = sink.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return .written(count)
        }
        if let line = tape.next("broken", where: { $0["broken"]?.intValue == session }) {
            return .broken(
                line["errno"]?.intValue.flatMap { CInt(exactly: $0) }.map { Errno(rawValue: $0) } ?? .ioError)
        }
        return sink.write(bytes)
    }
}
