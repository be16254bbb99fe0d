/// The parts of the state of a runtime.
extension EffectRuntime {
    /// The functions that are called for events.
    struct Handlers {
        /// Called with the path when a lifetime task is started.
        var started: ([String]) -> Void = { _ in }
        /// Called with the path when the progress of an effect is to be shown.
        var progressed: ([String]) -> Void = { _ in }
        /// Called when a notice has left by the clock.
        var noticeEnded: () -> Void = {}
    }

    /// The numbers of effects.
    struct Counts {
        /// The number of running foreground effects.
        var foreground = 0
        /// The number of running effects.
        var running = 0
        /// The number of running effects that outlive their features.
        var outliving = 0
        /// The number of deliveries that were dropped, because their effects were no longer running.
        var dropped = 0
        /// The number of effects so far.
        var begun = 0
    }
}
