import FHTerminalScreen
import Glibc

/// The command that runs beside a spinner.
///
/// It shares the keyboard and the standard input of this process. If standard output or standard error is no terminal,
/// the command writes to it directly. On a terminal, the output is hidden or written above the spinner.
public final class SpinCommand: DialogWork {
    private static let killAfterMs = 2_000

    private let dialog: SpinDialog
    private let streams: DialogStreams
    private var process: CommandProcess?
    private var outputs: [CommandOutput] = []
    private var killAt: Int?

    /// Creates the command of a dialog.
    ///
    /// ``DialogRunner`` starts the command.
    ///
    /// - Parameter streams: the descriptors to which the command writes.
    public init(_ dialog: SpinDialog, _ streams: DialogStreams) {
        self.dialog = dialog
        self.streams = streams
    }

    private var options: SpinOptions { dialog.options }

    /// The descriptors that are read at present.
    public var descriptors: [Int32] { outputs.compactMap(\.pipe) }

    /// Reads the bytes that are ready at a descriptor.
    public func receive(from descriptor: Int32) {
        for output in outputs where output.pipe == descriptor { output.receive() }
    }

    /// Returns output that is to be written above the dialog.
    public func takeOutput() -> [(descriptor: Int32, bytes: [UInt8])] {
        outputs.compactMap { output in
            let bytes = output.takeOutput()
            return bytes.isEmpty ? nil : (output.descriptor, bytes)
        }
    }

    // MARK: The process

    /// Starts the command at the first call, and ends the command after the timeout.
    public func advance(now: Int) {
        guard dialog.result == nil else { return }
        guard let process else { return start() }
        guard dialog.isTimeUp else { return }
        if killAt == nil {
            killAt = now + Self.killAfterMs
            process.send(SIGTERM)
        } else if let end = killAt, now >= end {
            process.send(SIGKILL)
        }
    }

    private func start() {
        outputs = [
            CommandOutput(streams.output, isShown: options.showStdout, isKept: options.showError),
            CommandOutput(streams.error, isShown: options.showStderr, isKept: options.showError),
        ]
        do throws(CommandProcess.Failure) {
            process = try CommandProcess(options.command, outputs.compactMap(\.redirection))
        } catch {
            let name = options.command.first ?? ""
            let reason = String(cString: strerror(error.code))
            dialog.fail(status: error.code == ENOENT ? 127 : 126, "“\(name)” can't be started: \(reason).")
        }
        for output in outputs { output.closeWriter() }
    }

    /// Handles a signal.
    public func handle(signal number: Int32, isSent: Bool) -> Bool {
        if number == SIGCHLD {
            if let status = process?.status() { end(status) }
        } else if isSent {
            // The terminal itself sends the signals of keys to the command.
            process?.send(number)
        }
        return true
    }

    private func end(_ status: Int32) {
        for output in outputs { output.end(isFailed: status != 0) }
        dialog.end(status: status)
    }
}

/// One of the outputs of a command.
private final class CommandOutput {
    /// The descriptor to which the output is written.
    let descriptor: Int32
    /// The descriptor from which the output is read; nil if the command writes directly, and after the end.
    private(set) var pipe: Int32?
    private var writer: Int32?
    private let isShown: Bool
    private let isKept: Bool
    /// Bytes to write later: an incomplete last line, or all output if only a failed command shows it.
    private var bytes: [UInt8] = []
    private var shown: [UInt8] = []

    init(_ descriptor: Int32, isShown: Bool, isKept: Bool) {
        self.descriptor = descriptor
        self.isShown = isShown
        self.isKept = isKept
        guard isatty(descriptor) == 1 else { return }
        guard let ends = Pipe() else { return }
        Pipe.setNonblocking(ends.reader)
        pipe = ends.reader
        writer = ends.writer
    }

    deinit {
        closeWriter()
        closePipe()
    }

    /// The descriptor of the pipe's writer, and its number in the command; nil if the command writes directly.
    var redirection: (from: Int32, to: Int32)? { writer.map { ($0, descriptor) } }

    func closeWriter() {
        if let writer { close(writer) }
        writer = nil
    }

    private func closePipe() {
        if let pipe { close(pipe) }
        pipe = nil
    }

    /// Reads the bytes that are ready.
    func receive() {
        guard let pipe else { return }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(pipe, &chunk, chunk.count)
        if count > 0 { return add(chunk[..<count]) }
        if count == 0 || errno != EAGAIN && errno != EINTR { closePipe() }
    }

    private func add(_ chunk: ArraySlice<UInt8>) {
        guard isShown || isKept else { return }
        bytes += chunk
        guard isShown, let end = bytes.lastIndex(of: 0x0A) else { return }
        shown += bytes[...end]
        bytes.removeSubrange(...end)
    }

    /// Reads the available rest, because the command has ended.
    ///
    /// It doesn't wait for the end of the pipe, which children of the command may keep open.
    func end(isFailed: Bool) {
        while let pipe, !Clock.ready([pipe], 0).isEmpty { receive() }
        closePipe()
        guard isShown || isFailed && isKept else { return }
        shown += bytes
        bytes = []
        // The line that stays must begin in a new row.
        if let last = shown.last, last != 0x0A { shown.append(0x0A) }
    }

    /// Returns the bytes to write, and forgets them.
    func takeOutput() -> [UInt8] {
        let taken = shown
        shown = []
        return taken
    }
}
