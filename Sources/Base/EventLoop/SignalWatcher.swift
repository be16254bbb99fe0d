import Glibc
import Synchronization
public import SystemPackage

/// A watcher that reports signals as callbacks on a ``PollLoop``.
///
/// Signal dispositions belong to the process, so only one watcher may exist at a time. As is usual for signals, several
/// signals with the same number in quick succession may cause only one callback. A signal that arrives after a callback
/// causes another callback. Use the watcher on the loop's thread only. The loop retains the handler until ``cancel()``,
/// which must be called before the watcher is released.
public final class SignalWatcher {
    private static let isTaken = Atomic<Bool>(false)

    private var watch: Watch?
    private var previous: [(signal: Int32, action: sigaction)] = []

    /// Catches `signals` from now on, which replaces their previous dispositions.
    ///
    /// - Parameters:
    ///   - signals: The signals; by default ``endingSignals``.
    ///   - loop: The loop.
    ///   - handler: Called once per signal, with its number.
    /// - Throws: The errors of `pipe(2)` and `sigaction(2)`.
    public init(
        _ signals: [Int32] = endingSignals, on loop: PollLoop, handler: @escaping (_ signal: Int32) -> Void
    ) throws(Errno) {
        precondition(!Self.isTaken.exchange(true, ordering: .acquiringAndReleasing), "a SignalWatcher is there already")
        let pipe: (readEnd: Int32, writeEnd: Int32)
        do {
            pipe = try SignalPipe.shared.get()
        } catch {
            Self.isTaken.store(false, ordering: .releasing)
            throw error
        }
        // Drop signals that an earlier watcher did not read.
        _ = Self.takeSignals(from: pipe.readEnd)
        watch = loop.watch(FileDescriptor(rawValue: pipe.readEnd), for: .read) { _ in
            for signal in Self.takeSignals(from: pipe.readEnd) { handler(signal) }
        }
        do {
            for signal in signals {
                try install(signal)
            }
        } catch {
            cancel()
            throw error
        }
    }

    /// Restores the previous dispositions.
    public func cancel() {
        guard let watch else { return }
        for (signal, action) in previous {
            withUnsafePointer(to: action) { _ = sigaction(signal, $0, nil) }
        }
        previous = []
        watch.cancel()
        self.watch = nil
        Self.isTaken.store(false, ordering: .releasing)
    }

    /// The signals that end a server process: `SIGTERM`, `SIGINT` and, if the process does not ignore it, `SIGHUP`.
    ///
    /// A process that was started with `nohup` ignores `SIGHUP`.
    public static var endingSignals: [Int32] {
        var action = sigaction()
        let isIgnored =
            sigaction(SIGHUP, nil, &action) == 0
            && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
        return isIgnored ? [SIGTERM, SIGINT] : [SIGTERM, SIGINT, SIGHUP]
    }

    private func install(_ signal: Int32) throws(Errno) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = noteSignal
        // Blocking calls of other threads must not be interrupted. `poll` is interrupted in any case.
        action.sa_flags = SA_RESTART
        var old = sigaction()
        _ = try check(sigaction(signal, &action, &old))
        previous.append((signal: signal, action: old))
    }

    private static func takeSignals(from descriptor: Int32) -> [Int32] {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { Int32($0) }
    }
}

/// The pipe from signal handlers to the loop.
///
/// The pipe is never closed, so that its descriptor can't be reused for a file, to which a handler would then write.
private enum SignalPipe {
    static let shared: Swift.Result<(readEnd: Int32, writeEnd: Int32), Errno> = Swift.Result { () throws(Errno) in
        let pipe = try makeCloseOnExecPipe()
        // `O_NONBLOCK` affects only this process, because no other process has the ends. If the pipe is full, a signal
        // is dropped. This is harmless, because thousands of signals are then still to be reported.
        _ = fcntl(pipe.readEnd, F_SETFL, O_NONBLOCK)
        _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
        signalDescriptor.store(pipe.writeEnd, ordering: .releasing)
        return pipe
    }
}

/// The descriptor to which the signal handler writes.
///
/// The descriptor is set before the first handler is installed, so the lazy initialization never runs in a handler.
private let signalDescriptor = Atomic<Int32>(-1)

/// The signal handler.
///
/// It makes one `write`, which is async-signal-safe, and restores `errno` for the interrupted code.
private let noteSignal: @convention(c) (Int32) -> Void = { signal in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(signalDescriptor.load(ordering: .acquiring), &byte, 1)
    errno = saved
}

/// Makes writes to a pipe or a socket without a reader fail with `EPIPE` instead of killing the process.
///
/// The setting applies to the whole process. A ``ChildProcess`` starts with the default disposition; other child
/// processes inherit the setting.
public func ignoreSIGPIPE() {
    signal(SIGPIPE, SIG_IGN)
}

/// Makes writes beyond the maximum file size (`RLIMIT_FSIZE`) fail with `EFBIG` instead of killing the process.
///
/// The setting applies to the whole process. A ``ChildProcess`` starts with the default disposition; other child
/// processes inherit the setting.
public func ignoreSIGXFSZ() {
    signal(SIGXFSZ, SIG_IGN)
}
