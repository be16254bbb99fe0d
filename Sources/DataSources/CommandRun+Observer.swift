import FeatureKit

extension CommandRun {
    /// The receiver of notices while no fetch waits.
    struct Observer: Sendable {
        /// Gets a notice that there are further rows, or that the run has failed; on the run's thread.
        var notice: @Sendable (SourceChange.Kind) -> Void = { _ in }
        /// The number of receivers of these notices.
        var listenerCount: @Sendable () -> Int = { 0 }
    }
}
