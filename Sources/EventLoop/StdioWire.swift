import Glibc
public import SystemPackage

/// The process's protocol stream, moved away from descriptors 0 and 1.
///
/// From then on a stray `print`, in whatever library, goes to the log, and a stray `readLine` finds the end of file.
public struct StdioWire: Sendable {
    /// What was standard input: above 2, closed on exec, its flags untouched.
    public let input: FileDescriptor
    /// What was standard output: above 2, closed on exec, its flags untouched.
    public let output: FileDescriptor

    /// Takes descriptors 0 and 1 away, points 1 at standard error and 0 at `/dev/null`.
    ///
    /// Those of 0, 1 and 2 that are closed are opened on `/dev/null` first, so that nothing else gets their numbers.
    /// To be called once, before anything else and before there are other threads.
    ///
    /// - Throws: what `fcntl(2)`, `open(2)` or `dup2(2)` report; the descriptors are then in no defined state.
    public static func take() throws(Errno) -> StdioWire {
        try StdioWire(taking: 0, 1, log: 2)
    }

    /// The same for other numbers, which a test can spare.
    init(taking standardInput: Int32, _ standardOutput: Int32, log: Int32) throws(Errno) {
        for descriptor in [standardInput, standardOutput, log] where fcntl(descriptor, F_GETFD) == -1 {
            try Self.openNull(as: descriptor)
        }
        input = FileDescriptor(rawValue: try check(fcntl(standardInput, F_DUPFD_CLOEXEC, 3)))
        output = FileDescriptor(rawValue: try check(fcntl(standardOutput, F_DUPFD_CLOEXEC, 3)))
        try Self.openNull(as: standardInput)
        _ = try check(dup2(log, standardOutput))
    }

    /// Makes `descriptor` a fresh `/dev/null`, whatever it was.
    private static func openNull(as descriptor: Int32) throws(Errno) {
        let opened = try check(open("/dev/null", O_RDWR))
        if opened == descriptor { return }
        _ = try check(dup2(opened, descriptor))
        close(opened)
    }
}

/// Passes a system call's result on, or throws its error number.
func check(_ result: Int32) throws(Errno) -> Int32 {
    guard result != -1 else { throw Errno(rawValue: errno) }
    return result
}
