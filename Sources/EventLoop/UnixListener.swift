import Glibc
public import SystemPackage

/// A Unix socket that is listened on, for processes of the same user alone.
///
/// The socket's file has mode 0600 from its first moment, and whoever connects must have this process's effective user
/// id (`SO_PEERCRED`). There is one listener a path: a socket that nobody listens on any more is replaced, one that
/// somebody does is left alone. What begins and ends at a path is under a lock on its folder.
/// Use it on the loop's thread only.
public final class UnixListener {
    /// What happens at a listener.
    public enum Event {
        /// A process of the same user has connected; the descriptor is the receiver's.
        case connection(FileDescriptor)
        /// Another user's process has connected, and was let go at once.
        case stranger(user: UInt32)
        /// No connection can be taken for want of descriptors or memory; it is tried again a moment later.
        case shortage(Errno)
    }

    /// Why a path can't be listened on.
    public enum Failure: Error, Equatable, Sendable {
        /// Another process listens there.
        case isServed
        /// What is there is no socket.
        case isNoSocket
        /// What is there belongs to another user.
        case isForeign
        /// A path has 1 to ``UnixAddress/maxBytes`` bytes.
        case isUnusable
        /// Others have held the folder's lock all the time.
        case isLocked
        /// What the system said.
        case system(Errno)
    }

    /// How long to wait for what there is too little of, in milliseconds.
    private static let shortageMilliseconds = 250
    /// How many connections one turn takes, so that others get theirs.
    private static let connectionsPerTurn = 64
    /// How many names are tried for a socket that is about to go.
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
    /// Blocks for at most two seconds while another process begins or ends in the same folder: to be called before the
    /// loop runs.
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

    /// Listens no more, and takes the socket's file away where it is still this listener's.
    ///
    /// Does nothing the second time.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        watch?.cancel()
        if FileIdentity(address.path) == identity { unlink(address.path) }
        descriptor.closeQuietly()
    }

    /// Listens no more, unless somebody is about to come in.
    ///
    /// Whoever has connected is reported before; whoever comes later finds nothing there. So it is where the socket's file
    /// or its folder has been taken away, since then nobody can connect any more.
    ///
    /// - Returns: whether it is closed; false where somebody came in, or is just beginning or ending in the folder.
    public func closeIfUnused() -> Bool {
        guard isOpen else { return true }
        do throws(Errno) {
            guard try folder.take(waitingAtMost: 0) else { return false }
        } catch .noSuchFileOrDirectory, .notDirectory {
            // Without a folder there is nothing to be locked.
        } catch {
            return false
        }
        defer { folder.release() }
        // Nobody can connect while the file has another name; it has its own again where somebody had done so before.
        var aside: String?
        if FileIdentity(address.path) == identity {
            aside = setAside()
            if aside == nil { return false }
        }
        if accept() {
            if let aside { putBack(aside) }
            return false
        }
        if let aside { unlink(aside) }
        close()
        return true
    }

    /// Gives the socket's file another name, which nothing has yet: what is there belongs to somebody else.
    ///
    /// - Returns: that name; nil where the file has kept its own.
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

    /// Gives the socket's file its own name again, unless something else has it by now.
    private func putBack(_ aside: String) {
        _ = link(aside, address.path)
        unlink(aside)
    }

    /// Takes the connections that wait; true if there was one of this user.
    @discardableResult
    private func accept() -> Bool {
        var hasAccepted = false
        for _ in 0..<Self.connectionsPerTurn where isOpen {
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

    /// Looks away for a moment: `poll` would report the connection that can't be taken again and again.
    private func rest() {
        watch?.update([])
        loop.schedule(afterMilliseconds: Self.shortageMilliseconds) { [weak self] in self?.watch?.update(.read) }
    }

    /// Makes room for a socket where there is one that nobody listens on.
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
    /// Takes a connection that waits on a socket which listens.
    ///
    /// - Returns: a descriptor of the caller's, closed on exec.
    /// - Throws: `EAGAIN` where none waits; what else `accept(2)` reports.
    public func acceptConnection() throws(Errno) -> FileDescriptor {
        FileDescriptor(rawValue: try check(accept4(rawValue, nil, nil, Int32(SOCK_CLOEXEC.rawValue))))
    }
}

// Glibc's module hides this one; it takes and returns plain integers and pointers, which Swift's calling convention
// passes as C's does.
@_silgen_name("accept4")
private func accept4(
    _ descriptor: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutablePointer<socklen_t>?,
    _ flags: Int32
) -> Int32
