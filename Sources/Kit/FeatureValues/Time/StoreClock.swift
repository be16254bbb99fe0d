/// The clock of a store's effects: the clock of the machine, or a clock that a test or a client advances.
///
/// Isolated to the core thread, the one thread that owns all state. Times are in milliseconds.
public protocol StoreClock: AnyObject {
    /// The current time; only differences are meaningful.
    var now: Int { get }

    /// Calls `body` on the core thread after `milliseconds`.
    ///
    /// Timers with the same deadline fire in the order in which they were scheduled.
    func schedule(after milliseconds: Int, _ body: @escaping () -> Void) -> TimerID

    /// Removes a timer; does nothing if the timer has fired.
    func cancel(_ timer: TimerID)
}

/// A timer of a ``StoreClock``.
public struct TimerID: Hashable, Sendable {
    /// The number of the timer; a clock never reuses a number.
    public let rawValue: UInt64

    /// Makes an id; for implementations of ``StoreClock``.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
