import Glibc
import SystemPackage

/// A lock on the folder of a file, for the moments in which several files of it must change as one (`flock(2)`).
///
/// Leaves nothing behind, and is released with the process at the latest.
final class FolderLock {
    private static let retryMicroseconds: UInt32 = 5_000

    private let path: String
    private var descriptor: FileDescriptor?

    init(ofFile path: String) {
        let folder = FilePath(path).removingLastComponent().string
        self.path = folder.isEmpty ? "." : folder
    }

    deinit {
        release()
    }

    /// Takes the lock, and says whether it was had within the time.
    ///
    /// - Parameter milliseconds: how long to block while others have it.
    func take(waitingAtMost milliseconds: Int) throws(Errno) -> Bool {
        let opened = FileDescriptor(rawValue: try check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)))
        let end = monotonicNanoseconds() + milliseconds * 1_000_000
        while flock(opened.rawValue, LOCK_EX | LOCK_NB) != 0 {
            let code = Errno(rawValue: errno)
            if code == .interrupted { continue }
            guard code == .wouldBlock, monotonicNanoseconds() < end else {
                opened.closeQuietly()
                if code == .wouldBlock { return false }
                throw code
            }
            usleep(Self.retryMicroseconds)
        }
        descriptor = opened
        return true
    }

    /// Lets others have it; does nothing where it is not taken.
    func release() {
        descriptor?.closeQuietly()
        descriptor = nil
    }
}

extension FileDescriptor {
    /// Closes a descriptor that nothing is waiting to be written to.
    func closeQuietly() {
        Glibc.close(rawValue)
    }
}
