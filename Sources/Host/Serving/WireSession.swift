import FHEventLoop
import FHHosting
import SystemPackage

/// The connection of a session to a pair of descriptors.
///
/// It passes the bytes that it reads to the session, and writes the output of the session, on the loop of the host.
package final class WireSession {
    package let session: Session
    private let loop: PollLoop
    private let reader: InputReader
    private let writer: OutputWriter
    private var isPaused = false
    /// Called when the session has ended and its output is written or dropped.
    package var onGone: () -> Void = {}

    /// Starts a session with a host.
    ///
    /// - Parameters:
    ///   - input: the descriptor to read from. It must stay open until ``cancel()`` or the end of the loop.
    ///   - output: the descriptor to write to, which may be `input`. It must stay open as long as `input`.
    package init(on host: Host, input: FileDescriptor, output: FileDescriptor) {
        var writable: () -> Void = {}
        var hungUp: () -> Void = {}
        let writer = OutputWriter(output, on: host.loop, onHangUp: { hungUp() }, onWritable: { writable() })
        let sink: any OutputSink = OwnProcess.isTerminal(output) ? TerminalSink(writer) : writer
        let session = host.join(sink: sink, isSequential: DescriptorKind(input) == .file, takesTurns: true)
        var readable: () -> Void = {}
        let reader = InputReader(input, on: host.loop, onHangUp: { [unowned session] in session.noteHangUp() }) {
            readable()
        }
        self.session = session
        loop = host.loop
        self.reader = reader
        self.writer = writer
        writable = { [unowned session] in session.noteWritable() }
        hungUp = { [unowned self] in readLast() }
        readable = { [unowned self] in read() }
        session.transport = self
    }

    /// Stops reading and writing.
    ///
    /// The descriptors stay open.
    package func cancel() {
        reader.cancel()
        writer.cancel()
    }

    private func read() {
        switch take() {
        case .bytes, .wouldBlock: break
        case .end: session.endInput()
        case .failed: session.failConnection()
        }
    }

    private func take() -> InputReader.Result {
        var result = InputReader.Result.wouldBlock
        session.receive { buffer in
            result = reader.read(into: buffer)
            return if case .bytes(let count) = result { count } else { 0 }
        }
        return result
    }

    /// Reads the input that arrived before the hang-up.
    ///
    /// Ends the session after that input is handled.
    ///
    /// It reads only one chunk, because a client that continues to write would otherwise keep the host reading.
    private func readLast() {
        if !isPaused { _ = take() }
        reader.cancel()
        loop.schedule(afterMilliseconds: 0) { [weak session] in session?.failConnection() }
    }
}

extension WireSession: SessionTransport {
    /// Pauses or resumes reading, as `Session.isInputPaused` requires.
    package func gateChanged() {
        let mustPause = session.isInputPaused
        if mustPause == isPaused { return }
        isPaused = mustPause
        if mustPause { reader.pause() } else { reader.resume() }
    }

    package func sessionGone() { onGone() }
}
