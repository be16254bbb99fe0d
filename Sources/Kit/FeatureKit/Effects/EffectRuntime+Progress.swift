import FHJSON

/// The progress of running effects, and their cancellation by clients.
extension EffectRuntime {
    /// The reported progress of an effect.
    struct Reported {
        /// The progress that snapshots show; nil before the first report.
        var shown: WorkProgress?
        /// The time in milliseconds when it was shown, on the store's clock.
        var shownAt = 0
        /// The newest progress, which is shown when the timer fires.
        var waiting: WorkProgress?
        /// The timer that shows the newest progress; nil if none waits.
        var timer: TimerID?
    }

    /// The minimum time in milliseconds between two revisions that show the progress of an effect.
    ///
    /// An effect may report its progress thousands of times in a second.
    static var progressInterval: Int { 100 }

    /// Shows the progress of an effect now or, if the previous progress was shown a short time ago, a little later.
    package func note(_ progress: WorkProgress, of sequence: Int) {
        guard let reported = running[sequence]?.reported else { return }
        running[sequence]?.reported.waiting = progress
        if reported.timer != nil { return }
        let left = reported.shownAt + Self.progressInterval - environment.clock.now
        if reported.shown == nil || left <= 0 { return showWaiting(sequence) }
        running[sequence]?.reported.timer = environment.clock.schedule(after: left) { [weak self] in
            self?.showWaiting(sequence)
        }
    }

    private func showWaiting(_ sequence: Int) {
        guard let effect = running[sequence], let progress = effect.reported.waiting else { return }
        running[sequence]?.reported.timer = nil
        running[sequence]?.reported.waiting = nil
        if effect.reported.shown == progress { return }
        running[sequence]?.reported.shown = progress
        running[sequence]?.reported.shownAt = environment.clock.now
        handlers.progressed(effect.context.path)
    }

    /// The ids of the effects that a client can cancel at a path or below, oldest first.
    func cancellableIDs(at path: [String]) -> [String] {
        running.values.filter { $0.cancelled != nil && $0.context.path.starts(with: path) }
            .sorted { $0.sequence < $1.sequence }.map(\.id)
    }

    /// The effect with this wire id at a path or below; nil if there is none.
    func effect(_ id: String, at path: [String]) -> Running? {
        running.values.first { isSameText($0.id, id) && $0.context.path.starts(with: path) }
    }

    /// The effects that a client can cancel, and that began with a client's action or as its consequence.
    ///
    /// - Parameter request: the revision of the client's action.
    func cancellable(startedBy request: Int) -> [Running] {
        running.values.filter { $0.context.request == request && $0.cancelled != nil }
            .sorted { $0.sequence < $1.sequence }
    }

    /// Cancels one effect, because a client has cancelled it.
    func cancel(_ effect: Running) {
        stop(effect)
        effect.ended()
        if !queues.isEmpty { leaveCancelled() }
    }
}
