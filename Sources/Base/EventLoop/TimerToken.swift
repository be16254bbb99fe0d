/// A scheduled timer; see ``PollLoop/schedule(afterMilliseconds:_:)``.
///
/// The timer fires whether or not the token is retained. Use it on the loop's thread only; it traps elsewhere.
public final class TimerToken {
    let deadline: Int
    /// The order among equal deadlines; set by the heap.
    var sequence: UInt64 = 0
    /// The position in the heap, set by the heap; -1 outside it.
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

    /// Cancels the timer and releases its body; does nothing if it has fired.
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
