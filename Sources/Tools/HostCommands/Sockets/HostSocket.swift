import FHEventLoop
import FHUnixSockets
import Glibc
import SystemPackage

/// The socket of a host, for commands that connect to it.
struct HostSocket {
    /// The error of a connection, with a message for users.
    struct Failure: Error {
        /// The lines of the message.
        let lines: [String]
        /// True if the host did not accept the connection in time.
        let isTimeout: Bool

        init(_ lines: String..., isTimeout: Bool = false) {
            self.lines = lines
            self.isTimeout = isTimeout
        }

        /// Creates the error from the output of a host.
        init(lines: [String]) {
            self.lines = lines
            isTimeout = false
        }

        /// The lines, with the program's name before the first line.
        var messages: [String] { ["featurehost: \(lines.first ?? "")"] + lines.dropFirst() }
    }

    /// The time limit in milliseconds within which a started host has to begin to listen.
    ///
    /// The host reads its workspace before it listens.
    private static let patience = 30_000
    /// The time limit in milliseconds within which a host that is no longer used has to stop listening.
    private static let departure = 2_000
    /// The interval of connection attempts, in microseconds.
    private static let interval: UInt32 = 2_000
    /// The prefix of a host's error messages.
    private static let name = "featurehost: "

    let path: String

    /// Connects to the host, if the listening process belongs to this user or to root.
    ///
    /// - Parameter milliseconds: the timeout; nil to wait until the host accepts the connection.
    func connect(waitingAtMost milliseconds: Int? = nil) throws(Failure) -> FileDescriptor {
        let address = try address()
        do {
            return try address.connectToOwn(waitingAtMost: milliseconds)
        } catch .system(.wouldBlock) {
            throw Failure("\(path): the host has not accepted the connection in time", isTimeout: true)
        } catch {
            throw Failure("\(path): \(reason(error))")
        }
    }

    /// Connects to the host; nil if no host listens.
    ///
    /// - Throws: ``Failure`` if the listening process is not trusted.
    private func connectIfServed(_ address: UnixAddress) throws(Failure) -> FileDescriptor? {
        do {
            return try address.connectToOwn()
        } catch {
            if case .system = error { return nil }
            throw Failure("\(path): \(reason(error))")
        }
    }

    /// Connects to the host, or starts one and connects to it.
    ///
    /// The log of a started host is a file with the path of the socket and the suffix `.log`.
    ///
    /// - Parameter words: the arguments of `serve`, without the socket.
    func connect(orSpawn words: [String]) throws(Failure) -> FileDescriptor {
        let address = try address()
        if let socket = try connectIfServed(address) { return socket }
        let log: ChildLog
        do {
            log = try ChildLog(path + ".log")
        } catch {
            throw Failure("\(path): no host can be started, with its log in \(path).log: \(error.reason)")
        }
        defer { log.close() }
        let child: DetachedProcess
        do {
            let name = CommandLine.arguments.first ?? "featurehost"
            child = try DetachedProcess(
                "/proc/self/exe", [name, "serve", "--socket", path, "--end-when-unused"] + words, output: log.file)
        } catch {
            throw Failure("\(path): no host can be started: \(error.reason)")
        }
        for _ in 0..<Self.patience * 1_000 / Int(Self.interval) {
            // The status is read first: after this host has ended, another host may listen before the connection is
            // made.
            let status = child.exitStatus
            if let socket = try connectIfServed(address) { return socket }
            if let status {
                let said = log.text
                // `Failure.messages` puts the program's name before the first line again.
                let told = said.hasPrefix(Self.name) ? said.dropFirst(Self.name.count) : said[...]
                if told.isEmpty { throw Failure("the host ended with status \(status)") }
                throw Failure(lines: told.unicodeScalars.dropLast().split(separator: "\n").map(String.init))
            }
            usleep(Self.interval)
        }
        throw Failure("\(path): no host listens after \(Self.patience / 1_000) seconds; see \(log.path)")
    }

    /// Ends the session with the host, and waits until the host no longer listens.
    ///
    /// A host of ``connect(orSpawn:)`` ends after its last session. If other clients use the host, it goes on
    /// listening, and this returns after a short time.
    ///
    /// - Parameter end: ends the session.
    func leave(_ end: () -> Void) {
        let host = FileIdentity(path)
        end()
        guard let host else { return }
        for _ in 0..<Self.departure * 1_000 / Int(Self.interval) where FileIdentity(path) == host {
            usleep(Self.interval)
        }
    }

    private func address() throws(Failure) -> UnixAddress {
        guard let address = UnixAddress(path) else { throw Failure(Self.unusable(path)) }
        return address
    }

    /// The reason why a host can't listen on a path.
    static func describe(_ failure: UnixListener.Failure, at path: String) -> String {
        switch failure {
        case .isServed: "\(path): another process listens there; connect to it, or end it first"
        case .isNoSocket: "\(path): the file is no socket, and is left unchanged"
        case .isForeign: "\(path): the file belongs to another user"
        case .isUnusable: unusable(path)
        case .isLocked: "\(path): another process keeps the folder locked"
        case .system(let error): "\(path): can't be listened on: \(error)"
        }
    }

    private static func unusable(_ path: String) -> String {
        "\(path): a socket's path has 1 to \(UnixAddress.maxBytes) bytes, not \(path.utf8.count)"
    }

    private func reason(_ refusal: UnixAddress.Refusal) -> String {
        switch refusal {
        case .isForeign(let user):
            let own = "only a host of \(Self.words(forUser: OwnProcess.user)) or of root is accepted"
            return "\(user.map(Self.words) ?? "a user that the system does not name") listens there; \(own)"
        case .isOpen(let folder):
            return "everybody can write to the folder \(folder), and put another socket there; "
                + "use one that only you can write to, such as $XDG_RUNTIME_DIR, or set its sticky bit"
        case .system(let error): return reason(error)
        }
    }

    private static func words(forUser user: UInt32) -> String {
        OwnProcess.name(ofUser: user).map { "the user \($0) (\(user))" } ?? "the user \(user)"
    }

    private func reason(_ error: Errno) -> String {
        switch error {
        case .noSuchFileOrDirectory: "there is no socket; featurehost serve --socket makes one"
        case .connectionRefused where !isSocket: "the file is no socket"
        case .connectionRefused: "no host listens there any more; featurehost serve --socket starts one"
        case .permissionDenied: "the socket belongs to another user"
        default: "can't be connected to: \(error)"
        }
    }

    private var isSocket: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
