import EventLoop
import FeatureKit
import GRDB
import GRDBSQLite
import Synchronization

/// Ends what a database does where nobody waits for it any more, or where it takes too long: a view or a trigger of it
/// may have no end.
final class Watchdog: Sendable {
    /// How long what nobody can give up may take.
    static let patience = 60_000_000_000
    /// How long a change goes on that nobody waits for any more: it is mostly about to be done.
    static let grace = 2_000_000_000
    /// How many steps of its machine SQLite takes before it asks whether to go on.
    private static let stepsBetweenChecks: Int32 = 10_000

    private let cancellation: Cancellation?
    private let grace: Int
    private let end: Int
    /// When it was first seen that nobody waits; 0 before that.
    private let cancelledAt = Atomic<Int>(0)
    private let hasGivenUp = Atomic<Bool>(false)

    /// - Parameters:
    ///   - cancellation: tells whether nobody waits any more; nil where somebody always does.
    ///   - grace: how many nanoseconds it goes on then.
    init(_ cancellation: Cancellation? = nil, grace: Int = 0) {
        self.cancellation = cancellation
        self.grace = grace
        end = cancellation == nil ? monotonicNanoseconds() + Self.patience : .max
    }

    /// Whether it was ended because it took too long, while somebody waited.
    var isOverdue: Bool { hasGivenUp.load(ordering: .relaxed) }

    private var mustEnd: Bool {
        if let cancellation, cancellation.isCancelled {
            if grace == 0 { return true }
            let now = monotonicNanoseconds()
            let first = cancelledAt.load(ordering: .relaxed)
            if first == 0 { cancelledAt.store(now, ordering: .relaxed) }
            return first != 0 && now - first >= grace
        }
        guard end != .max, monotonicNanoseconds() >= end else { return false }
        hasGivenUp.store(true, ordering: .relaxed)
        return true
    }

    /// Does something with a database, which ends with `SQLITE_INTERRUPT` where it must end.
    func watch<Value>(_ db: Database, _ body: () throws -> Value) rethrows -> Value {
        sqlite3_progress_handler(
            db.sqliteConnection, Self.stepsBetweenChecks,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Watchdog>.fromOpaque(context).takeUnretainedValue().mustEnd ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        return try withExtendedLifetime(self) { try body() }
    }
}
