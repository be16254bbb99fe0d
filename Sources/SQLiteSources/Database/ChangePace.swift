import Glibc

/// How fast changes of other programs are looked for.
enum ChangePace {
    /// How long nothing is looked for after something was, in milliseconds.
    private static let restMs: UInt32 = 50

    /// Rests, on the thread of a watch, so that many writes lead to few notices.
    static func rest() { usleep(restMs * 1_000) }
}
