public import SystemPackage

extension PollLoop {
    /// Calls `handler` in every turn in which the descriptor is ready for any event of `interest`.
    ///
    /// The watch is level-triggered. Unlike epoll, it takes any descriptor: regular files and `/dev/null` are always
    /// ready. A hang-up or an error counts as ready, and the next `read` or `write` reports it. The handler is
    /// released by ``Watch/cancel()`` or at the end of ``run()``.
    ///
    /// ```swift
    /// let watch = loop.watch(.standardInput, for: .read) { _ in readInput() }
    /// ```
    @discardableResult
    public func watch(
        _ descriptor: FileDescriptor, for interest: Interest, handler: @escaping (_ ready: Interest) -> Void
    ) -> Watch {
        Watch(descriptor, interest, self, handler)
    }

    /// Calls `body` once after a delay in milliseconds, and never earlier.
    ///
    /// A negative delay counts as zero. A delay of more than a century counts as a century.
    ///
    /// Timers with equal deadlines fire in the order of scheduling. A timer that another timer schedules fires in the
    /// next turn at the earliest.
    @discardableResult
    public func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping () -> Void) -> TimerToken {
        TimerToken(deadline: monotonicNanoseconds() + nanoseconds(clamping: milliseconds), self, body)
    }

    /// Calls `hook` once per turn, as the last step before the loop waits.
    ///
    /// For example, a hook can write the output of a turn. If a hook has queued jobs, the loop does not wait. If a hook
    /// has scheduled a timer, the loop waits at most until the deadline of the timer. Hooks run in the order of
    /// registration, until ``run()`` returns.
    public func beforePoll(_ hook: @escaping () -> Void) {
        state.hooks.append(hook)
    }

    /// The time of the monotonic clock in milliseconds since an arbitrary point.
    ///
    /// This can be called from any thread.
    public var now: Int {
        monotonicNanoseconds() / 1_000_000
    }
}
