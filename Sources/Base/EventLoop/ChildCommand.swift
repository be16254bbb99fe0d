import CFHSpawn
import Glibc
import SystemPackage

/// A command for a ``ChildProcess``: a program with its arguments, never a shell script.
///
/// ```swift
/// let command = ChildCommand(["git", "status", "--short"], folder: "/tmp")
/// ```
public struct ChildCommand: Sendable {
    /// The program and its arguments.
    ///
    /// A program without a slash is looked up in `PATH`.
    public var arguments: [String]
    /// The working directory; nil for the working directory of this process.
    public var folder: String?
    /// The whole environment of the child; nil for the environment of this process.
    public var environment: [String: String]?
    /// True if standard input is a pipe, false if it is `/dev/null`.
    public var hasInput: Bool
    /// True if a ``ChildGuard`` terminates the child when this process is killed by `SIGKILL`.
    ///
    /// Without ``ChildProcesses/useGuard(_:)``, there is no guard. A child without a guard is expected to exit at the
    /// end of its input.
    public var isGuarded: Bool

    /// Makes a command.
    public init(
        _ arguments: [String], folder: String? = nil, environment: [String: String]? = nil, hasInput: Bool = false,
        isGuarded: Bool = true
    ) {
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
        self.hasInput = hasInput
        self.isGuarded = isGuarded
    }

    /// Starts the command in a new process, which becomes the leader of a new process group.
    ///
    /// The new process has the three standard descriptors and no others.
    ///
    /// - Parameters:
    ///   - pipes: The pipes for the standard descriptors.
    ///   - announcement: A descriptor to which the child writes a line with `+` and its process id before it runs the
    ///     program. If the start fails, this process writes a line with `-` and that id. -1 for no descriptor.
    /// - Returns: The process id, and a descriptor that becomes readable when the process has ended.
    func start(with pipes: ChildPipes, announcement: Int32) throws(SpawnFailure) -> (id: pid_t, exit: Int32) {
        let variables = environment?.map { "\($0.key)=\($0.value)" }
        // C would truncate a string with a null byte.
        let texts = arguments + (variables ?? []) + [folder ?? ""]
        guard let program = arguments.first, !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw SpawnFailure(.command, .invalidArgument)
        }
        let strings = [Self.candidates(program), arguments, variables ?? [], folder.map { [$0] } ?? []]
            .map { CStrings($0) }
        defer { for strings in strings { strings.free() } }
        var plan = spawn_plan(
            programs: strings[0].base, arguments: strings[1].base,
            environment: variables == nil ? environ : strings[2].base,
            // Without a folder, `strings[3]` has only its terminating null pointer, which is passed here.
            folder: UnsafePointer(strings[3].base.pointee), input: pipes.theirs[0], output: pipes.theirs[1],
            errors: pipes.theirs[2], announcement: announcement)
        var (id, code): (pid_t, Int32) = (0, 0)
        let step = spawn_start(&plan, &id, &code)
        guard step == spawn_all_done else {
            Self.collect(id, announcement)
            throw SpawnFailure(step, Errno(rawValue: code))
        }
        let exit = pidfd_open(id, 0)
        guard exit != -1 else {
            let error = Errno(rawValue: errno)
            kill(-id, SIGKILL)
            Self.collect(id, announcement)
            throw SpawnFailure(.system, error)
        }
        return (id, exit)
    }

    /// Collects the status of a process whose start has failed; the id 0 means that there is no process.
    ///
    /// The announcement of the process is withdrawn first, because the id can be reused after the collection.
    private static func collect(_ id: pid_t, _ announcement: Int32) {
        if id == 0 { return }
        if announcement != -1 {
            let line = Array("-\(id)\n".utf8)
            while write(announcement, line, line.count) == -1, errno == EINTR {}
        }
        while waitpid(id, nil, 0) == -1, errno == EINTR {}
    }

    /// Returns the paths at which a program may be found, in the order of the search.
    private static func candidates(_ program: String) -> [String] {
        if program.isEmpty { return [] }
        if program.utf8.contains(UInt8(ascii: "/")) { return [program] }
        let path = OwnProcess.variable("PATH") ?? "/bin:/usr/bin"
        return path.split(separator: ":", omittingEmptySubsequences: false).map { folder in
            folder.isEmpty ? program : "\(folder)/\(program)"
        }
    }
}

/// The reason why a process could not be started.
public struct SpawnFailure: Error, Equatable, Sendable {
    /// The cause of a failure.
    public enum Subject: Sendable {
        /// The program does not exist or can't be executed.
        case command
        /// The working directory does not exist or can't be entered.
        case folder
        /// A limit of this process or of the system was reached, or ``ChildProcesses/killAll()`` was called.
        ///
        /// There are limits for processes, descriptors, arguments and memory.
        case system
    }

    /// The cause.
    public let subject: Subject
    /// The system error.
    public let error: Errno

    /// The error as a message for users.
    ///
    /// If the failure is due to a limit, the message includes the limit.
    public var reason: String { subject == .system ? error.reasonOfStart : "\(error)" }

    package init(_ subject: Subject, _ error: Errno) {
        self.subject = subject
        self.error = error
    }

    /// Makes a failure from the step at which the start of a process failed.
    fileprivate init(_ step: spawn_step, _ error: Errno) {
        let ofSystem: [Errno] = [
            .resourceTemporarilyUnavailable, .noMemory, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .argListTooLong,
        ]
        switch step {
        case _ where ofSystem.contains(error): self.init(.system, error)
        case spawn_enter: self.init(.folder, error)
        case spawn_run: self.init(.command, error)
        default: self.init(.system, error)
        }
    }
}

// Glibc's module hides this C function. It takes and returns plain integers, for which Swift's calling convention
// equals that of C.

@_silgen_name("pidfd_open")
private func pidfd_open(_ id: pid_t, _ flags: UInt32) -> Int32
