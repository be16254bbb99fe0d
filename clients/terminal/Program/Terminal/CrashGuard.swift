import Glibc

/// Restores the terminal if the program crashes, or if a signal ends it before it handles signals.
///
/// The handler makes only calls that are allowed in a signal handler, such as `write` and `tcsetattr`.
enum CrashGuard {
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
    /// The signals that end the program; its ``SignalWatcher`` handles them as soon as the program runs.
    private static let endings = [SIGHUP, SIGINT, SIGTERM]
    /// The size of the handler's own stack: the stack of the program may be full.
    private static let stackBytes = 64 << 10

    /// Stores the present modes of the terminal, and restores them in a crash.
    ///
    /// A signal that something else handles, or that the process ignores, keeps its effect.
    ///
    /// A second call before ``remove()`` does nothing.
    ///
    /// - Parameters:
    ///   - output: the descriptor of the terminal.
    ///   - bytes: the bytes that show the former screen.
    static func install(output: Int32, _ bytes: [UInt8]) {
        var modes = termios()
        guard kept == nil, tcgetattr(output, &modes) == 0 else { return }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        copy.initialize(from: bytes, count: bytes.count)
        kept = Kept(output: output, modes: modes, bytes: copy, count: bytes.count)
        if stack == nil {
            stack = UnsafeMutableRawPointer.allocate(byteCount: stackBytes, alignment: 16)
            var alternative = stack_t(ss_sp: stack, ss_flags: 0, ss_size: stackBytes)
            sigaltstack(&alternative, nil)
        }
        let unhandled = endings.filter { isHandled($0, by: SIG_DFL) }
        for signal in signals + unhandled {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = restoreAndDie
            action.sa_flags = SA_ONSTACK | Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(signal, &action, nil)
        }
    }

    /// True while the program's screen is shown; a crash shows the former screen only then.
    static var isScreenShown: Bool {
        get { isShown }
        set { isShown = newValue }
    }

    /// The file that replaces standard error while the program draws, and the original; nil if it is not replaced.
    static var errors: (held: Int32, original: Int32)? {
        get { keptErrors }
        set { keptErrors = newValue }
    }

    /// Removes the handler, because the terminal is restored.
    static func remove() {
        guard let old = kept else { return }
        for signal in signals + endings.filter({ isHandled($0, by: restoreAndDie) }) { Glibc.signal(signal, SIG_DFL) }
        kept = nil
        old.bytes.deallocate()
    }

    private static func isHandled(_ signal: Int32, by handler: __sighandler_t?) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        let found = action.__sigaction_handler.sa_handler
        return unsafeBitCast(found, to: Int.self) == unsafeBitCast(handler, to: Int.self)
    }
}

/// The bytes and modes for the handler, which can't allocate memory.
private struct Kept {
    let output: Int32
    var modes: termios
    let bytes: UnsafeMutablePointer<UInt8>
    let count: Int
}

// Only the thread that draws changes these, and changes `kept` only while no handler is installed.
nonisolated(unsafe) private var kept: Kept?
nonisolated(unsafe) private var keptErrors: (held: Int32, original: Int32)?
nonisolated(unsafe) private var isShown = false
nonisolated(unsafe) private var stack: UnsafeMutableRawPointer?

/// The signal handler.
///
/// `SA_RESETHAND` has removed it when it runs, so the signal that it raises again has its default effect.
private let restoreAndDie: @convention(c) (Int32) -> Void = { number in
    if var kept {
        if isShown { _ = write(kept.output, kept.bytes, kept.count) }
        tcsetattr(kept.output, TCSANOW, &kept.modes)
    }
    if let errors = keptErrors { copyErrors(from: errors.held, to: errors.original) }
    raise(number)
}

/// Writes the kept output to standard error, such as the reason for the crash.
private func copyErrors(from held: Int32, to original: Int32) {
    lseek(held, 0, SEEK_SET)
    withUnsafeTemporaryAllocation(byteCount: 1 << 10, alignment: 1) { buffer in
        while true {
            let count = read(held, buffer.baseAddress, buffer.count)
            if count <= 0 { return }
            _ = write(original, buffer.baseAddress, count)
        }
    }
}
