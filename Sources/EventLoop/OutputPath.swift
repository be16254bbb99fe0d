import Glibc
import SystemPackage

/// The way to write to a descriptor without ever blocking and without setting `O_NONBLOCK` on it.
///
/// The flag belongs to the open file description, which the parent process and others share: a shell or a front end
/// that finds its own end non-blocking breaks.
enum OutputPath {
    /// A socket is asked call by call.
    case socket(Int32)
    /// A pipe or a terminal, opened a second time: the new description is ours alone, and non-blocking.
    case reopened(Int32)
    /// Where a write does not wait for a reader: regular files, `/dev/null`.
    case direct(Int32)
    /// A pipe or something else that can't be opened again, for want of `/proc` or of rights.
    ///
    /// When `poll` reports a pipe as writable, at least `PIPE_BUF` bytes fit: a write of no more does not block.
    case cautious(Int32)
    case closed

    enum Attempt: Equatable {
        /// So many bytes went out; `isFull` when there is no room for more at present.
        case took(Int, isFull: Bool)
        case failed(Errno)
    }

    init(_ descriptor: Int32, _ kind: DescriptorKind) {
        switch kind {
        case .socket: self = .socket(descriptor)
        case .file, .device: self = .direct(descriptor)
        case .pipe, .terminal: self = Self.reopen(descriptor).map { .reopened($0) } ?? .cautious(descriptor)
        case .other: self = .cautious(descriptor)
        }
    }

    /// The descriptor to poll for room.
    var descriptor: Int32 {
        switch self {
        case .socket(let descriptor), .reopened(let descriptor), .direct(let descriptor), .cautious(let descriptor):
            descriptor
        case .closed: -1
        }
    }

    /// One write of at most 64 KiB, or 4 KiB when it has to be cautious.
    func write(_ bytes: UnsafeRawBufferPointer) -> Attempt {
        let chunk = min(bytes.count, 64 * 1024)
        return switch self {
        case .socket(let descriptor):
            Self.attempt(chunk) { send(descriptor, bytes.baseAddress, chunk, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
        case .reopened(let descriptor):
            Self.attempt(chunk) { Glibc.write(descriptor, bytes.baseAddress, chunk) }
        case .direct(let descriptor):
            Self.attempt(1) { Glibc.write(descriptor, bytes.baseAddress, chunk) }
        case .cautious(let descriptor):
            Self.attempt(1) {
                guard isReady(descriptor, POLLOUT) else {
                    errno = EAGAIN
                    return -1
                }
                return Glibc.write(descriptor, bytes.baseAddress, min(chunk, Int(PIPE_BUF)))
            }
        case .closed: .failed(.badFileDescriptor)
        }
    }

    /// Closes what `init` opened.
    mutating func close() {
        if case .reopened(let descriptor) = self { Glibc.close(descriptor) }
        self = .closed
    }

    /// Calls until it is not interrupted; fewer bytes than `expected` mean that no more fit.
    private static func attempt(_ expected: Int, _ call: () -> Int) -> Attempt {
        while true {
            let count = call()
            if count >= 0 { return .took(count, isFull: count < expected) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .took(0, isFull: true)
            case let code: return .failed(Errno(rawValue: code))
            }
        }
    }

    /// Opens the same pipe or terminal again, non-blocking, or returns nil.
    private static func reopen(_ descriptor: Int32) -> Int32? {
        let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        // The master's side of a terminal opens as a fresh pair: of the same inode, so its device number must tell.
        guard isSame(descriptor, opened), !isTerminalMaster(opened) else {
            Glibc.close(opened)
            return nil
        }
        return opened
    }

    private static func isSame(_ a: Int32, _ b: Int32) -> Bool {
        var first = stat()
        var second = stat()
        guard fstat(a, &first) == 0, fstat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_rdev == second.st_rdev
    }

    /// Whether this is `/dev/ptmx`, character device 5:2.
    private static func isTerminalMaster(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 5 << 8 | 2
    }
}
