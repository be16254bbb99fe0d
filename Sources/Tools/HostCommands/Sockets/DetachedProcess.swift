import FHEventLoop
import Glibc
public import SystemPackage

/// A process that outlives this one: it has its own session, and `/dev/null` as its input.
public final class DetachedProcess {
    private let id: pid_t
    private var status: Int32?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: The arguments, beginning with the program's name.
    ///   - output: The open file for standard output and standard error, above descriptor 2.
    /// - Throws: `EINVAL` if an argument has a null byte; other errors of `posix_spawn(3)`.
    public init(_ program: String, _ arguments: [String], output: FileDescriptor) throws(Errno) {
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else { throw .invalidArgument }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, 1)
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, 2)
        _ = posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // 0x80 is POSIX_SPAWN_SETSID, which Glibc's module hides.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | 0x80)
        let argv = CStrings(arguments)
        defer { argv.free() }
        var id: pid_t = 0
        let code = posix_spawn(&id, program, &actions, &attributes, argv.base, environ)
        if code != 0 { throw Errno(rawValue: code) }
        self.id = id
    }

    /// The exit code, or 128 plus the number of the signal that killed the process; nil while it runs.
    public var exitStatus: Int32? {
        if let status { return status }
        var raw: Int32 = 0
        guard waitpid(id, &raw, WNOHANG) == id else { return nil }
        status = raw & 0x7f == 0 ? raw >> 8 & 0xff : 128 + raw & 0x7f
        return status
    }
}

// Glibc's module hides this function; see `ChildCommand.swift`.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func posix_spawn_file_actions_addclosefrom_np(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
) -> Int32
