import FHEventLoop
import Glibc
public import SystemPackage

/// The address of a Unix domain socket: a path.
public struct UnixAddress: Sendable {
    /// The maximum length of a path in bytes: the size of the system's `sun_path` without the null byte.
    public static let maxBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// The path.
    public let path: String

    /// Makes an address; nil if the path is empty or too long, or has a null byte.
    public init?(_ path: String) {
        guard (1...Self.maxBytes).contains(path.utf8.count), !path.utf8.contains(0) else { return nil }
        self.path = path
    }

    /// Connects to the listening process.
    ///
    /// Blocks until the system has added the connection to the listener's queue, or until the timeout.
    ///
    /// - Parameter milliseconds: The timeout; nil for none. With 0, the call fails if the queue is full.
    /// - Returns: A descriptor that the caller owns. It is closed on exec.
    /// - Throws: `ENOENT` or `ECONNREFUSED` if no process listens; `EAGAIN` after the timeout; other errors of
    ///   `connect(2)`.
    public func connect(waitingAtMost milliseconds: Int? = nil) throws(Errno) -> FileDescriptor {
        let descriptor = try Self.makeSocket()
        do {
            if let milliseconds {
                // For the system, 0 means no timeout, and the shortest timeout is a microsecond.
                let microseconds = max(1, nanoseconds(clamping: milliseconds) / 1_000)
                try Self.setTimeout(of: descriptor, microseconds: microseconds)
            }
            try call(descriptor, Glibc.connect)
            if milliseconds != nil { try Self.setTimeout(of: descriptor, microseconds: 0) }
        } catch {
            descriptor.closeQuietly()
            throw error
        }
        return descriptor
    }

    /// Listens for connections from processes of this user.
    ///
    /// - Returns: A non-blocking descriptor that the caller owns. It is closed on exec.
    /// - Throws: `EADDRINUSE` if a file exists at the path; other errors of the system.
    public func listen() throws(Errno) -> FileDescriptor {
        let descriptor = try Self.makeSocket()
        do throws(Errno) {
            // The file gets the mode of the socket, so other users can never connect (`unix(7)`).
            _ = try check(fchmod(descriptor.rawValue, 0o600))
            _ = try check(fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK))
            try call(descriptor, Glibc.bind)
            do throws(Errno) {
                _ = try check(Glibc.listen(descriptor.rawValue, SOMAXCONN))
            } catch {
                unlink(path)
                throw error
            }
        } catch {
            descriptor.closeQuietly()
            throw error
        }
        return descriptor
    }

    /// Sets the timeout of `connect(2)` and of writes (`SO_SNDTIMEO`); 0 for none.
    private static func setTimeout(of socket: FileDescriptor, microseconds: Int) throws(Errno) {
        var time = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = try check(setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &time, size))
    }

    private static func makeSocket() throws(Errno) -> FileDescriptor {
        FileDescriptor(rawValue: try check(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)))
    }

    private func call(
        _ descriptor: FileDescriptor, _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws(Errno) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        while true {
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { function(descriptor.rawValue, $0, length) }
            }
            if result == 0 { return }
            let code = errno
            if code != EINTR { throw Errno(rawValue: code) }
        }
    }
}
