import Glibc

/// Reads the lines of a progress bar from standard input.
public final class ProgressInput: DialogWork {
    private static let longestLine = 1 << 16

    private let dialog: ProgressDialog
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var hasStarted = false

    /// Creates the input of a dialog.
    public init(_ dialog: ProgressDialog, descriptor: Int32 = STDIN_FILENO) {
        self.dialog = dialog
        self.descriptor = descriptor
    }

    /// The descriptors that are read at present.
    public var descriptors: [Int32] { [descriptor] }

    /// Reads the bytes that are ready at a descriptor.
    public func receive(from descriptor: Int32) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &chunk, chunk.count)
        if count > 0 { return add(chunk[..<count]) }
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        if !bytes.isEmpty { dialog.read(String(decoding: bytes, as: UTF8.self)) }
        dialog.end()
    }

    private func add(_ chunk: ArraySlice<UInt8>) {
        bytes += chunk
        // Programs that draw their own progress end lines with a carriage return alone.
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
        for line in lines.dropLast() where !line.isEmpty { dialog.read(String(decoding: line, as: UTF8.self)) }
        bytes = lines.last.map { Array($0.prefix(Self.longestLine)) } ?? []
    }

    /// Handles a signal.
    public func handle(signal number: Int32, isSent: Bool) -> Bool { number == SIGCHLD }

    /// Ends the dialog at the first call if its input is a terminal.
    public func advance(now: Int) {
        if hasStarted { return }
        hasStarted = true
        if isatty(descriptor) == 1 { dialog.fail("Progress needs lines such as “3/10” on standard input.") }
    }

    /// Returns no output.
    public func takeOutput() -> [(descriptor: Int32, bytes: [UInt8])] { [] }
}
