import FeatureKit

extension CommandRun {
    /// Who is told of what happens while nobody waits.
    struct Observer: Sendable {
        /// Gets a notice that there are further rows, or that the run has failed; on the run's thread.
        var notice: @Sendable (SourceChange.Kind) -> Void = { _ in }
        /// How many get these notices.
        var listenerCount: @Sendable () -> Int = { 0 }
    }
}
