import Glibc

/// Everything a ``PollLoop`` touches on its own thread only.
final class LoopState {
    var jobs = JobQueue<LoopJob>()
    var timers = TimerHeap()
    var table = PollTable()
    var hooks: [() -> Void] = []
    var hasRun = false

    init(wakeDescriptor: Int32) {
        table.addWakeDescriptor(wakeDescriptor)
    }

    /// Waits for a descriptor, the next timer or a wake; true when the wake pipe is readable.
    func poll() -> Bool {
        table.poll(timeout: timeout)
    }

    /// Milliseconds for `poll(2)`, rounded up so that a timer is never early; -1 waits without end.
    private var timeout: Int32 {
        if !jobs.isEmpty { return 0 }
        guard let deadline = timers.nextDeadline else { return -1 }
        let nanoseconds = max(0, deadline - monotonicNanoseconds())
        return Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
    }

    // The three below leave `self` consistent before each call out: a handler may watch, cancel and schedule at will.

    func dispatchReady() {
        var slot = 0
        while let (watch, ready) = table.takeReady(from: &slot) {
            watch.handler?(ready)
        }
    }

    func fireTimers() {
        if timers.isEmpty { return }
        // A timer that is scheduled by a timer waits for the next turn, even with no delay.
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

    /// Drops every handler, timer and hook, and so the reference cycles through them.
    ///
    /// They are released after the tables have let go: what is freed with them may come back to cancel something.
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
