import FHEventLoop
import Glibc
public import SystemPackage

/// A watch that reports when an entry of a folder is written, replaced, created or removed, by any process.
///
/// The folder is watched, so that a file is still watched after the file has been replaced.
public final class EntryWatch: Sendable {
    /// The reason why an entry can't be watched.
    public struct Failure: Error, Equatable, Sendable {
        /// The system error.
        public let error: Errno
        /// The description of the reached limit, for users; nil for any other error.
        public let limit: String?
    }

    private let wake: WakePipe

    /// Starts the watch.
    ///
    /// - Parameters:
    ///   - path: The entry. It need not exist, but its folder must exist. In its name, `*` and `?` are wildcards
    ///     (fnmatch(3)).
    ///   - suffixes: The suffixes that are appended to the name of the entry; each of the resulting names is watched.
    ///   - echoes: Delays in milliseconds. After a change, the watch waits for the first delay and reports the change
    ///     again, then waits for the second delay, and so on. Another change restarts the delays. Echoes are for
    ///     changes that are complete only some time after the write.
    ///   - onChange: Called on the thread of the watch. It is called once for several changes in quick succession.
    /// - Throws: `Failure` if the folder can't be watched, or no pipe or thread is available.
    public convenience init(
        _ path: FilePath, suffixes: [String] = [""], echoes: [Int32] = [], onChange: @escaping @Sendable () -> Void
    ) throws(Failure) {
        try self.init(of: [path], suffixes: suffixes, echoes: echoes, onChange: onChange)
    }

    /// Starts one watch of several entries.
    ///
    /// If there are several, those whose folders can't be watched are left out, unless a limit of the system is
    /// reached.
    ///
    /// - Parameter onEnd: Called on the thread of the watch if a folder is no longer watched, because it was removed.
    init(
        of paths: [FilePath], suffixes: [String] = [""], echoes: [Int32] = [],
        onEnd: @escaping @Sendable () -> Void = {}, onChange: @escaping @Sendable () -> Void
    ) throws(Failure) {
        let wake: WakePipe
        do throws(Errno) {
            wake = try WakePipe()
        } catch {
            throw Failure(error: error, limit: error.limit)
        }
        let notifications = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if notifications < 0 {
            let error = Errno(rawValue: errno)
            throw Failure(error: error, limit: error == .tooManyOpenFiles ? Self.instanceLimit : error.limit)
        }
        let events = IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE
        // The names in each folder, by the folder's watch.
        var named: [Int32: [String]] = [:]
        for path in paths {
            let (folder, name) = path.folderAndName
            let watch = (folder.isEmpty ? FilePath(".") : folder).withPlatformString {
                inotify_add_watch(notifications, $0, UInt32(events))
            }
            guard watch >= 0 else {
                let error = Errno(rawValue: errno)
                if paths.count > 1, error != .noSpace { continue }
                close(notifications)
                throw Failure(error: error, limit: error == .noSpace ? Self.watchLimit : error.limit)
            }
            named[watch, default: []] += suffixes.map { name + $0 }
        }
        self.wake = wake
        let names = named
        do {
            try startThread {
                Self.watch(names, echoes, notifications, until: wake.readEnd, onEnd, onChange)
                close(notifications)
                // The pipe must stay open as long as its end may be read.
                withExtendedLifetime(wake) {}
            }
        } catch {
            close(notifications)
            throw Failure(error: error, limit: error.limitOfStart)
        }
    }

    private static let instanceLimit =
        "no further file may be opened or watched (see ulimit -n, fs.inotify.max_user_instances)"
    private static let watchLimit = "no further folder may be watched (see fs.inotify.max_user_watches)"

    deinit {
        wake.signal()
    }

    private static func watch(
        _ names: [Int32: [String]], _ echoes: [Int32], _ notifications: Int32, until stop: Int32,
        _ onEnd: () -> Void, _ onChange: () -> Void
    ) {
        var entries = [notifications, stop].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 8)
        defer { buffer.deallocate() }
        var echo = echoes.endIndex
        while true {
            let count = waitForDescriptors(&entries, milliseconds: echo < echoes.endIndex ? echoes[echo] : -1)
            if count < 0, errno != EINTR { return }
            if count == 0 {
                echo += 1
                onChange()
            }
            if count <= 0 { continue }
            if entries[1].revents != 0 { return }
            let size = read(notifications, buffer.baseAddress, buffer.count)
            guard size > 0 else { continue }
            let events = UnsafeRawBufferPointer(rebasing: buffer[..<size])
            if hasEnd(events) { onEnd() }
            if mentions(names, events) {
                echo = echoes.startIndex
                onChange()
            }
        }
    }

    /// True if one of the events concerns one of the names, or if events were lost.
    private static func mentions(_ names: [Int32: [String]], _ events: UnsafeRawBufferPointer) -> Bool {
        contains(events) { event, name in
            event.mask & UInt32(IN_Q_OVERFLOW) != 0
                || names[event.wd]?.contains { name.elementsEqual($0.utf8) || isMatch(name, $0) } == true
        }
    }

    /// True if one of the events is the end of the watch of a folder.
    private static func hasEnd(_ events: UnsafeRawBufferPointer) -> Bool {
        contains(events) { event, _ in event.mask & UInt32(IN_IGNORED) != 0 }
    }

    /// True if `isMatch` returns true for one of the events and the name in it.
    private static func contains(
        _ events: UnsafeRawBufferPointer,
        where isMatch: (inotify_event, UnsafeRawBufferPointer.SubSequence) -> Bool
    ) -> Bool {
        var offset = 0
        let headSize = MemoryLayout<inotify_event>.size
        while offset + headSize <= events.count {
            let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + headSize + Int(event.len)
            let name = events[offset + headSize..<min(end, events.count)].prefix { $0 != 0 }
            if isMatch(event, name) { return true }
            offset = end
        }
        return false
    }

    private static func isMatch(_ name: UnsafeRawBufferPointer.SubSequence, _ pattern: String) -> Bool {
        guard pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else { return false }
        return fnmatch(pattern, String(decoding: name, as: UTF8.self), 0) == 0
    }
}
