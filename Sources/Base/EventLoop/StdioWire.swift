import Glibc
public import SystemPackage

/// The protocol stream of the process, which was moved away from descriptors 0 and 1.
///
/// After the move, output of `print`, for example in a library, goes to standard error, and `readLine` reaches the end
/// of file.
public struct StdioWire: Sendable {
    /// The former standard input.
    ///
    /// The descriptor is above 2 and is closed on exec. The flags of the open file are unchanged.
    public let input: FileDescriptor
    /// The former standard output.
    ///
    /// The descriptor is above 2 and is closed on exec. The flags of the open file are unchanged.
    public let output: FileDescriptor

    /// Moves descriptors 0 and 1 away.
    ///
    /// Afterwards descriptor 1 is standard error, and descriptor 0 is `/dev/null`.
    ///
    /// If descriptor 0, 1 or 2 is closed, it is first opened on `/dev/null`, so that no other file gets its number.
    /// Call this once, at the start of the program, before other threads start.
    ///
    /// - Throws: The errors of `fcntl(2)`, `open(2)` and `dup2(2)`. The descriptors are then in an undefined state.
    public static func take() throws(Errno) -> StdioWire {
        try StdioWire(taking: 0, 1, log: 2)
    }

    /// Moves the given descriptors; tests use descriptors other than 0, 1 and 2.
    init(taking standardInput: Int32, _ standardOutput: Int32, log: Int32) throws(Errno) {
        for descriptor in [standardInput, standardOutput, log] where fcntl(descriptor, F_GETFD) == -1 {
            try Self.openNull(as: descriptor)
        }
        input = FileDescriptor(rawValue: try check(fcntl(standardInput, F_DUPFD_CLOEXEC, 3)))
        output = FileDescriptor(rawValue: try check(fcntl(standardOutput, F_DUPFD_CLOEXEC, 3)))
        try Self.openNull(as: standardInput)
        _ = try check(dup2(log, standardOutput))
    }

    private static func openNull(as descriptor: Int32) throws(Errno) {
        let opened = try check(open("/dev/null", O_RDWR))
        if opened == descriptor { return }
        _ = try check(dup2(opened, descriptor))
        close(opened)
    }
}

/// Returns the result of a system call, or throws its error number.
package func check(_ result: Int32) throws(Errno) -> Int32 {
    guard result != -1 else { throw Errno(rawValue: errno) }
    return result
}
