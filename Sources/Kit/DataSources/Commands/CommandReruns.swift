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
        /// The number of runs in succession during which a file has changed.
        var restless = 0
    }

    private let causes: Causes
    /// Returns true while the newest run continues and is not live.
    private let isRunning: @Sendable () -> Bool
    private let watches = EntryWatches()
    private let state = Mutex(State())

    init(_ causes: Causes, isRunning: @escaping @Sendable () -> Bool) {
        self.causes = causes
        self.isRunning = isRunning
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
            defer { state.isDue = false }
            state.restless = state.isDue ? state.restless + 1 : 0
            return state.isDue ? Self.firstPauseMs << min(state.restless - 1, Self.mostDoublings) : nil
        }
        if feed.listenerCount == 0 { return }
        if let pause { tell(feed, in: pause) } else { schedule(feed) }
    }

    private static let firstPauseMs = 250
    private static let mostDoublings = 7

    /// Starts to look, because the feed has a listener.
    func begin(telling feed: ChangeFeed) {
        watch(feed)
        if !isRunning() { schedule(feed) }
    }

    /// Stops looking, because the feed has no listener any more.
    func end() {
        state.withLock { $0.alarm = nil }
        watches.keep([]) { place throws(EntryWatch.Failure) in try EntryWatch(place) {} }
    }

    /// Returns the page with the problem that a file can't be watched, if there is this problem.
    func marked(_ page: Page, _ feed: ChangeFeed) -> Page {
        if causes.watched.isEmpty { return page }
        let limit = watches.limit { [self] in watch(feed) }
        return limit.map { page.adding(.unwatched($0), of: causes.watched[0]) } ?? page
    }

    private func schedule(_ feed: ChangeFeed) {
        guard let everyMs = causes.everyMs, let started = state.withLock(\.started) else { return }
        tell(feed, in: everyMs - (monotonicNanoseconds() - started) / 1_000_000)
    }

    private func tell(_ feed: ChangeFeed, in milliseconds: Int) {
        // Without a free thread, the next change of a file or the user's refresh goes on.
        let alarm = try? Alarm(milliseconds: max(0, milliseconds)) { [weak feed] in feed?.tell() }
        state.withLock { $0.alarm = alarm }
    }

    private func watch(_ feed: ChangeFeed) {
        watches.keep(Set(causes.watched.map { FilePath($0) })) { place throws(EntryWatch.Failure) in
            // Of a folder, the entries are watched.
            try EntryWatch(WholeFile.isFolder(place.string) ? place.appending("*") : place) { [weak self, weak feed] in
                guard let self, let feed else { return }
                // What a run itself writes is noticed once, at its end.
                if isRunning() { state.withLock { $0.isDue = true } } else { feed.tell() }
            }
        }
    }
}
