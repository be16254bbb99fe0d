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
        guard var reported = running[sequence]?.reported else { return }
        defer { running[sequence]?.reported = reported }
        reported.waiting = progress
        if reported.timer != nil { return }
        let left = reported.shown.map { _ in
            reported.shownAt + Self.progressInterval - environment.clock.now
        }
        if let left, left > 0 {
            reported.timer = environment.clock.schedule(after: left) { [weak self] in self?.showWaiting(sequence) }
        } else {
            show(progress, in: &reported, of: sequence)
        }
    }

    private func showWaiting(_ sequence: Int) {
        guard var reported = running[sequence]?.reported else { return }
        defer { running[sequence]?.reported = reported }
        reported.timer = nil
        if let waiting = reported.waiting { show(waiting, in: &reported, of: sequence) }
    }

    private func show(_ progress: WorkProgress, in reported: inout Reported, of sequence: Int) {
        reported.waiting = nil
        if reported.shown == progress { return }
        reported.shown = progress
        reported.shownAt = environment.clock.now
        running[sequence]?.reported = reported
        if let effect = running[sequence] { handlers.progressed(effect.context.path) }
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
