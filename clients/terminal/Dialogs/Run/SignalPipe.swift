import Glibc

/// The descriptor to which the handler of signals writes; -1 for none.
///
/// A signal handler gets no context, so its descriptor has to be global.
private nonisolated(unsafe) var handlerDescriptor: Int32 = -1

/// The bit that marks the byte of a signal which a process has sent, and not the terminal.
private let isSentBit: UInt8 = 0x80

/// Handles a signal: writes its number and origin into the pipe as one byte.
///
/// It calls only functions that are safe in a signal handler.
private func note(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?) {
    let code = errno
    let isSent = (info?.pointee.si_code ?? 0) <= 0
    var byte = UInt8(truncatingIfNeeded: number) | (isSent ? isSentBit : 0)
    _ = write(handlerDescriptor, &byte, 1)
    errno = code
}

/// Receives the signals of the process as bytes in a pipe, so that one `poll` waits for signals and keys.
final class SignalPipe {
    /// A signal, and its origin.
    struct Signal: Equatable {
        /// The number.
        let number: Int32
        /// True if a process has sent the signal; false if the terminal has sent it to all processes of the foreground.
        let isSent: Bool
    }

    /// The descriptor that can be read when a signal has arrived; -1 without a pipe.
    let descriptor: Int32
    private let writer: Int32
    private var previous: [(number: Int32, action: sigaction)] = []

    /// Begins to receive signals.
    ///
    /// Signals that the process ignores stay ignored.
    init(_ numbers: [Int32]) {
        // Without a pipe, signals keep their effects.
        let pipe = Pipe()
        descriptor = pipe?.reader ?? -1
        writer = pipe?.writer ?? -1
        guard let pipe else { return }
        Pipe.setNonblocking(pipe.reader)
        Pipe.setNonblocking(pipe.writer)
        handlerDescriptor = writer
        for number in numbers { install(number) }
    }

    deinit {
        restore()
        handlerDescriptor = -1
        for end in [descriptor, writer] where end >= 0 { close(end) }
    }

    private func install(_ number: Int32) {
        var old = sigaction()
        sigaction(number, nil, &old)
        if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == Self.ignored { return }
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = note
        action.sa_flags = SA_SIGINFO | SA_RESTART
        sigaction(number, &action, nil)
        previous.append((number, old))
    }

    private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

    /// Restores the signal actions that were set before.
    func restore() {
        for (number, action) in previous { withUnsafePointer(to: action) { _ = sigaction(number, $0, nil) } }
        previous = []
    }

    /// Returns the signals that have arrived.
    func received() -> [Signal] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { Signal(number: Int32($0 & ~isSentBit), isSent: $0 & isSentBit != 0) }
    }

    /// Ends the process by a signal, as if the signal had not been handled.
    func end(by number: Int32) -> Never {
        restore()
        signal(number, SIG_DFL)
        raise(number)
        // This line is reached only if the signal is blocked.
        exit(128 + number)
    }

    /// Stops the process, and returns when the process continues.
    ///
    /// - Parameter group: true to stop all processes of the process group, as the terminal does for `ctrl+z`.
    func stop(group: Bool) {
        signal(SIGTSTP, SIG_DFL)
        if group { kill(0, SIGTSTP) } else { raise(SIGTSTP) }
        previous.removeAll { $0.number == SIGTSTP }
        install(SIGTSTP)
    }
}
