import Glibc
import SystemPackage

/// A way to write to a descriptor without blocking and without setting `O_NONBLOCK`.
///
/// The flag belongs to the open file description, which the parent and other processes may share. A program such as a
/// shell can fail when a description that it shares becomes non-blocking.
enum OutputPath {
    /// A socket, with non-blocking calls.
    case socket(Int32)
    /// A pipe or a terminal that was opened again.
    ///
    /// The new description is private and non-blocking.
    case reopened(Int32)
    /// A target whose writes never wait for a reader, such as a regular file or `/dev/null`.
    case direct(Int32)
    /// A pipe, a terminal or another target that can't be opened again, for example because `/proc` or a permission is
    /// missing.
    ///
    /// If `poll` reports a pipe as writable, the pipe accepts at least `PIPE_BUF` bytes. So a write of up to `PIPE_BUF`
    /// bytes does not block.
    case cautious(Int32)
    case closed

    enum Attempt: Equatable {
        /// The number of bytes written.
        ///
        /// `isFull` is true if no more bytes fit now.
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

    /// The descriptor to poll for writing.
    var descriptor: Int32 {
        switch self {
        case .socket(let descriptor), .reopened(let descriptor), .direct(let descriptor), .cautious(let descriptor):
            descriptor
        case .closed: -1
        }
    }

    /// Writes once, at most 64 KiB; in the case `cautious`, at most 4 KiB (`PIPE_BUF`).
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

    /// Closes the descriptor if `init` has opened it.
    mutating func close() {
        if case .reopened(let descriptor) = self { Glibc.close(descriptor) }
        self = .closed
    }

    /// Repeats a call while it is interrupted.
    ///
    /// A result below `expected` bytes means that no more bytes fit now.
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

    /// Opens the pipe or the terminal of a descriptor a second time, as non-blocking; nil if this is impossible.
    private static func reopen(_ descriptor: Int32) -> Int32? {
        let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        // Opening the master of a terminal makes a new terminal with the same inode, so the device number is checked
        // too.
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

    /// True for `/dev/ptmx`, which is the character device 5:2.
    private static func isTerminalMaster(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 5 << 8 | 2
    }
}
