import Glibc
public import SystemPackage

/// The process at the other end of a Unix socket.
enum SocketPeer {
    /// The user of the process that is connected, or that listened when it was connected to (`SO_PEERCRED`); nil where
    /// the system does not say.
    static func user(of connection: FileDescriptor) -> UInt32? {
        // `struct ucred`, which Glibc's module hides: the ids of a process, its user and its group.
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(connection.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        return credentials.user
    }
}

extension UnixAddress {
    /// Why nothing is said to whoever listens at an address.
    public enum Refusal: Error, Equatable {
        /// A process of another user listens there; nil where the system does not say of which.
        case isForeign(user: UInt32?)
        /// Everybody may put another file in the place of the socket.
        case isOpen(folder: String)
        /// What the system said of a connection.
        case system(Errno)
    }

    /// Connects to a process of this user, or of root, in whose folder not everybody can put another socket.
    ///
    /// - Returns: a descriptor of the caller's, closed on exec, on which nothing has been sent.
    public func connectToOwn() throws(Refusal) -> FileDescriptor {
        let folder = FilePath(path).folderAndName.folder.string
        let place = folder.isEmpty ? "." : folder
        var status = stat()
        // Where there is a sticky bit, nobody can take away what is another user's.
        if stat(place, &status) == 0, status.st_mode & S_IWOTH != 0, status.st_mode & S_ISVTX == 0 {
            throw .isOpen(folder: place)
        }
        let connection: FileDescriptor
        do {
            connection = try connect()
        } catch {
            throw .system(error)
        }
        let user = SocketPeer.user(of: connection)
        guard let user, user == geteuid() || user == 0 else {
            connection.closeQuietly()
            throw .isForeign(user: user)
        }
        return connection
    }
}

extension OwnProcess {
    /// The user that it acts as.
    public static var user: UInt32 { geteuid() }

    /// The name of a user; nil where the system's own list (`passwd(5)`) has none.
    ///
    /// Not by `getpwuid(3)`: that loads libraries, which a program that is linked statically ends by.
    public static func name(ofUser user: UInt32) -> String? {
        guard let list = try? WholeFile.read("/etc/passwd", upTo: 1 << 20) else { return nil }
        for line in list.split(separator: 0x0A) {
            let members = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard members.count > 2, String(decoding: members[2], as: UTF8.self) == String(user) else { continue }
            return String(decoding: members[0], as: UTF8.self)
        }
        return nil
    }
}
