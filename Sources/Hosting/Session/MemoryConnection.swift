import EventLoop
import JSON
import SystemPackage

/// A front end in the host's own process: frames go in and come out as lines in memory.
///
/// For programs that embed a host, for the command line's `call`, and for tests. Belongs to the loop's thread.
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

    /// Joins a host.
    ///
    /// - Parameters:
    ///   - isSequential: whether each message waits for the answer to the one before, as from a file.
    ///   - takesTurns: whether much input is handled in slices, in turns with that of others; else all that is sent is
    ///     handled at once.
    public init(to host: Host, isSequential: Bool = false, takesTurns: Bool = false) {
        session = host.join(sink: sink, isSequential: isSequential, takesTurns: takesTurns)
    }

    /// Sends bytes to the host.
    public func send(_ text: String) {
        session.receive(Array(text.utf8))
    }

    /// Says that no more will be sent.
    public func endInput() {
        session.endInput()
    }

    /// Stops or goes on reading; a front end that doesn't read makes the host keep or replace what it has to say.
    public func setReading(_ isReading: Bool) {
        sink.isReading = isReading
        if isReading { session.outbox.flush() }
    }

    /// Takes all that has come since the last call; whole lines once the host's turn is over.
    public func receive() -> String {
        session.outbox.flush()
        defer { sink.bytes = [] }
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    /// Whether the session has ended.
    public var hasEnded: Bool { session.phase == .ended }
    /// What a process would exit with after it.
    public var status: Int32 { session.status }
}
