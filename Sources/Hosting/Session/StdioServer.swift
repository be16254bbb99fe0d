import EventLoop
import Logging
import SystemPackage

/// A host with one session, over a pair of descriptors: what an editor or a shell spawns.
public final class StdioServer {
    private let host: Host
    private let loop: PollLoop
    private let session: Session
    private let reader: InputReader
    private let signals: SignalWatcher

    /// Prepares a session on the loop of the calling thread.
    ///
    /// - Throws: `Errno` where the process has no descriptor left.
    public init(
        catalog: Catalog, options: Host.Options, wire: StdioWire, log: @escaping () -> Logger
    ) throws(Errno) {
        ignoreSIGPIPE()
        let loop = try PollLoop()
        let host = Host(catalog: catalog, options: options, loop: loop, log: log)
        var writable: () -> Void = {}
        let writer = OutputWriter(wire.output, on: loop) { writable() }
        let kind = DescriptorKind(wire.input)
        let session = host.join(sink: writer, isSequential: kind == .file)
        var readable: () -> Void = {}
        let reader = InputReader(wire.input, on: loop) { readable() }
        signals = try SignalWatcher(on: loop) { _ in host.shutDown() }
        self.host = host
        self.loop = loop
        self.session = session
        self.reader = reader
        writable = { [unowned session] in session.outbox.flush() }
        readable = { [unowned self] in read() }
        session.onGate = { [unowned self] in updateInterest() }
        host.onSessionsEnded { loop.stop() }
    }

    /// Serves until the session has ended.
    ///
    /// - Returns: what the process should exit with.
    public func run() -> Int32 {
        loop.run()
        // A second signal must not end this process before its children are gone.
        host.leavePlugins()
        ChildProcesses.shared.killAll()
        signals.cancel()
        return session.status
    }

    private func read() {
        var result = InputReader.Result.wouldBlock
        session.receive { buffer in
            result = reader.read(into: buffer)
            return if case .bytes(let count) = result { count } else { 0 }
        }
        switch result {
        case .bytes, .wouldBlock: break
        case .end: session.endInput()
        case .failed: session.end(status: 1)
        }
    }

    private var isPaused = false

    /// Reads only while the session takes input.
    private func updateInterest() {
        let mustPause = session.isInputPaused
        if mustPause == isPaused { return }
        isPaused = mustPause
        if mustPause { reader.pause() } else { reader.resume() }
    }
}
