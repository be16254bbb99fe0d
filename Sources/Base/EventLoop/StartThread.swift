import Glibc
import SystemPackage

/// Runs `body` on a new, detached thread on which all signals are blocked except the signals of crashes.
///
/// - Throws: The error of `pthread_create(3)` if no further thread can be started.
package func startThread(stackBytes: Int = 512 * 1024, _ body: @escaping @Sendable () -> Void) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    // The new thread inherits the mask of this thread, so that signals are blocked from its start.
    var blocked = sigset_t()
    var previous = sigset_t()
    sigfillset(&blocked)
    // A crash must still reach the handler that prints the backtrace.
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&blocked, fault) }
    pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var thread = pthread_t()
    let start = Unmanaged.passRetained(ThreadStart(body))
    let status = pthread_create(
        &thread, &attributes,
        { context in
            guard let context else { return nil }
            Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, start.toOpaque())
    guard status == 0 else {
        start.release()
        throw Errno(rawValue: status)
    }
}

/// A box that passes a closure through `pthread_create`.
private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
