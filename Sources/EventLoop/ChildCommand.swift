import Glibc
import SystemPackage

/// A command for a ``ChildProcess``: a program with its arguments, and never a shell's text.
public struct ChildCommand: Sendable {
    /// The program, looked up in `PATH` where it holds no slash, and what it gets as arguments.
    public var arguments: [String]
    /// The working directory; nil is that of this process.
    public var folder: String?
    /// All of the child's environment; nil is that of this process.
    public var environment: [String: String]?
    /// Whether the child's input is a pipe; else it is `/dev/null`.
    public var hasInput: Bool
    /// Whether it is ended also where this process was ended by `SIGKILL`, if its registry has a guard.
    public var isGuarded: Bool

    /// Describes a command.
    public init(
        _ arguments: [String], folder: String? = nil, environment: [String: String]? = nil, hasInput: Bool = false,
        isGuarded: Bool = false
    ) {
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
        self.hasInput = hasInput
        self.isGuarded = isGuarded
    }

    /// Starts the process in a group of its own, with no descriptor but its three.
    ///
    /// - Returns: its id, and a descriptor that can be read when it has ended.
    func start(with pipes: ChildPipes) throws(SpawnFailure) -> (id: pid_t, exit: Int32) {
        let variables = environment?.map { "\($0.key)=\($0.value)" }
        // C would see such a text cut short.
        let texts = arguments + (variables ?? []) + [folder ?? ""]
        guard let program = arguments.first, !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw SpawnFailure(.command, .invalidArgument)
        }
        var actions = fileActions(pipes)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        let argv = CStrings(arguments)
        let envp = variables.map { CStrings($0) }
        defer {
            argv.free()
            envp?.free()
        }
        var id: pid_t = 0
        let code = posix_spawnp(&id, program, &actions, &attributes, argv.base, envp?.base ?? environ)
        guard code == 0 else { throw failure(Errno(rawValue: code)) }
        let exit = pidfd_open(id, 0)
        guard exit != -1 else {
            let error = Errno(rawValue: errno)
            kill(-id, SIGKILL)
            while waitpid(id, nil, 0) == -1, errno == EINTR {}
            throw SpawnFailure(.system, error)
        }
        return (id, exit)
    }

    /// Joins the pipes to the standard descriptors, closes all others, and goes to the folder.
    private func fileActions(_ pipes: ChildPipes) -> posix_spawn_file_actions_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        if hasInput {
            posix_spawn_file_actions_adddup2(&actions, pipes.theirs[0], 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, pipes.theirs[1], 1)
        posix_spawn_file_actions_adddup2(&actions, pipes.theirs[2], 2)
        // Those that this process has closed on exec would go anyway, but not what it inherited itself.
        _ = posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder { _ = posix_spawn_file_actions_addchdir_np(&actions, folder) }
        return actions
    }

    /// A group of its own, no signal blocked, and none ignored: this process ignores `SIGPIPE`, its threads block all.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        return attributes
    }

    /// What a failed spawn was about, which its error number alone does not say.
    private func failure(_ error: Errno) -> SpawnFailure {
        let ofSystem: [Errno] = [
            .resourceTemporarilyUnavailable, .noMemory, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .argListTooLong,
        ]
        if ofSystem.contains(error) { return SpawnFailure(.system, error) }
        if let folder {
            // With the slash only a directory passes.
            if access(folder + "/", X_OK) != 0 { return SpawnFailure(.folder, Errno(rawValue: errno)) }
        }
        return SpawnFailure(.command, error)
    }
}

/// Why a process could not be started.
public struct SpawnFailure: Error, Equatable, Sendable {
    /// What it was about.
    public enum Subject: Sendable {
        /// The program: it isn't there, or can't be run.
        case command
        /// The working directory: it isn't there, or can't be entered.
        case folder
        /// This process or the system: too many processes, descriptors or arguments, too little memory, or all is ending.
        case system
    }

    /// What it was about.
    public let subject: Subject
    /// What the system said.
    public let error: Errno

    init(_ subject: Subject, _ error: Errno) {
        self.subject = subject
        self.error = error
    }
}

// Glibc's module hides these three of the C library.
// They take and return plain integers and pointers, which Swift's calling convention passes as C's does.

@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
func posix_spawn_file_actions_addclosefrom_np(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
) -> Int32

@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func posix_spawn_file_actions_addchdir_np(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32

@_silgen_name("pidfd_open")
private func pidfd_open(_ id: pid_t, _ flags: UInt32) -> Int32
