/// A scheduled timer; see ``PollLoop/schedule(afterMilliseconds:_:)``.
///
/// The timer fires even if the token is not retained. Use the token on the loop's thread only; it traps on other
/// threads.
public final class TimerToken {
    let deadline: Int
    /// The number of the timer in the order of insertion, which orders timers with equal deadlines.
    ///
    /// The heap sets it.
    var sequence: UInt64 = 0
    /// The position in the heap; -1 if the timer is not in a heap.
    ///
    /// The heap sets it.
    var position = -1
    private var body: () -> Void
    private weak var loop: PollLoop?

    init(deadline: Int, _ loop: PollLoop, _ body: @escaping () -> Void) {
        self.deadline = deadline
        self.loop = loop
        self.body = body
        loop.state.timers.insert(self)
    }

    /// Makes a timer without a loop, for tests of the heap.
    init(deadline: Int, _ body: @escaping () -> Void) {
        self.deadline = deadline
        self.body = body
    }

    /// True until the timer has fired or was cancelled.
    public var isPending: Bool {
        position >= 0
    }

    /// Cancels the timer and releases its body.
    ///
    /// Does nothing if the timer has fired or was already cancelled.
    public func cancel() {
        guard isPending, let loop else { return }
        loop.state.timers.remove(self)
        _ = takeBody()
    }

    /// Returns the body and removes it from the timer.
    func takeBody() -> () -> Void {
        defer { body = {} }
        return body
    }
}
