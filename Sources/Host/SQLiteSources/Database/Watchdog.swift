import FHEventLoop
import FeatureKit
import GRDB
import GRDBSQLite
import Synchronization

/// Interrupts a database operation that was cancelled or takes too long.
///
/// A view or a trigger may run forever.
final class Watchdog: Sendable {
    /// The timeout in nanoseconds of operations that can't be cancelled.
    static let patience = 60_000_000_000
    /// The time in nanoseconds for which a change continues after a cancellation.
    ///
    /// Usually a change is almost complete when it is cancelled.
    static let grace = 2_000_000_000
    /// The number of virtual machine instructions between two checks.
    private static let stepsBetweenChecks: Int32 = 10_000

    private let cancellation: Cancellation?
    private let grace: Int
    private let end: Int
    /// The time at which the cancellation was first noticed; 0 before that.
    private let cancelledAt = Atomic<Int>(0)
    private let hasGivenUp = Atomic<Bool>(false)

    /// Makes a watchdog for one operation.
    ///
    /// - Parameters:
    ///   - cancellation: The cancellation; nil if the operation can't be cancelled.
    ///   - grace: The time in nanoseconds for which the operation continues after a cancellation.
    init(_ cancellation: Cancellation? = nil, grace: Int = 0) {
        self.cancellation = cancellation
        self.grace = grace
        end = cancellation == nil ? monotonicNanoseconds() + Self.patience : .max
    }

    /// True if the operation was interrupted because of the timeout.
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

    /// Runs a database operation.
    ///
    /// If the operation has to end, it fails with `SQLITE_INTERRUPT`.
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
