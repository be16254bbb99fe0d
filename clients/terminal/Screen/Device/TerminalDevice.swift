import Glibc

/// The terminal of a process: its modes, its size, its bytes.
///
/// ``init()`` opens the terminal as `/dev/tty`, which also works if the standard input and output are pipes. The device
/// remembers the modes that the terminal had before ``takeKeys()``, and sets them again when it is released.
public final class TerminalDevice {
    /// A failure of the system.
    public struct Failure: Error, Equatable, Sendable {
        /// The number of the error (`errno`).
        public let code: Int32
    }

    /// The descriptor to read keys from.
    public let input: Int32
    /// The descriptor to write to.
    public let output: Int32
    private let isOwned: Bool
    private var found: termios?

    /// Opens the terminal that controls the process.
    ///
    /// - Throws: ``Failure`` if there is none.
    public init() throws(Failure) {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        input = descriptor
        output = descriptor
        isOwned = true
    }

    /// Uses descriptors of a terminal, which stay open.
    public init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
        isOwned = false
    }

    deinit {
        restore()
        if isOwned { close(input) }
    }

    /// The size of the terminal; 80 × 24 if the system knows none.
    public var size: Size {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return Size(80, 24) }
        return Size(Int(size.ws_col), Int(size.ws_row))
    }

    // MARK: Modes

    /// Makes the terminal deliver each key at once and unchanged, without an echo.
    ///
    /// Keys that were typed before the call are delivered too. The interrupt key (`ctrl+c`) sends no signal: it is
    /// delivered as a key.
    public func takeKeys() throws(Failure) {
        var modes = termios()
        guard tcgetattr(input, &modes) == 0 else { throw Failure(code: errno) }
        if found == nil { found = modes }
        modes.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
        modes.c_cflag |= tcflag_t(CS8)
        modes.setControl(Int(VMIN), 1)
        modes.setControl(Int(VTIME), 0)
        // TCSAFLUSH would drop the keys that were typed in advance.
        guard tcsetattr(input, TCSANOW, &modes) == 0 else { throw Failure(code: errno) }
    }

    /// Restores the modes that the terminal had before ``takeKeys()``.
    public func restore() {
        guard var modes = found else { return }
        found = nil
        tcsetattr(input, TCSADRAIN, &modes)
    }

    // MARK: Bytes

    /// Reads the bytes of keys that have already arrived, without waiting for more.
    ///
    /// - Returns: the bytes; an empty array if none have arrived; nil if the terminal was closed.
    public func readNow(atMost count: Int = 4 << 10) throws(Failure) -> [UInt8]? {
        var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        if poll(&entry, 1, 0) <= 0 { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = read(input, &bytes, count)
        if length > 0 { return Array(bytes.prefix(length)) }
        if length == 0 || errno == EIO { return nil }
        if errno == EINTR || errno == EAGAIN { return [] }
        throw Failure(code: errno)
    }

    /// Writes all bytes; waits while the terminal accepts none.
    public func write(_ bytes: [UInt8]) throws(Failure) { try Self.write(bytes, to: output) }

    /// Writes all bytes to a descriptor; waits while its reader accepts none.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                throw Failure(code: errno)
            }
        }
    }
}

extension termios {
    /// Sets a control character.
    ///
    /// Swift imports the array `c_cc` as a tuple, which has no subscript.
    fileprivate mutating func setControl(_ index: Int, _ value: UInt8) {
        withUnsafeMutableBytes(of: &c_cc) { $0[index] = value }
    }
}
