import FHTerminalScreen
import Glibc

/// A shell command whose output is read.
final class FilterJob {
    /// The number of bytes that are read between two keys.
    private static let chunk = 1 << 16

    /// The descriptor of the output.
    let descriptor: Int32
    private let process: CommandProcess

    /// Starts a command; nil if that is not possible.
    ///
    /// - Parameter mixesErrors: true to read its standard error too; false to drop it.
    init?(_ command: String, mixesErrors: Bool) {
        guard let pipe = Pipe() else { return nil }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer {
            close(pipe.writer)
            close(null)
        }
        let redirections: [(from: Int32, to: Int32)] = [
            (null, 0), (pipe.writer, 1), (mixesErrors ? pipe.writer : null, 2),
        ]
        do throws(CommandProcess.Failure) {
            process = try CommandProcess(["/bin/sh", "-c", command], redirections, inOwnGroup: true)
        } catch {
            close(pipe.reader)
            return nil
        }
        descriptor = pipe.reader
    }

    deinit {
        close(descriptor)
        end()
    }

    /// Returns the bytes that are ready; nil at the end of the output.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    /// Ends the command and its children by `SIGTERM`.
    func end() {
        process.send(SIGTERM)
        _ = process.status()
    }
}

/// Reads the lines of a filter from standard input or from a command, and the output of its preview.
public final class FilterInput: DialogWork {
    /// The number of bytes that are read between two keys.
    private static let chunk = 1 << 16

    private let dialog: FilterDialog
    /// The descriptor of standard input; nil at its end.
    private var input: Int32?
    private var job: FilterJob?
    /// The command of an action that runs beside the dialog.
    private var silent: CommandProcess?

    /// Creates the input of a dialog.
    ///
    /// - Parameter command: a command that prints the lines; nil for standard input.
    public init(_ dialog: FilterDialog, command: String? = nil) {
        self.dialog = dialog
        if let command { start(command) } else { input = 0 }
    }

    private func start(_ command: String) {
        job?.end()
        input = nil
        dialog.beginLines()
        job = FilterJob(command, mixesErrors: false)
        if job == nil { dialog.endLines() }
    }

    /// The descriptors that are read at present.
    public var descriptors: [Int32] {
        [input, job?.descriptor, dialog.previewDescriptor].compactMap { $0 }
    }

    /// Reads the bytes that are ready at a descriptor.
    public func receive(from descriptor: Int32) {
        if descriptor == job?.descriptor {
            if let bytes = job?.read() { return dialog.add(bytes) }
            job = nil
            dialog.endLines()
        } else if descriptor == input {
            receiveInput(descriptor)
        } else if descriptor == dialog.previewDescriptor {
            dialog.receivePreview()
        }
    }

    private func receiveInput(_ descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = read(descriptor, &bytes, bytes.count)
        if count > 0 { return dialog.add(bytes[..<count]) }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        input = nil
        if count < 0 { dialog.fail("standard input can't be read: \(String(cString: strerror(errno)))") }
        dialog.endLines()
    }

    /// Reads all lines, before the dialog is shown.
    public func readAll() {
        while input != nil || job != nil {
            let descriptors = [input, job?.descriptor].compactMap { $0 }
            for index in Clock.ready(descriptors, -1) { receive(from: descriptors[index]) }
        }
    }

    /// Handles a signal.
    public func handle(signal number: Int32, isSent: Bool) -> Bool { number == SIGCHLD }

    /// Starts the commands of actions that need no terminal, and continues the dialog after their end.
    public func advance(now: Int) {
        if let silent {
            if dialog.takeInterrupt() { silent.send(SIGTERM) }
            if silent.status() != nil { endSilent() }
        }
        while silent == nil, let command = dialog.takeSilent() {
            silent = Self.silent(command)
            if silent == nil { endSilent() }
        }
        if let command = dialog.takeReload() { start(command) }
    }

    private func endSilent() {
        silent = nil
        dialog.resume()
    }

    /// Starts a command without input and output; nil if that is not possible.
    private static func silent(_ command: String) -> CommandProcess? {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        return try? CommandProcess(["/bin/sh", "-c", command], [(null, 0), (null, 1), (null, 2)], inOwnGroup: true)
    }

    /// Returns no output.
    public func takeOutput() -> [(descriptor: Int32, bytes: [UInt8])] { [] }

    /// Returns the command that uses the terminal in place of the dialog, and forgets it; nil for none.
    public func takeForeground() -> [String]? {
        dialog.takeForeground().map { ["/bin/sh", "-c", $0] }
    }

    /// Continues the dialog after the command that has used the terminal.
    public func foregroundEnded() { dialog.resume() }
}
