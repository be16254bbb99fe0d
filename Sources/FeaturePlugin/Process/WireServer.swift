import EventLoop
import SystemPackage

/// A plugin's conversation over a pair of descriptors, on a loop of its own.
final class WireServer {
    /// How long the end waits for a reader that takes nothing of what was said, in milliseconds.
    private static let unreadMs = 5_000

    private let loop: PollLoop
    private let server: SourceServer
    private let queue: OutputQueue
    private let reader: InputReader
    private var isPaused = false
    private var unreadTimer: TimerToken?
    /// How much had been written when the timer was set.
    private var written = 0

    /// - Throws: `Errno` where the process has no descriptor left.
    init(_ plugin: PluginInfo, input: FileDescriptor, output: FileDescriptor) throws(Errno) {
        ignoreSIGPIPE()
        loop = try PollLoop()
        var writable: () -> Void = {}
        let queue = OutputQueue(OutputWriter(output, on: loop) { writable() })
        writable = { [unowned queue] in queue.flush() }
        self.queue = queue
        server = SourceServer(plugin: plugin, on: loop, output: queue)
        var readable: () -> Void = {}
        reader = InputReader(input, on: loop) { readable() }
        readable = { [unowned self] in read() }
        loop.beforePoll { [unowned self] in finishTurn() }
    }

    /// Serves on the calling thread until the conversation has ended, and lets go of the sources then.
    ///
    /// - Returns: what the process should exit with.
    func run() -> Int32 {
        loop.run()
        return server.status
    }

    private func read() {
        var result = InputReader.Result.wouldBlock
        server.receive { buffer in
            result = reader.read(into: buffer)
            return if case .bytes(let count) = result { count } else { 0 }
        }
        switch result {
        case .bytes, .wouldBlock: break
        case .end, .failed: server.endInput()
        }
    }

    private func finishTurn() {
        server.finishTurn()
        guard server.hasEnded else { return updateInterest() }
        reader.cancel()
        if queue.isEmpty { return loop.stop() }
        if unreadTimer != nil, written == queue.written { return }
        written = queue.written
        unreadTimer?.cancel()
        unreadTimer = loop.schedule(afterMilliseconds: Self.unreadMs) { [loop] in loop.stop() }
    }

    /// Reads only while answers don't pile up.
    private func updateInterest() {
        let mustPause = server.isInputPaused
        if mustPause == isPaused { return }
        isPaused = mustPause
        if mustPause { reader.pause() } else { reader.resume() }
    }
}
