import FHEventLoop
import Glibc
import Synchronization
import SystemPackage

/// Reports changes of files and folders at some paths, which need not exist yet.
///
/// The last part of a path may have the wildcards `*` and `?`. Of a folder, the entries are watched too. If a folder on
/// the way to a path appears or is replaced, that is a change, and the watch goes on in the new folder.
///
/// All members may be used from any thread.
final class PathsWatch: Sendable {
    /// An entry in a folder, with the identity of the folder.
    private struct Entry: Equatable {
        let path: FilePath
        let device: dev_t
        let inode: ino_t

        /// The entry; nil if its folder does not exist.
        init?(_ path: FilePath) {
            let folder = path.folderAndName.folder
            var status = stat()
            guard stat(folder.isEmpty ? "." : folder.string, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                return nil
            }
            self.path = path
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    private struct State {
        var watch: EntryWatch?
        var entries: [Entry] = []
        /// The system limit that prevents the watch; nil if there is none.
        var limit: String?
        var isWanted = false
    }

    /// The number of times that folders are looked at again, because they have changed meanwhile.
    private static let mostLooks = 5

    private let paths: [FilePath]
    private let state = Mutex(State())

    init(_ paths: [String]) { self.paths = paths.map { FilePath($0) } }

    /// The limit of the system that prevents the watch; nil if there is none.
    var limit: String? { state.withLock(\.limit) }

    /// Starts to watch, or watches other folders if they have changed.
    ///
    /// - Parameter tell: Called on the thread of the watch after a change.
    func look(_ tell: @escaping @Sendable () -> Void) {
        state.withLock { $0.isWanted = true }
        renew(tell)
    }

    /// Watches the folders that exist now.
    ///
    /// - Parameter isNew: True to replace the watch even if the folders seem to be the same: a new folder can have the
    ///   number of one that was removed.
    private func renew(isNew: Bool = false, _ tell: @escaping @Sendable () -> Void) {
        var isNew = isNew
        for _ in 0..<Self.mostLooks {
            let entries = paths.flatMap(Self.entries)
            let old: EntryWatch? = state.withLock { state in
                if !state.isWanted { return nil }
                if !isNew, state.watch != nil, state.entries == entries { return nil }
                do throws(EntryWatch.Failure) {
                    let watch = entries.isEmpty ? nil : try watch(entries, tell)
                    defer { (state.watch, state.entries, state.limit) = (watch, entries, nil) }
                    return state.watch
                } catch {
                    state.limit = error.limit
                    return nil
                }
            }
            // The old watch ends after the new one has begun.
            withExtendedLifetime(old) {}
            // A folder may have appeared or gone before it was watched.
            if paths.flatMap(Self.entries) == entries { return }
            isNew = true
        }
    }

    private func watch(
        _ entries: [Entry], _ tell: @escaping @Sendable () -> Void
    ) throws(EntryWatch.Failure) -> EntryWatch {
        try EntryWatch(of: entries.map(\.path)) { [weak self] in
            self?.renew(isNew: true, tell)
            tell()
        } onChange: { [weak self] in
            self?.renew(tell)
            tell()
        }
    }

    /// Stops watching.
    func stop() {
        let old: EntryWatch? = state.withLock { state in
            defer { state = State() }
            return state.watch
        }
        withExtendedLifetime(old) {}
    }

    /// The entries whose changes concern a path.
    private static func entries(of path: FilePath) -> [Entry] {
        var found: [Entry] = []
        if WholeFile.isFolder(path.string) { found += [Entry(path.appending("*"))].compactMap { $0 } }
        // The target of a link is written in another folder.
        let target = AtomicFile(path).resolved()
        if target != path { found += [Entry(target)].compactMap { $0 } }
        // The nearest entry whose folder exists, and that folder itself, which may be replaced.
        var part = path
        while true {
            let folder = part.folderAndName.folder
            if let entry = Entry(part) {
                found.append(entry)
                if !folder.isEmpty, folder.string != "/" { found += [Entry(folder)].compactMap { $0 } }
                return found
            }
            if folder.isEmpty || folder == part { return found }
            part = folder
        }
    }
}
