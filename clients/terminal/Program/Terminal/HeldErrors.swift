import FHEventLoop
import Glibc
import SystemPackage

/// Keeps what this process writes to standard error while it draws, so that lines of the log don't destroy the screen.
///
/// Nothing is kept if standard error is no terminal, such as a log file.
public final class HeldErrors {
    /// The largest number of bytes that ``end()`` returns.
    private static let mostBytes = 64 << 10

    private let held: Int32
    private let original: Int32
    private var hasEnded = false

    /// Begins to keep lines; nil if that is not needed, or not possible.
    public init?() {
        guard OwnProcess.isTerminal(FileDescriptor(rawValue: 2)) else { return nil }
        let file = open("/dev/shm", unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        held = file >= 0 ? file : open("/tmp", unnamedFile | O_RDWR | O_CLOEXEC, 0o600)
        guard held >= 0 else { return nil }
        original = fcntl(2, F_DUPFD_CLOEXEC, 3)
        guard original >= 0, dup2(held, 2) == 2 else {
            close(held)
            if original >= 0 { close(original) }
            return nil
        }
        CrashGuard.errors = (held: held, original: original)
    }

    deinit { _ = end() }

    /// Restores standard error.
    ///
    /// - Returns: the last lines that were written meanwhile, without the last line break; empty if there are none.
    public func end() -> String {
        if hasEnded { return "" }
        hasEnded = true
        CrashGuard.errors = nil
        dup2(original, 2)
        close(original)
        defer { close(held) }
        let length = Int(lseek(held, 0, SEEK_END))
        lseek(held, max(0, length - Self.mostBytes), SEEK_SET)
        let bytes = (try? WholeFile.read(FileDescriptor(rawValue: held), upTo: Self.mostBytes)) ?? []
        var text = String(decoding: bytes, as: UTF8.self)
        if text.last == "\n" { text.removeLast() }
        return text
    }
}

/// The flag of `open(2)` for a file without a name (`O_TMPFILE`), which Glibc's module lacks.
private let unnamedFile = Int32(0o20_000_000) | O_DIRECTORY
