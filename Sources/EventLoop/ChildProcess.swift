import Glibc
import Synchronization
public import SystemPackage

/// A child process in a process group of its own, with pipes on its standard descriptors.
///
/// Whoever spawns it also ends it: it stays registered, and a zombie once it has ended, until ``reap()``,
/// ``wait(milliseconds:)``, ``end()`` or ``terminate()`` has collected its status.
/// When the process itself has ended, what is left of its group is killed: nothing that it started stays behind,
/// unless that took a group of its own. All members may be used from any thread.
public final class ChildProcess: Sendable {
    /// How a process ended.
    public enum ExitStatus: Equatable, Sendable {
        /// It returned this code.
        case code(Int)
        /// This signal killed it.
        case signal(Int)
    }

    /// The id of the process and of its group.
    public let id: Int
    /// Where the child's input is written to; nil where it reads `/dev/null`.
    public let input: FileDescriptor?
    /// Where the child's standard output is read, without blocking.
    public let output: FileDescriptor
    /// Where the child's standard error is read, without blocking.
    public let errors: FileDescriptor
    /// What `poll` finds readable as soon as the process has ended; nothing can be read from it.
    public let exit: FileDescriptor

    private let pipes: Mutex<ChildPipes?>
    /// Nil until the status is collected; signals are sent under this lock, so never to a number that is free again.
    private let status = Mutex<ExitStatus?>(nil)
    private let registry: ChildProcesses

    /// How long a group has between `SIGTERM` and `SIGKILL`.
    public static let graceMilliseconds = 2_000

    /// Starts a command.
    ///
    /// Blocks until the new process runs the program, which takes a millisecond or so.
    /// Descriptors 0 to 2 of this process must be open, on whatever.
    public static func spawn(
        _ command: ChildCommand, in registry: ChildProcesses = .shared
    ) throws(SpawnFailure) -> ChildProcess {
        try registry.register(isGuarded: command.isGuarded) { announcement throws(SpawnFailure) in
            try ChildProcess(command, registry, announcement)
        }
    }

    private init(_ command: ChildCommand, _ registry: ChildProcesses, _ announcement: Int32) throws(SpawnFailure) {
        let pipes = try Result { () throws(Errno) in try ChildPipes(hasInput: command.hasInput) }
            .mapError { SpawnFailure(.system, $0) }.get()
        let started: (id: pid_t, exit: Int32)
        do {
            started = try command.start(with: pipes, announcement: announcement)
        } catch {
            pipes.close()
            throw error
        }
        pipes.closeTheirs()
        id = Int(started.id)
        exit = FileDescriptor(rawValue: started.exit)
        input = command.hasInput ? FileDescriptor(rawValue: pipes.ours[0]) : nil
        output = FileDescriptor(rawValue: pipes.ours[1])
        errors = FileDescriptor(rawValue: pipes.ours[2])
        self.pipes = Mutex(pipes)
        self.registry = registry
    }

    deinit {
        closePipes()
        Glibc.close(exit.rawValue)
    }

    /// Closes the ends of this process: a child that reads finds the end, one that writes a broken pipe.
    public func closePipes() {
        let open = pipes.withLock { $0.take() }
        open?.closeOurs()
    }

    /// Closes this process's end of the child's input: a child that reads it finds its end.
    public func closeInput() {
        pipes.withLock { $0?.closeInput() }
    }

    /// Closes this process's end of the child's standard output: a child that writes finds a broken pipe.
    public func closeOutput() {
        pipes.withLock { $0?.closeOutput() }
    }

    /// Closes this process's end of the child's standard error.
    func closeErrors() {
        pipes.withLock { $0?.closeErrors() }
    }

    /// Sends a signal to the whole group, unless the process has been collected.
    public func signal(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(pid_t(-id), signal) } }
    }

    /// Sends a signal to the process alone, and not to what it has started, unless it has been collected.
    public func signalAlone(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(pid_t(id), signal) } }
    }

    /// How the process ended; nil while it runs.
    @discardableResult
    public func reap() -> ExitStatus? {
        let result = status.withLock { status in
            if status != nil { return status }
            // Looked at first, and not collected: while it is a zombie no other group can have its number.
            var info = siginfo_t()
            guard waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo != 0 else {
                return nil
            }
            kill(pid_t(-id), SIGKILL)
            registry.unguard(self)
            var bits: Int32 = 0
            waitpid(pid_t(id), &bits, 0)
            status = ExitStatus(bits)
            return status
        }
        if result != nil { registry.remove(self) }
        return result
    }

    /// Waits for the end of the process, at most so long; -1 waits without end.
    ///
    /// - Returns: nil where it still runs.
    @discardableResult
    public func wait(milliseconds: Int) -> ExitStatus? {
        var entries = [pollfd(fd: exit.rawValue, events: Int16(POLLIN), revents: 0)]
        while waitForDescriptors(&entries, milliseconds: Int32(clamping: milliseconds)) == -1, errno == EINTR {}
        return reap()
    }

    /// Ends the group: `SIGTERM`, and two seconds later `SIGKILL`; blocks until the process has ended.
    @discardableResult
    public func end() -> ExitStatus? {
        signal(SIGTERM)
        if let status = wait(milliseconds: Self.graceMilliseconds) { return status }
        signal(SIGKILL)
        return wait(milliseconds: -1)
    }

    /// Ends the group like ``end()``, on another thread.
    ///
    /// Where there is none, it has no time to end by itself.
    public func terminate() {
        signal(SIGTERM)
        do {
            try startThread { self.end() }
        } catch {
            signal(SIGKILL)
            // One that the kernel can't end must not keep others waiting.
            SpareThread.perform { self.wait(milliseconds: Self.graceMilliseconds) }
        }
    }
}

extension ChildProcess.ExitStatus {
    /// Takes apart what `waitpid(2)` gives, whose macros Swift can't import.
    fileprivate init(_ bits: Int32) {
        let signal = bits & 0x7F
        self = signal == 0 ? .code(Int(bits >> 8 & 0xFF)) : .signal(Int(signal))
    }
}
