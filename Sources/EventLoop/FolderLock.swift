import Glibc
public import SystemPackage

/// A lock on the folder of a file, for the moments in which several files of it must change as one, or one of them by
/// one program at a time (`flock(2)`).
///
/// Leaves nothing behind, and is released with the process at the latest.
public final class FolderLock {
    private static let retryMicroseconds: UInt32 = 5_000

    private let path: String
    private var descriptor: FileDescriptor?

    /// A lock that is not taken yet.
    ///
    /// - Parameter path: a file in the folder, which need not exist.
    public init(ofFile path: String) {
        let folder = FilePath(path).removingLastComponent().string
        self.path = folder.isEmpty ? "." : folder
    }

    deinit {
        release()
    }

    /// Takes the lock, and says whether it was had within the time.
    ///
    /// - Parameter milliseconds: how long to block while others have it.
    /// - Throws: what the system says where the folder can't be opened or locked.
    public func take(waitingAtMost milliseconds: Int) throws(Errno) -> Bool {
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
    public func release() {
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
