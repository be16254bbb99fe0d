import Glibc
public import SystemPackage

/// The protocol stream of the process, moved away from descriptors 0 and 1.
///
/// Afterwards a stray `print` in any library goes to the log, and a stray `readLine` reaches the end of file.
public struct StdioWire: Sendable {
    /// The former standard input: above 2, closed on exec, with unchanged flags.
    public let input: FileDescriptor
    /// The former standard output: above 2, closed on exec, with unchanged flags.
    public let output: FileDescriptor

    /// Moves descriptors 0 and 1 away, and points 1 at standard error and 0 at `/dev/null`.
    ///
    /// Descriptors 0, 1 and 2 that are closed are opened on `/dev/null` first, so that their numbers are not reused.
    /// Call this once, before anything else and before other threads start.
    ///
    /// - Throws: The errors of `fcntl(2)`, `open(2)` and `dup2(2)`; the descriptors are then in an undefined state.
    public static func take() throws(Errno) -> StdioWire {
        try StdioWire(taking: 0, 1, log: 2)
    }

    /// Moves other descriptors, for tests.
    init(taking standardInput: Int32, _ standardOutput: Int32, log: Int32) throws(Errno) {
        for descriptor in [standardInput, standardOutput, log] where fcntl(descriptor, F_GETFD) == -1 {
            try Self.openNull(as: descriptor)
        }
        input = FileDescriptor(rawValue: try check(fcntl(standardInput, F_DUPFD_CLOEXEC, 3)))
        output = FileDescriptor(rawValue: try check(fcntl(standardOutput, F_DUPFD_CLOEXEC, 3)))
        try Self.openNull(as: standardInput)
        _ = try check(dup2(log, standardOutput))
    }

    /// Points `descriptor` at `/dev/null`.
    private static func openNull(as descriptor: Int32) throws(Errno) {
        let opened = try check(open("/dev/null", O_RDWR))
        if opened == descriptor { return }
        _ = try check(dup2(opened, descriptor))
        close(opened)
    }
}

/// Returns the result of a system call, or throws its error number.
func check(_ result: Int32) throws(Errno) -> Int32 {
    guard result != -1 else { throw Errno(rawValue: errno) }
    return result
}
