import CSpawn
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
    /// Whether it is ended also where this process was ended by `SIGKILL`, if its registry has a guard; else it ends by
    /// itself when its input does.
    public var isGuarded: Bool

    /// Describes a command.
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

    /// Starts the process in a group of its own, with no descriptor but its three.
    ///
    /// - Parameter announcement: where it writes `+` and its id in a line before it runs its program; where it does not
    ///   get to run it, this process writes `-` and the id there. -1 is nowhere.
    /// - Returns: its id, and a descriptor that can be read when it has ended.
    func start(with pipes: ChildPipes, announcement: Int32) throws(SpawnFailure) -> (id: pid_t, exit: Int32) {
        let variables = environment?.map { "\($0.key)=\($0.value)" }
        // C would see such a text cut short.
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
            // Of no folder this is the null pointer at the end.
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

    /// Takes away what is left of a process that came to nothing; its number is taken back while nobody else can have it.
    private static func collect(_ id: pid_t, _ announcement: Int32) {
        if id == 0 { return }
        if announcement != -1 {
            let line = Array("-\(id)\n".utf8)
            while write(announcement, line, line.count) == -1, errno == EINTR {}
        }
        while waitpid(id, nil, 0) == -1, errno == EINTR {}
    }

    /// Where a program may be, in the order in which it is looked for.
    private static func candidates(_ program: String) -> [String] {
        if program.isEmpty { return [] }
        if program.utf8.contains(UInt8(ascii: "/")) { return [program] }
        let path = OwnProcess.variable("PATH") ?? "/bin:/usr/bin"
        return path.split(separator: ":", omittingEmptySubsequences: false).map { folder in
            folder.isEmpty ? program : "\(folder)/\(program)"
        }
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

    /// The error for people, with the limit that was met where it is about the system.
    public var reason: String { subject == .system ? error.reasonOfStart : "\(error)" }

    init(_ subject: Subject, _ error: Errno) {
        self.subject = subject
        self.error = error
    }

    /// What a new process could not do.
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

// Glibc's module hides this one of the C library.
// It takes and returns plain integers, which Swift's calling convention passes as C's does.

@_silgen_name("pidfd_open")
private func pidfd_open(_ id: pid_t, _ flags: UInt32) -> Int32
