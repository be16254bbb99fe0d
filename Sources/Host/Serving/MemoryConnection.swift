import FHEventLoop
import FHHosting
import FHJSON
import SystemPackage

/// A client in the host's own process.
///
/// It sends and receives lines in memory.
///
/// It is used by programs that embed a host, by `featurehost call`, and by tests. It belongs to the loop's thread.
///
/// ```swift
/// let connection = MemoryConnection(to: host)
/// connection.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n")
/// print(connection.receive())  // {"jsonrpc":"2.0","id":1,"result":null}
/// ```
public final class MemoryConnection {
    private final class Sink: OutputSink {
        var bytes: [UInt8] = []
        var isReading = true

        func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result {
            guard isReading else { return .wouldBlock }
            self.bytes.append(contentsOf: bytes)
            return .written(bytes.count)
        }
    }

    private let session: Session
    private let sink = Sink()

    /// Starts a session with a host.
    ///
    /// - Parameters:
    ///   - isSequential: true if each message waits for the answer to the previous one, as in a session whose input is
    ///     a file.
    ///   - takesTurns: true to handle long input in time slices; false to handle all input immediately.
    public init(to host: Host, isSequential: Bool = false, takesTurns: Bool = false) {
        session = host.join(sink: sink, isSequential: isSequential, takesTurns: takesTurns)
    }

    /// Sends bytes to the host.
    public func send(_ text: String) {
        session.receive(Array(text.utf8))
    }

    /// Ends the input.
    public func endInput() {
        session.endInput()
    }

    /// Pauses or resumes reading.
    ///
    /// While reading is paused, the host queues or conflates its output.
    public func setReading(_ isReading: Bool) {
        sink.isReading = isReading
        if isReading { session.outbox.flush() }
    }

    /// Returns the output since the last call.
    ///
    /// When the host's turn is over, the output consists of complete lines.
    public func receive() -> String {
        session.outbox.flush()
        defer { sink.bytes = [] }
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    /// True if the session has ended.
    public var hasEnded: Bool { session.hasEnded }
    /// The exit status for a process that has only this session.
    public var status: Int32 { session.ending.status }
}
