import FHEventLoop
import FHJSON
import FHJSONRPC
import SystemPackage

/// The process of a plugin, with its input and output as messages.
///
/// Belongs to the core thread. The object reports its end once, with the reason. If it is freed before that, it stops
/// the process.
package final class PluginChild: PluginPeer, InputPeer {
    /// The maximum number of bytes in one read.
    private static let readSize = 64 << 10
    /// The time in milliseconds in which a plugin that has closed a pipe can exit, so that its exit status is reported.
    private static let endingMs = 500

    /// Called with each message except `.mistake`, and with the text of the message; without `keepsTexts`, the text is
    /// empty.
    package var onMessage: (PluginMessage, [UInt8]) -> Void = { _, _ in }
    /// True if the texts of messages are kept.
    package var keepsTexts = false
    /// Called with each line of the plugin's standard error.
    package var onLog: (String) -> Void = { _ in }
    /// Called at the end with the reason, as a phrase that follows the plugin's name, such as `ended with status 1`.
    package var onEnd: (String) -> Void = { _ in }

    private let child: ChildProcess
    private let loop: PollLoop
    private let limits: Limits
    private let worker: WorkerThread
    /// The queue for time slices; nil if input is not divided into slices.
    private let turns: InputTurns?
    /// True if output of the plugin has waited for a slice and is not completely handled yet.
    package private(set) var isBehind = false
    private let spareMemory: SpareMemory
    private var turn = InputTurn()
    private let encoder = MessageEncoder(framing: .lines)
    private var decoder: FrameDecoder
    private var lines = LogLines()
    /// The buffer of the messages to the plugin.
    ///
    /// Bytes from `head` on are not written yet.
    private var unwritten = JSONWriter(capacity: 4 << 10)
    private var head = 0
    private var writer: OutputWriter?
    private var output: InputReader?
    private var errors: InputReader?
    private var exit: Watch?
    /// The message that is being parsed on another thread.
    ///
    /// Later messages wait for it.
    private var longFrame: LongFrame<PluginMessage>?
    private var longText: [UInt8] = []
    /// True if the plugin's output has ended.
    private var hasEnded = false
    /// True after the plugin has closed its standard input or output.
    ///
    /// A plugin that exits also closes them.
    private var isEnding = false
    private var exitStatus: ChildProcess.ExitStatus?
    private var isOver = false

    /// Starts the program.
    ///
    /// - Throws: the reason why it can't be started.
    package init(
        _ command: ChildCommand, on loop: PollLoop, _ limits: Limits, worker: WorkerThread, turns: InputTurns?,
        spareMemory: SpareMemory
    ) throws(SpawnFailure) {
        child = try ChildProcess.spawn(command)
        self.loop = loop
        self.limits = limits
        self.worker = worker
        self.turns = turns
        self.spareMemory = spareMemory
        decoder = FrameDecoder(maxFrameBytes: limits.maxFrameBytes)
        if let input = child.input {
            writer = OutputWriter(input, on: loop) { [weak self] in self?.flush() }
        }
        output = InputReader(child.output, on: loop) { [weak self] in self?.read() }
        errors = InputReader(child.errors, on: loop) { [weak self] in self?.readErrors() }
        exit = loop.watch(child.exit, for: .read) { [weak self] _ in self?.noteExit() }
    }

    deinit {
        // When a host is freed, no process must continue to run.
        if !isOver { stop() }
    }

    /// The id of the process.
    package var id: Int { child.id }

    /// Sends a message.
    ///
    /// The message is buffered while the plugin does not read.
    package func say(_ body: (MessageEncoder, inout JSONWriter) -> Void) {
        if isOver || isEnding { return }
        body(encoder, &unwritten)
        flush()
        if unwritten.count - head > limits.maxUnreadBytes { end("does not read its requests") }
    }

    /// Handles the message that was parsed on another thread, and resumes reading.
    package func resume() {
        guard let frame = longFrame, frame.isRead else { return }
        longFrame = nil
        let text = longText
        longText = []
        frame.handle { take($0, text) }
        spareMemory.note(frame.byteCount)
        updateReading()
        handleFrames()
        if exitStatus != nil { finish() }
    }

    package func goOn() {
        turn.isWaiting = false
        if isOver { return }
        handleFrames()
        updateReading()
        if exitStatus != nil { finish() }
    }

    /// Ends the process group with `SIGTERM` and, two seconds later, with `SIGKILL`.
    package func stop() {
        close()
        child.terminate()
    }

    /// Sends `shutdown` and `exit` to the process, and stops watching it.
    ///
    /// - Returns: the process, whose exit the caller can wait for.
    package func leave() -> ChildProcess? {
        say { encoder, writer in
            encoder.request(id: 0, method: "shutdown", to: &writer)
            encoder.notification("exit", to: &writer)
        }
        forget()
        // The process may still write. Its output is not read, but the pipes stay open so that writing does not fail.
        child.closeInput()
        return child
    }

    private func close() {
        forget()
        child.closePipes()
    }

    private func forget() {
        isOver = true
        writer?.cancel()
        output?.cancel()
        errors?.cancel()
        exit?.cancel()
    }

    private func end(_ what: String) {
        if isOver { return }
        isOver = true
        // The handler stops the process, and may release this object.
        onEnd(what)
    }

    // MARK: Output

    /// True if reading is paused, because a slow client does not read the resulting updates.
    package var isHeld = false {
        didSet { if isHeld != oldValue { updateReading() } }
    }

    private func updateReading(longFrameIsComing: Bool = false) {
        let mustPause = isHeld || longFrame != nil || longFrameIsComing || turn.isWaiting
        if mustPause { output?.pause() } else { output?.resume() }
    }

    private func read() {
        guard !isOver, let output else { return }
        var result = InputReader.Result.wouldBlock
        decoder.withSpareCapacity(minimum: Self.readSize) { buffer in
            result = output.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Self.readSize)))
            return if case .bytes(let count) = result { count } else { 0 }
        }
        switch result {
        case .bytes(let count):
            guard turn.isBusy() else { return handleFrames() }
            turn.wait(withBytes: count)
            queueForTurn()
        case .wouldBlock: break
        case .end, .failed:
            hasEnded = true
            noteEnd("closed its standard output")
        }
    }

    private func handleFrames() {
        if turn.isWaiting { return }
        if turns != nil { turn.begin() }
        defer { turn.end() }
        while !isOver, longFrame == nil, let event = decoder.next() {
            guard decoder.framing == .lines else { return end("does not write lines of JSON") }
            switch event {
            case .oversized: return end("wrote a message of more than \(limits.maxFrameBytes) bytes")
            case .truncated, .badHeader: return end("wrote something that is not a message")
            case .longFrame(let bytes):
                updateReading(longFrameIsComing: true)
                if keepsTexts { longText = bytes.joined() }
                longFrame = LongFrame(bytes, on: worker, decode: PluginMessage.decode) { [loop] in loop.post {} }
            case .frame(let range):
                let text = keepsTexts ? decoder.withBytes(of: range, Array.init) : []
                take(decoder.withBytes(of: range, PluginMessage.decode), text)
            }
            if turn.isOver(), !isOver {
                turn.wait()
                return queueForTurn()
            }
        }
        if longFrame == nil { isBehind = false }
    }

    /// Leaves the rest of the output for the next slice.
    private func queueForTurn() {
        isBehind = true
        turns?.wait(self)
        updateReading()
    }

    private func take(_ message: PluginMessage, _ text: [UInt8]) {
        if isOver { return }
        if case .mistake(let what) = message { return end("wrote \(what)") }
        onMessage(message, text)
    }

    // MARK: Exit

    /// Handles a closed pipe.
    ///
    /// If the process exits soon afterwards, its exit status is reported instead of `what`.
    private func noteEnd(_ what: String) {
        if isEnding { return }
        isEnding = true
        loop.schedule(afterMilliseconds: Self.endingMs) { [weak self] in self?.end(what) }
    }

    private func noteExit() {
        guard let status = child.reap() else { return }
        exit?.cancel()
        exitStatus = status
        for _ in 0..<16 where readErrors() {}
        for line in lines.finish() { onLog(line) }
        finish()
    }

    /// Reports the end of the process, as soon as all its output is handled.
    private func finish() {
        for _ in 0..<256 where !isOver && !hasEnded && longFrame == nil && !turn.isWaiting { read() }
        if longFrame != nil || turn.isWaiting { return }
        switch exitStatus {
        case .code(let code): end("ended with status \(code)")
        case .signal(let signal): end("was ended by signal \(signal)")
        case nil: break
        }
    }

    /// Reads a chunk of the process's standard error.
    ///
    /// Returns false if no bytes are available.
    @discardableResult
    private func readErrors() -> Bool {
        guard let errors else { return false }
        return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
            guard case .bytes(let count) = errors.read(into: buffer) else { return false }
            for line in lines.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: loop.now) { onLog(line) }
            return true
        }
    }

    // MARK: Input

    private func flush() {
        guard let writer else { return }
        while unwritten.count > head {
            switch unwritten.withUnsafeBytes({ writer.write(UnsafeRawBufferPointer(rebasing: $0[head...])) }) {
            case .written(let count): head += count
            case .wouldBlock: return forgetWritten()
            // If the plugin is exiting, its exit status is reported instead.
            case .broken: return noteEnd("closed its standard input")
            }
        }
        unwritten.removeAll()
        head = 0
    }

    /// Removes written bytes from the buffer.
    ///
    /// This is done rarely, so that moving the remaining bytes is cheap.
    private func forgetWritten() {
        guard head > max(Self.readSize, unwritten.count / 2) else { return }
        unwritten.removeBytes(0..<head)
        head = 0
    }
}
