import FHEventLoop
import Glibc

/// Stops the process as `ctrl+z` does in other programs, and observes that the process continues.
final class JobControl {
    /// The time in milliseconds after which the process continues if the signal has not stopped it.
    ///
    /// The system ignores the signal if no shell controls the job.
    private static let timeoutMs = 200

    private let loop: PollLoop
    private var fallback: TimerToken?
    /// True while the terminal is left to other programs.
    private(set) var isSuspended = false
    /// Called when the process continues.
    private let resumed: () -> Void

    init(on loop: PollLoop, resumed: @escaping () -> Void) {
        self.loop = loop
        self.resumed = resumed
    }

    /// Stops the processes of the job.
    ///
    /// The terminal must be restored before.
    func suspend() {
        if isSuspended { return }
        isSuspended = true
        fallback = loop.schedule(afterMilliseconds: Self.timeoutMs) { [unowned self] in
            // If the process was stopped, `SIGCONT` is handled before this second timer.
            fallback = loop.schedule(afterMilliseconds: 0) { [unowned self] in resume() }
        }
        // The whole job stops, so that a shell script with a dialog stops too.
        kill(0, SIGTSTP)
    }

    /// Continues the program, after `SIGCONT` or the timeout.
    ///
    /// It is called even if another program has stopped the process: the shell has changed the terminal then too.
    func resume() {
        fallback?.cancel()
        isSuspended = false
        resumed()
    }
}
