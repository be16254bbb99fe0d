import Glibc
import SystemPackage
import Testing

/// Two connected descriptors that are closed when this object is released.
///
/// Other tests start children, which have copies of all descriptors until they run their programs. Closing an end waits
/// until these copies are closed too, so that the state of the other end does not depend on other tests.
final class Ends {
    let first: FileDescriptor
    let second: FileDescriptor
    private var held: Set<Int32>
    /// True if one end can detect that the other is closed.
    private let isConnected: Bool

    init(_ first: Int32, _ second: Int32, isConnected: Bool = true) {
        self.isConnected = isConnected
        self.first = FileDescriptor(rawValue: first)
        self.second = FileDescriptor(rawValue: second)
        held = [first, second]
    }

    /// Closes the first end, and waits until the second end detects this.
    func closeFirst() {
        close(first, seenBy: second)
    }

    /// Closes the second end, and waits until the first end detects this.
    func closeSecond() {
        close(second, seenBy: first)
    }

    private func close(_ descriptor: FileDescriptor, seenBy other: FileDescriptor) {
        if held.remove(descriptor.rawValue) == nil { return }
        Glibc.close(descriptor.rawValue)
        guard isConnected, held.contains(other.rawValue) else { return }
        // Without requested events, `poll` reports only the end of the connection.
        var watched = pollfd(fd: other.rawValue, events: 0, revents: 0)
        while poll(&watched, 1, -1) < 0, errno == EINTR {}
    }

    deinit {
        for descriptor in held { Glibc.close(descriptor) }
    }

    /// Makes a pipe: the first end reads, the second writes.
    static func pipe() throws -> Ends {
        let ends = try FileDescriptor.pipe()
        for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        return Ends(ends.readEnd.rawValue, ends.writeEnd.rawValue)
    }

    /// Makes a pair of stream sockets.
    static func socket() throws -> Ends {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0)
        return Ends(ends[0], ends[1])
    }

    /// Makes a pseudo-terminal: the first end is the terminal, the second its master.
    static func terminal() throws -> Ends {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0)
        // Glibc's module hides `unlockpt` and `ptsname`; these are TIOCSPTLCK and TIOCGPTN.
        var unlock: Int32 = 0
        var number: Int32 = -1
        try #require(ioctl(master, 0x4004_5431, &unlock) == 0)
        try #require(ioctl(master, 0x8004_5430, &number) == 0)
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(terminal >= 0)
        return Ends(terminal, master)
    }

    /// Makes a file that is opened twice: the first end reads what the second appends.
    static func file(_ contents: String = "") throws -> Ends {
        var path = Array("/tmp/EventLoopTests.XXXXXX".utf8CString)
        let writer = mkstemp(&path)
        try #require(writer >= 0)
        let reader = open(path, O_RDONLY)
        unlink(path)
        try #require(reader >= 0)
        let ends = Ends(reader, writer, isConnected: false)
        try ends.second.writeAll(contents.utf8)
        return ends
    }

    static func device(_ path: String) throws -> Ends {
        let reader = open(path, O_RDWR)
        let writer = open(path, O_RDWR)
        try #require(reader >= 0 && writer >= 0)
        return Ends(reader, writer, isConnected: false)
    }
}

extension FileDescriptor {
    var isNonBlocking: Bool {
        get { fcntl(rawValue, F_GETFL) & O_NONBLOCK != 0 }
        nonmutating set {
            let flags = fcntl(rawValue, F_GETFL)
            _ = fcntl(rawValue, F_SETFL, newValue ? flags | O_NONBLOCK : flags & ~O_NONBLOCK)
        }
    }

    var closesOnExec: Bool {
        fcntl(rawValue, F_GETFD) & FD_CLOEXEC != 0
    }

    /// Reads once; blocks if no data is available.
    func readSome(_ limit: Int = 65536) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = Glibc.read(rawValue, &bytes, limit)
        return Array(bytes.prefix(max(0, count)))
    }

    func readString() -> String {
        String(decoding: readSome(), as: UTF8.self)
    }

    /// Reads to the end.
    func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        while case let bytes = readSome(), !bytes.isEmpty { all += bytes }
        return all
    }
}
