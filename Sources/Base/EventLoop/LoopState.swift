import Glibc

/// The state of a ``PollLoop``.
///
/// Only the loop's own thread accesses the state.
final class LoopState {
    var jobs = JobQueue<LoopJob>()
    var timers = TimerHeap()
    var table = PollTable()
    var hooks: [() -> Void] = []
    var hasRun = false

    init(wakeDescriptor: Int32) {
        table.addWakeDescriptor(wakeDescriptor)
    }

    /// Waits for a descriptor, the next timer or a wake-up.
    ///
    /// Returns true if the wake pipe is readable.
    func poll() -> Bool {
        table.poll(timeout: timeout)
    }

    /// The timeout for `poll(2)` in milliseconds; -1 for none.
    private var timeout: Int32 {
        if !jobs.isEmpty { return 0 }
        guard let deadline = timers.nextDeadline else { return -1 }
        return Int32(clamping: millisecondsLeft(until: deadline))
    }

    // The next three functions leave `self` consistent before each callback, because a callback may add and cancel
    // watches and timers.

    func dispatchReady() {
        var slot = 0
        while let (watch, ready) = table.takeReady(from: &slot) {
            watch.handler?(ready)
        }
    }

    func fireTimers() {
        if timers.isEmpty { return }
        // A timer that is scheduled by another timer fires in the next turn at the earliest, even without a delay.
        let limit = timers.nextSequence
        let now = monotonicNanoseconds()
        while let timer = timers.popDue(at: now, before: limit) {
            timer.takeBody()()
        }
    }

    func runHooks() {
        var index = 0
        while index < hooks.count {
            hooks[index]()
            index += 1
        }
    }

    /// Removes all handlers, timers and hooks, and with them the reference cycles through their captures.
    ///
    /// The handlers, timers and hooks are released after the tables are empty, because the deinitializers of captured
    /// objects may cancel watches or timers.
    func removeAll() {
        let watches = table.removeAll()
        let timers = timers.removeAll()
        let hooks = hooks
        self.hooks = []
        for watch in watches { watch.forget() }
        for timer in timers { _ = timer.takeBody() }
        withExtendedLifetime(hooks) {}
    }
}
