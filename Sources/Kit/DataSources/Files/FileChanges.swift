import FHEventLoop
import FeatureKit
import SystemPackage

/// The feed of a file's changes, including changes by other programs.
///
/// All members may be used from any thread.
final class FileChanges: Sendable {
    let path: FilePath
    private let feed: ChangeFeed?
    /// The watches of the path and, for a symbolic link, of its target; empty before the first call of
    /// ``watched(_:)``.
    private let watches = EntryWatches()

    /// Makes the feed of the file at a path; without a feed, all members do nothing.
    init(_ path: FilePath, isWatched: Bool) {
        self.path = path
        feed = isWatched ? ChangeFeed() : nil
    }

    /// Returns the feed, after the start of its watches.
    ///
    /// - Parameter look: Called on any thread when something has happened to the file. It calls ``tell(_:)`` if the
    ///   file has changed.
    func watched(_ look: @escaping @Sendable () -> Void) -> ChangeFeed? {
        guard let feed else { return nil }
        keepWatching(look)
        return feed
    }

    /// Watches the path again, which may be another link by now.
    func keepWatching(_ look: @escaping @Sendable () -> Void) {
        watches.keep([path, AtomicFile(path).resolved()]) { place throws(EntryWatch.Failure) in
            try EntryWatch(place, onChange: look)
        }
    }

    /// Notifies the listeners.
    func tell(_ change: SourceChange = SourceChange()) { feed?.tell(change) }

    /// Returns the page and, if changes can't be noticed, this problem.
    func marked(_ page: Page, _ look: @escaping @Sendable () -> Void) -> Page {
        watches.limit { keepWatching(look) }.map { page.adding(.unwatched($0), of: path.string) } ?? page
    }
}

/// A source over a file, which knows the stamp of what it has read or written.
protocol StampedFile: Actor {
    /// The thread of the source.
    nonisolated var worker: WorkerThread { get }
    nonisolated var fileChanges: FileChanges { get }
    /// The stamp of the file that was last read or written; nil if there is no file.
    var stamp: FileStamp? { get }
}

extension StampedFile {
    /// Notifies the listeners if the file differs from the one that was last read or written.
    nonisolated var look: @Sendable () -> Void {
        { [weak self] in
            guard let self else { return }
            fileChanges.keepWatching(look)
            worker.perform { [weak self] in
                self?.assumeIsolated { source in
                    let now = try? FileStamp(of: source.fileChanges.path)
                    if now != source.stamp { source.fileChanges.tell() }
                }
            }
        }
    }
}
