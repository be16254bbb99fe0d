import Glibc
public import SystemPackage

/// A lock on the folder of a file (`flock(2)`).
///
/// The lock serializes changes by different programs. One change may concern several files of the folder. The lock
/// leaves no file behind, and the system releases it when the process ends.
public final class FolderLock {
    private static let retryMicroseconds: UInt32 = 5_000

    private let path: String
    private var descriptor: FileDescriptor?

    /// Makes a lock without acquiring it.
    ///
    /// - Parameter path: A file in the folder. It need not exist.
    public init(ofFile path: String) {
        let folder = FilePath(path).removingLastComponent().string
        self.path = folder.isEmpty ? "." : folder
    }

    deinit {
        release()
    }

    /// Acquires the lock.
    ///
    /// - Parameter milliseconds: The timeout; 0 for one attempt without waiting.
    /// - Returns: False if another holder kept the lock until the timeout.
    /// - Throws: The system error, if the folder can't be opened or locked.
    public func take(waitingAtMost milliseconds: Int) throws(Errno) -> Bool {
        let opened = FileDescriptor(rawValue: try check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)))
        let end = monotonicNanoseconds() + nanoseconds(clamping: milliseconds)
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

    /// Releases the lock.
    ///
    /// Does nothing if this object does not hold the lock.
    public func release() {
        // A child that was just forked may have the descriptor, and with it the lock.
        if let descriptor { flock(descriptor.rawValue, LOCK_UN) }
        descriptor?.closeQuietly()
        descriptor = nil
    }
}

extension FileDescriptor {
    /// Closes a descriptor, and ignores errors.
    ///
    /// Don't use this after writes to a file, because `close` may be the call that reports their failure.
    package func closeQuietly() {
        Glibc.close(rawValue)
    }
}
