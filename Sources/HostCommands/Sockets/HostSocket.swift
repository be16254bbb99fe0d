import EventLoop
import Glibc
import SystemPackage

/// Where a host listens, as the commands find it.
struct HostSocket {
    /// What could not be done; says why, for people.
    struct Failure: Error {
        /// The lines of the message.
        let lines: [String]

        init(_ lines: String...) { self.lines = lines }

        /// One that a host has said.
        init(lines: [String]) { self.lines = lines }

        /// What a command prints: the program's name is in front.
        var messages: [String] { ["featurehost: \(lines.first ?? "")"] + lines.dropFirst() }
    }

    /// How long a host may take until it listens, in milliseconds: it reads its workspace first.
    private static let patience = 30_000
    /// How often it is looked for, in microseconds.
    private static let interval: UInt32 = 2_000
    /// What a host says before what is wrong.
    private static let name = "featurehost: "

    let path: String

    /// Connects to the host that listens, if it is one of this user.
    func connect() throws(Failure) -> FileDescriptor {
        let address = try address()
        do {
            return try address.connectToOwn()
        } catch {
            throw Failure("\(path): \(reason(error))")
        }
    }

    /// Connects to the host that listens; nil where none does.
    ///
    /// - Throws: where what listens is not to be trusted with what a host is told.
    private func connectIfServed(_ address: UnixAddress) throws(Failure) -> FileDescriptor? {
        do {
            return try address.connectToOwn()
        } catch {
            if case .system = error { return nil }
            throw Failure("\(path): \(reason(error))")
        }
    }

    /// Connects to the host that listens, or starts one and connects to it.
    ///
    /// What the host logs goes to a file beside the socket, with `.log` behind its name.
    /// - Parameter words: the arguments of `serve`, but for the socket.
    func connect(orSpawn words: [String]) throws(Failure) -> FileDescriptor {
        let address = try address()
        if let socket = try connectIfServed(address) { return socket }
        let log = path + ".log"
        let child: DetachedProcess
        do {
            let name = CommandLine.arguments.first ?? "featurehost"
            child = try DetachedProcess(
                "/proc/self/exe", [name, "serve", "--socket", path, "--end-when-unused"] + words, log: log)
        } catch {
            throw Failure("\(path): no host can be started, with its log in \(log): \(error)")
        }
        for _ in 0..<Self.patience * 1_000 / Int(Self.interval) {
            // Asked for before: one that has ended may have found another one that listens by now.
            let status = child.exitStatus
            if let socket = try connectIfServed(address) { return socket }
            if let status {
                let said = (try? WholeFile.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
                // Who tells of it says its own name first, as the host did.
                let told = said.hasPrefix(Self.name) ? said.dropFirst(Self.name.count) : said[...]
                if told.isEmpty { throw Failure("the host ended with status \(status)") }
                throw Failure(lines: told.unicodeScalars.dropLast().split(separator: "\n").map(String.init))
            }
            usleep(Self.interval)
        }
        throw Failure("\(path): no host listens after \(Self.patience / 1_000) seconds; see \(log)")
    }

    private func address() throws(Failure) -> UnixAddress {
        guard let address = UnixAddress(path) else { throw Failure(Self.unusable(path)) }
        return address
    }

    /// Says why a path can't be listened on.
    static func describe(_ failure: UnixListener.Failure, at path: String) -> String {
        switch failure {
        case .isServed: "\(path): another process listens there; connect to it, or end it first"
        case .isNoSocket: "\(path): what is there is no socket, and is left alone"
        case .isForeign: "\(path): what is there belongs to another user"
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
            let own = "only a host of \(Self.words(forUser: OwnProcess.user)) or of root is spoken to"
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
        case .connectionRefused where !isSocket: "what is there is no socket"
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
