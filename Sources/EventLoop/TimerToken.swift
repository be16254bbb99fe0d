/// A timer that was scheduled with ``PollLoop/schedule(afterMilliseconds:_:)``.
///
/// The timer fires whether or not someone holds this token. Use it on the loop's thread only; it traps elsewhere.
public final class TimerToken {
    let deadline: Int
    /// Orders equal deadlines; given by the heap.
    var sequence: UInt64 = 0
    /// The place in the heap, kept by the heap; -1 outside it.
    var position = -1
    private var body: () -> Void
    private weak var loop: PollLoop?

    init(deadline: Int, _ loop: PollLoop, _ body: @escaping () -> Void) {
        self.deadline = deadline
        self.loop = loop
        self.body = body
        loop.state.timers.insert(self)
    }

    /// A timer without a loop, for tests of the heap.
    init(deadline: Int, _ body: @escaping () -> Void) {
        self.deadline = deadline
        self.body = body
    }

    /// Whether the body is still to be called.
    public var isPending: Bool {
        position >= 0
    }

    /// Takes the timer back and releases its body; does nothing when it has fired.
    public func cancel() {
        guard isPending, let loop else { return }
        loop.state.timers.remove(self)
        _ = takeBody()
    }

    /// Hands the body over, to be called or released.
    func takeBody() -> () -> Void {
        defer { body = {} }
        return body
    }
}
