import FeatureKit

extension CommandRun {
    /// The receiver of notifications about a run.
    ///
    /// Notifications are for listeners without a waiting fetch, which get no page that reports the change.
    struct Observer: Sendable {
        /// Receives a notification on the run's thread: a live run has more rows or has ended, or a run has failed.
        var notice: @Sendable (SourceChange.Kind) -> Void = { _ in }
        /// Called on the run's thread when the run has ended, for any reason.
        var ended: @Sendable () -> Void = {}
        /// Returns the number of listeners that are notified.
        var listenerCount: @Sendable () -> Int = { 0 }
    }
}
