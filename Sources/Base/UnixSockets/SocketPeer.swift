import FHEventLoop
import Glibc
public import SystemPackage

/// The process at the other end of a Unix domain socket.
enum SocketPeer {
    /// Returns the user id of the process at the other end (`SO_PEERCRED`); nil if the system does not report it.
    ///
    /// For the end that called `connect`, this is the process that called `listen`.
    static func user(of connection: FileDescriptor) -> UInt32? {
        // `struct ucred`, which Glibc's module hides: the process id, user id and group id.
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(connection.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        return credentials.user
    }
}

extension UnixAddress {
    /// The reason why ``connectToOwn(waitingAtMost:)`` has failed.
    public enum Refusal: Error, Equatable {
        /// A process of another user listens at the address; nil if the system does not report the user.
        case isForeign(user: UInt32?)
        /// All users can replace the socket's file in this folder.
        case isOpen(folder: String)
        /// The connection failed with this error.
        case system(Errno)
    }

    /// Connects to a process of this user or of root.
    ///
    /// The folder of the socket must not let all users replace the socket. If the path is a symbolic link, the same
    /// applies to the folder of each link that leads to the socket.
    ///
    /// - Parameter milliseconds: The timeout; nil for none.
    /// - Returns: A descriptor that the caller owns. It is closed on exec, and nothing has been sent on it.
    public func connectToOwn(waitingAtMost milliseconds: Int? = nil) throws(Refusal) -> FileDescriptor {
        for folder in folders {
            var status = stat()
            // In a folder with the sticky bit, users can't remove the files of others.
            if stat(folder, &status) == 0, status.st_mode & S_IWOTH != 0, status.st_mode & S_ISVTX == 0 {
                throw .isOpen(folder: folder)
            }
        }
        let connection: FileDescriptor
        do {
            connection = try connect(waitingAtMost: milliseconds)
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

    /// The folder of the path and, if the path is a symbolic link, the folders of all targets in the chain of links.
    private var folders: [String] {
        var folders: [String] = []
        var place = path
        // Like the system, this follows at most 40 links.
        for _ in 0...40 {
            let folder = FilePath(place).folderAndName.folder.string
            folders.append(folder.isEmpty ? "." : folder)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place, &buffer, buffer.count)
            guard count > 0 else { break }
            let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            place = target.hasPrefix("/") || folder.isEmpty ? target : "\(folder)/\(target)"
        }
        return folders
    }
}

extension OwnProcess {
    /// The effective user id.
    public static var user: UInt32 { geteuid() }

    /// Returns the name of a user; nil if the system's list (`passwd(5)`) does not contain the user.
    ///
    /// It does not use `getpwuid(3)`, because that function loads libraries, which crashes a statically linked program.
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
