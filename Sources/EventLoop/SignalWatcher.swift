import Glibc
import Synchronization
public import SystemPackage

/// Delivers signals as callbacks on a ``PollLoop``.
///
/// Dispositions are the process's, so there is one watcher at a time. Signals of one kind that come close together may
/// be delivered once, as signals always may; each that comes after a delivery is delivered again.
/// Use it on the loop's thread only. Call ``cancel()`` before letting go of it: until then the loop holds its handler.
public final class SignalWatcher {
    private static let isTaken = Atomic<Bool>(false)

    private var watch: Watch?
    private var previous: [(signal: Int32, action: sigaction)] = []

    /// Catches `signals` from now on, in place of what they did.
    ///
    /// - Parameters:
    ///   - signals: which; by default those that end a process.
    ///   - handler: called once per signal, with its number.
    /// - Throws: what `pipe(2)` or `sigaction(2)` report.
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
        // What an earlier watcher did not collect any more is not this one's.
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

    /// Gives the signals back what they did before.
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

    /// Those that end a process which serves others: `SIGTERM`, `SIGINT`, and `SIGHUP` where it is not ignored, as
    /// `nohup` has it.
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
        // Other threads' blocking calls are not to be disturbed; `poll` is interrupted in any case.
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

/// The pipe between signal handlers and the loop; made once and never closed, so that a handler can't write elsewhere.
private enum SignalPipe {
    static let shared: Swift.Result<(readEnd: Int32, writeEnd: Int32), Errno> = Swift.Result { () throws(Errno) in
        let pipe = try makeCloseOnExecPipe()
        // Both ends are ours alone. A full pipe drops signals: there are plenty to be delivered then.
        _ = fcntl(pipe.readEnd, F_SETFL, O_NONBLOCK)
        _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
        signalDescriptor.store(pipe.writeEnd, ordering: .releasing)
        return pipe
    }
}

/// The descriptor that the signal handler writes to.
///
/// Stored before the first handler is installed, so a handler never initialises it.
private let signalDescriptor = Atomic<Int32>(-1)

/// The signal handler: one `write`, which is async-signal-safe; `errno` is kept for the code that it interrupts.
private let noteSignal: @convention(c) (Int32) -> Void = { signal in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(signalDescriptor.load(ordering: .acquiring), &byte, 1)
    errno = saved
}

/// Makes writes to a pipe or a socket without a reader fail with `EPIPE`, instead of ending the process.
///
/// For the whole process, and inherited by child processes unless they are spawned with the default disposition.
public func ignoreSIGPIPE() {
    signal(SIGPIPE, SIG_IGN)
}

/// Makes writes to a file that may not grow any more (`RLIMIT_FSIZE`) fail with `EFBIG`, instead of ending the process.
///
/// For the whole process; child processes are spawned with the default disposition.
public func ignoreSIGXFSZ() {
    signal(SIGXFSZ, SIG_IGN)
}
