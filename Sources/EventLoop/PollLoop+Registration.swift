public import SystemPackage

extension PollLoop {
    /// Calls `handler` in every turn in which the descriptor is ready for something in `interest`.
    ///
    /// Level-triggered. Any descriptor will do: regular files and `/dev/null` are always ready, unlike with epoll.
    /// A hang-up or an error counts as ready, so that `read` and `write` can tell what it is.
    /// The handler is released by ``Watch/cancel()`` or at the end of ``run()``.
    @discardableResult
    public func watch(
        _ descriptor: FileDescriptor, for interest: Interest, handler: @escaping (_ ready: Interest) -> Void
    ) -> Watch {
        Watch(descriptor, interest, self, handler)
    }

    /// Calls `body` once, `milliseconds` from now or later, never earlier; a negative delay is none.
    ///
    /// Equal deadlines fire in the order of their scheduling. A timer set in a timer's body waits for the next turn.
    @discardableResult
    public func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping () -> Void) -> TimerToken {
        TimerToken(deadline: monotonicNanoseconds() + nanoseconds(clamping: milliseconds), self, body)
    }

    /// Calls `hook` once per turn, after everything else and just before the loop waits.
    ///
    /// The place to write what a turn has gathered. What a hook posts or schedules is served without waiting.
    /// Hooks run in the order of their registration and stay until the end of ``run()``.
    public func beforePoll(_ hook: @escaping () -> Void) {
        state.hooks.append(hook)
    }

    /// Milliseconds on the monotonic clock, whose zero means nothing; from any thread.
    public var now: Int {
        monotonicNanoseconds() / 1_000_000
    }
}
