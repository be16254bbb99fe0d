import FHEventLoop
import Glibc
import Synchronization
import SystemPackage

/// A place in the queue of the sources of this process that want to lock a folder.
///
/// A ``FolderLock`` goes to whoever happens to try when it is free. Of two sources with many edits, one could get it
/// again and again until the other gives up. So the sources of a process take turns.
final class FolderTurn {
    private struct Queues: Sendable {
        var waiting: [String: [Int]] = [:]
        var lastNumber = 0
    }

    private static let queues = Mutex(Queues())
    private static let retryMicroseconds: UInt32 = 500

    private let folder: String
    private let number: Int

    /// Enters the queue.
    ///
    /// - Parameter path: A file in the folder.
    init(ofFile path: FilePath) {
        let folder = path.removingLastComponent().string
        self.folder = folder
        number = Self.queues.withLock { queues in
            queues.lastNumber += 1
            queues.waiting[folder, default: []].append(queues.lastNumber)
            return queues.lastNumber
        }
    }

    deinit {
        Self.queues.withLock { [folder, number] queues in
            queues.waiting[folder]?.removeAll { $0 == number }
            if queues.waiting[folder]?.isEmpty == true { queues.waiting[folder] = nil }
        }
    }

    /// Waits, on the thread of a source, until the sources before this one have left the queue.
    ///
    /// Each of them waits for other programs for a limited time, and leaves after its edit.
    func wait() {
        while !isFirst { usleep(Self.retryMicroseconds) }
    }

    /// True if no source is before this one.
    var isFirst: Bool { Self.queues.withLock { $0.waiting[folder]?.first == number } }
}
