/// The time that a store's effects live on: the machine's, or one that a test or a front end moves.
///
/// Belongs to the core thread. Times are milliseconds.
public protocol StoreClock: AnyObject {
    /// The time now; only differences mean something.
    var now: Int { get }

    /// Calls `body` on the core thread when `milliseconds` have passed; timers due together fire in the order in which
    /// they were scheduled.
    func schedule(after milliseconds: Int, _ body: @escaping () -> Void) -> TimerID

    /// Takes a timer away; nothing happens if it has fired.
    func cancel(_ timer: TimerID)
}

/// A timer of a ``StoreClock``.
public struct TimerID: Hashable, Sendable {
    /// Never used twice by one clock.
    public let rawValue: UInt64

    /// Makes an id; for implementations of ``StoreClock``.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
