public import FHEventLoop
import Glibc
public import SystemPackage

/// A listening Unix domain socket for processes of the same user.
///
/// The socket's file has the mode 0600 from its creation, and a peer must have this process's effective user id
/// (`SO_PEERCRED`). A path has only one listener: the file of a socket without a listener is replaced, and the file
/// of a socket with a listener stays unchanged. A lock on the folder serializes the start and the end of listeners.
/// Use the listener on the loop's thread only.
public final class UnixListener {
    /// An event of a listener.
    public enum Event {
        /// A process of the same user has connected.
        ///
        /// The receiver owns the descriptor.
        case connection(FileDescriptor)
        /// A process of another user has connected, and was disconnected immediately.
        ///
        /// `user` is `UInt32.max` if the system does not report the user.
        case stranger(user: UInt32)
        /// No connection can be accepted, because descriptors or memory are missing.
        ///
        /// The listener tries again later.
        case shortage(Errno)
    }

    /// The reason why the listener can't listen on a path.
    public enum Failure: Error, Equatable, Sendable {
        /// A process already listens on the path.
        case isServed
        /// The file at the path is not a socket.
        case isNoSocket
        /// The file at the path belongs to another user.
        case isForeign
        /// The path is empty, has a null byte or is longer than ``UnixAddress/maxBytes``.
        case isUnusable
        /// Other processes held the folder's lock until the timeout.
        case isLocked
        /// The system reported this error.
        case system(Errno)
    }

    /// The delay before another attempt after a shortage, in milliseconds.
    private static let shortageMilliseconds = 250
    /// The maximum number of connections that ``closeIfUnused()`` tries to accept.
    private static let connectionsAtEnd = 64
    /// The number of names that are tried to find an unused name for a socket that is about to close.
    private static let asideNames = 100

    private let address: UnixAddress
    private let folder: FolderLock
    private let descriptor: FileDescriptor
    private let identity: FileIdentity
    private let loop: PollLoop
    private let onEvent: (Event) -> Void
    private var watch: Watch?
    private var isOpen = true

    /// Listens on a path.
    ///
    /// While another listener starts or ends in the folder of the socket, this blocks for at most two seconds. So call
    /// this before the loop runs.
    public init(_ path: String, on loop: PollLoop, onEvent: @escaping (Event) -> Void) throws(Failure) {
        guard let address = UnixAddress(path) else { throw .isUnusable }
        let folder = FolderLock(ofFile: path)
        let isTaken: Bool
        do throws(Errno) {
            isTaken = try folder.take(waitingAtMost: 2_000)
        } catch {
            throw .system(error)
        }
        if !isTaken { throw .isLocked }
        defer { folder.release() }
        try Self.clear(address)
        do throws(Errno) {
            descriptor = try address.listen()
        } catch {
            throw .system(error)
        }
        self.address = address
        self.folder = folder
        self.loop = loop
        self.onEvent = onEvent
        identity = FileIdentity(path) ?? FileIdentity()
        watch = loop.watch(descriptor, for: .read) { _ in self.accept() }
    }

    /// Stops listening.
    ///
    /// Removes the socket's file if the file still belongs to this listener.
    ///
    /// A second call does nothing.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        watch?.cancel()
        if FileIdentity(address.path) == identity { unlink(address.path) }
        descriptor.closeQuietly()
    }

    /// Stops listening if no client is waiting to be accepted.
    ///
    /// Waiting clients are accepted and reported as events. The listener also closes if the socket's file or its folder
    /// was removed, because no client can connect any more.
    ///
    /// - Returns: True if the listener is closed. False if a client was accepted, if another listener holds the
    ///   folder's lock, or if the socket's file could not be renamed.
    public func closeIfUnused() -> Bool {
        guard isOpen else { return true }
        do throws(Errno) {
            guard try folder.take(waitingAtMost: 0) else { return false }
        } catch .noSuchFileOrDirectory, .notDirectory {
            // If the folder does not exist, there is nothing to lock.
        } catch {
            return false
        }
        defer { folder.release() }
        // No client can connect while the file has another name. If a client had connected before, the file is renamed
        // back.
        var aside: String?
        if FileIdentity(address.path) == identity {
            aside = setAside()
            if aside == nil { return false }
        }
        if accept(atMost: Self.connectionsAtEnd) {
            if let aside { putBack(aside) }
            return false
        }
        if let aside { unlink(aside) }
        close()
        return true
    }

    /// Renames the socket's file to an unused name.
    ///
    /// The name must be unused, because a file that already has the name belongs to another process.
    ///
    /// - Returns: The new name; nil if the file was not renamed.
    private func setAside() -> String? {
        for number in 0..<Self.asideNames {
            let aside = address.path + ".closing" + (number == 0 ? "" : "\(number)")
            if link(address.path, aside) == 0 {
                if unlink(address.path) == 0 { return aside }
                unlink(aside)
                return nil
            }
            if errno != EEXIST { return nil }
        }
        return nil
    }

    /// Gives the socket's file its old name back, or removes the file if another file now has the old name.
    private func putBack(_ aside: String) {
        _ = link(aside, address.path)
        unlink(aside)
    }

    /// Accepts pending connections.
    ///
    /// Returns true if a process of the same user has connected.
    ///
    /// - Parameter count: The maximum number of connections. The default is one per turn, because the work for a new
    ///   connection delays other peers.
    @discardableResult
    private func accept(atMost count: Int = 1) -> Bool {
        var hasAccepted = false
        for _ in 0..<count where isOpen {
            let connection: FileDescriptor
            do throws(Errno) {
                connection = try descriptor.acceptConnection()
            } catch {
                switch error {
                case .interrupted, .connectionAbort: continue
                case .wouldBlock: return hasAccepted
                default:
                    rest()
                    onEvent(.shortage(error))
                    return hasAccepted
                }
            }
            let user = SocketPeer.user(of: connection)
            if user == geteuid() {
                hasAccepted = true
                onEvent(.connection(connection))
            } else {
                connection.closeQuietly()
                onEvent(.stranger(user: user ?? .max))
            }
        }
        return hasAccepted
    }

    /// Pauses the watch for a short time.
    ///
    /// Otherwise `poll` would report the pending connection in each turn.
    private func rest() {
        watch?.update([])
        loop.schedule(afterMilliseconds: Self.shortageMilliseconds) { [weak self] in self?.watch?.update(.read) }
    }

    /// Removes the file of a socket that has no listener.
    ///
    /// - Throws: `isServed` if the socket has a listener; `isNoSocket` or `isForeign` for a file that must stay;
    ///   `system`.
    private static func clear(_ address: UnixAddress) throws(Failure) {
        var status = stat()
        guard lstat(address.path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(Errno(rawValue: errno))
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .isNoSocket }
        guard status.st_uid == geteuid() else { throw .isForeign }
        do throws(Errno) {
            try address.connect().closeQuietly()
        } catch .connectionRefused {
            if unlink(address.path) == 0 { return }
            throw .system(Errno(rawValue: errno))
        } catch {
            throw .system(error)
        }
        throw .isServed
    }
}

extension FileDescriptor {
    /// Accepts a pending connection of a listening socket.
    ///
    /// - Returns: A descriptor that the caller owns. It is closed on exec.
    /// - Throws: `EAGAIN` if no connection is pending; other errors of `accept(2)`.
    public func acceptConnection() throws(Errno) -> FileDescriptor {
        FileDescriptor(rawValue: try check(accept4(rawValue, nil, nil, Int32(SOCK_CLOEXEC.rawValue))))
    }
}

// Glibc's module hides this function. It takes and returns plain integers and pointers, for which Swift's calling
// convention equals that of C.
@_silgen_name("accept4")
private func accept4(
    _ descriptor: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutablePointer<socklen_t>?,
    _ flags: Int32
) -> Int32
