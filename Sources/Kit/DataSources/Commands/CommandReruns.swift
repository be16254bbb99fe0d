import FHEventLoop
import FeatureKit
import Synchronization
import SystemPackage

/// Runs a command again and again while somebody looks: after some time, and after a change of files.
///
/// It only notifies the listeners of the feed, and their reloads run the command. All members may be used from any
/// thread.
final class CommandReruns: Sendable {
    /// The declared causes of further runs.
    struct Causes: Sendable {
        /// The minimum time in milliseconds from the start of a run to the start of the next one; nil for no further
        /// runs after some time.
        var everyMs: Int?
        /// The watched files and folders; the last part of a path may have the wildcards `*` and `?`.
        var watched: [String] = []

        var isNone: Bool { everyMs == nil && watched.isEmpty }
    }

    private struct State {
        var alarm: Alarm?
        /// The start of the newest run in nanoseconds; nil before the first run.
        var started: Int?
        /// True if a file has changed since the start of the newest run, and nobody was notified of it.
        var isDue = false
        /// The number of lists and searches that may still reload because of the newest notice.
        var reloads = 0
        /// The number of runs in succession during which a file has changed.
        var restless = 0

        mutating func takeDue() -> Bool {
            defer { isDue = false }
            return isDue
        }
    }

    private let causes: Causes
    /// Returns true while the newest run continues.
    private let isRunning: @Sendable () -> Bool
    private let watch: PathsWatch
    private let state = Mutex(State())

    init(_ causes: Causes, isRunning: @escaping @Sendable () -> Bool) {
        self.causes = causes
        self.isRunning = isRunning
        watch = PathsWatch(causes.watched)
    }

    /// Records the start of a run.
    func noteStart() {
        state.withLock { state in
            state.alarm = nil
            state.started = monotonicNanoseconds()
            state.isDue = false
        }
    }

    /// Records the end of the newest run, and schedules the next one if there are listeners.
    ///
    /// After a run during which a file has changed, the command runs once more. If that happens again and again, as
    /// with a command that writes a watched file itself, the pauses grow.
    func noteEnd(telling feed: ChangeFeed) {
        let pause: Int? = state.withLock { state in
            state.reloads = 0
            let isDue = state.takeDue()
            state.restless = isDue ? state.restless + 1 : 0
            return isDue ? Self.firstPauseMs << min(state.restless - 1, Self.mostDoublings) : nil
        }
        if feed.listenerCount == 0 { return }
        if let pause { tell(feed, .changed, in: pause) } else { schedule(feed) }
    }

    private static let firstPauseMs = 250
    private static let mostDoublings = 7

    /// Starts to look, because the feed has a listener.
    func begin(telling feed: ChangeFeed) {
        look(feed)
        if !isRunning() { schedule(feed) }
    }

    /// Stops looking, because the feed has no listener any more.
    func end() {
        state.withLock { $0.alarm = nil }
        watch.stop()
    }

    /// Returns the page with the problem that a file can't be watched, if there is this problem.
    func marked(_ page: Page, _ feed: ChangeFeed) -> Page {
        guard watch.limit != nil else { return page }
        look(feed)
        return watch.limit.map { page.adding(.unwatched($0), of: causes.watched[0]) } ?? page
    }

    private func schedule(_ feed: ChangeFeed) {
        guard let everyMs = causes.everyMs, let started = state.withLock(\.started) else { return }
        let passedMs = (monotonicNanoseconds() - started) / 1_000_000
        // After a slow run there is a pause too, in which its rows are shown and the machine rests.
        tell(feed, .due, in: max(everyMs - passedMs, min(passedMs / 2, everyMs)))
    }

    private func tell(_ feed: ChangeFeed, _ kind: SourceChange.Kind, in milliseconds: Int) {
        // Without a free thread, the next change of a file or the user's refresh goes on.
        let alarm = try? Alarm(milliseconds: max(0, milliseconds)) { [weak self, weak feed] in
            if let feed { self?.tell(feed, kind) }
        }
        state.withLock { $0.alarm = alarm }
    }

    private func tell(_ feed: ChangeFeed, _ kind: SourceChange.Kind) {
        state.withLock { $0.reloads = feed.listenerCount }
        feed.tell(SourceChange(kind: kind))
    }

    /// Returns true if a refresh may be the reload of a listener that was notified: it can join the run that another
    /// listener has started for the same notice.
    func takeReload() -> Bool {
        state.withLock { state in
            defer { state.reloads = max(0, state.reloads - 1) }
            return state.reloads > 0
        }
    }

    /// Lets each refresh start a new run.
    func forgetReloads() { state.withLock { $0.reloads = 0 } }

    private func look(_ feed: ChangeFeed) {
        if causes.watched.isEmpty { return }
        watch.look { [weak self, weak feed] in
            guard let self, let feed else { return }
            // What a run itself writes is noticed once, at its end.
            if isRunning() {
                state.withLock { $0.isDue = true }
                // The run may have ended meanwhile, without knowing of the change.
                if isRunning() || !state.withLock({ $0.takeDue() }) { return }
            }
            tell(feed, .changed)
        }
    }
}
