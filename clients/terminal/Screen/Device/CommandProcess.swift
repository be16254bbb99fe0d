import Glibc

/// A command that runs beside a program on a terminal, or instead of it.
public final class CommandProcess {
    /// A failed system call.
    public struct Failure: Error {
        /// The number of the error (`errno`).
        public let code: Int32
    }

    /// The time in microseconds after which all processes of a continued job run again.
    private static let continuingMicroseconds: UInt32 = 20_000

    private let id: pid_t
    private let isInOwnGroup: Bool
    private var hasEnded = false

    /// Starts a command, whose program is searched for in `PATH`.
    ///
    /// - Parameters:
    ///   - redirections: the descriptors that the command gets, and their numbers in the command.
    ///   - inOwnGroup: true to start the command in a new process group, which gets signals as a whole, but no keys.
    ///   - restoring: the signals that get their default effects in the command.
    public init(
        _ command: [String], _ redirections: [(from: Int32, to: Int32)], inOwnGroup: Bool = false,
        restoring: [Int32] = [SIGXFSZ]
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (from, to) in redirections { posix_spawn_file_actions_adddup2(&actions, from, to) }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        guard let name = arguments[0] else { throw Failure(code: EINVAL) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process ignores these signals, but commands rely on their default effects.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in restoring { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGDEF | (inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var id: pid_t = 0
        let code = posix_spawnp(&id, name, &actions, &attributes, arguments, environ)
        guard code == 0 else { throw Failure(code: code) }
        self.id = id
        isInOwnGroup = inOwnGroup
    }

    /// Runs a command on the terminal of this process, and waits for its end.
    ///
    /// The terminal must have its usual modes. Standard input and output may be other files, so the command gets the
    /// terminal for them. Signals from the keyboard have no effect on this process meanwhile.
    ///
    /// - Returns: the exit status, or 128 + the number of the signal that has ended the command.
    public static func runOnTerminal(_ command: [String]) throws(Failure) -> Int32 {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { throw Failure(code: errno) }
        defer { close(terminal) }
        let effects = [(SIGINT, SIG_IGN), (SIGQUIT, SIG_IGN), (SIGTSTP, SIG_DFL)]
        let former = effects.map { number, effect in
            var action = sigaction()
            action.__sigaction_handler.sa_handler = effect
            var old = sigaction()
            sigaction(number, &action, &old)
            return (number: number, action: old)
        }
        defer {
            for (number, action) in former { withUnsafePointer(to: action) { _ = sigaction(number, $0, nil) } }
        }
        let descriptors: [(Int32, Int32)] = [(terminal, 0), (terminal, 1), (terminal, 2)]
        let signals = [SIGXFSZ, SIGPIPE, SIGINT, SIGQUIT, SIGTSTP]
        return try CommandProcess(command, descriptors, restoring: signals).wait()
    }

    deinit { if !hasEnded { Self.collect(id) } }

    /// Waits for the end of a process on a thread of its own, so that no zombie of it stays.
    private static func collect(_ id: pid_t) {
        guard waitpid(id, nil, WNOHANG) == 0 else { return }
        // The thread inherits this mask, so that signals go to the thread of the terminal.
        var all = sigset_t()
        var former = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        var thread = pthread_t()
        let argument = UnsafeMutableRawPointer(bitPattern: Int(id))
        let code = pthread_create(
            &thread, nil,
            { argument in
                waitpid(pid_t(Int(bitPattern: argument)), nil, 0)
                return nil
            }, argument)
        if code == 0 { pthread_detach(thread) }
    }

    /// Sends a signal to the process, or to its process group if it has its own.
    public func send(_ signal: Int32) {
        if !hasEnded { kill(isInOwnGroup ? -id : id, signal) }
    }

    /// Waits for the end of the process.
    ///
    /// If the process stops itself, as editors do at `ctrl+z`, this process stops too, and both continue together.
    private func wait() -> Int32 {
        var status: Int32 = 0
        while true {
            var info = siginfo_t()
            if waitid(P_PID, id_t(id), &info, WEXITED | WSTOPPED | WNOWAIT) != 0, errno == EINTR { continue }
            // If the whole job was stopped and is just continuing, the stop of the process is over in a moment.
            if info.si_code == Int32(CLD_STOPPED) { usleep(Self.continuingMicroseconds) }
            let result = waitpid(id, &status, WUNTRACED | WNOHANG)
            if result == 0 || result < 0 && errno == EINTR { continue }
            guard result == id, status & 0xFF == 0x7F else { break }
            // The shell shows its prompt only when all processes of the job are stopped.
            kill(0, SIGTSTP)
            kill(id, SIGCONT)
        }
        hasEnded = true
        return Self.exitStatus(status)
    }

    /// Returns the exit status, or 128 + the number of the signal that has ended the process.
    ///
    /// - Returns: nil while the process runs, and after its status was returned once.
    public func status() -> Int32? {
        var status: Int32 = 0
        guard !hasEnded, waitpid(id, &status, WNOHANG) == id else { return nil }
        hasEnded = true
        return Self.exitStatus(status)
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    }
}
