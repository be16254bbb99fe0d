import Glibc
import Synchronization
public import SystemPackage

/// A child process in a separate process group, with pipes on its standard descriptors.
///
/// The owner of a process must ensure that the process ends and that its status is collected, by ``reap()``,
/// ``wait(milliseconds:)``, ``end()`` or ``terminate()``. Until then the process stays in its registry
/// (``ChildProcesses``), and is a zombie after its end. Collecting the status also kills the rest of the process group:
/// all processes that the process has started and that have not left its group. All members may be used from any
/// thread.
///
/// ```swift
/// let child = try ChildProcess.spawn(ChildCommand(["sleep", "1"]))
/// let status = child.wait(milliseconds: 2_000)  // .code(0)
/// ```
public final class ChildProcess: Sendable {
    /// The way a process ended.
    public enum ExitStatus: Equatable, Sendable {
        /// The process exited with this code.
        case code(Int)
        /// The process was killed by this signal.
        case signal(Int)
    }

    /// The id of the process and of its process group.
    public let id: Int
    /// The write end of the child's standard input; nil if standard input is `/dev/null`.
    public let input: FileDescriptor?
    /// The non-blocking read end of the child's standard output.
    public let output: FileDescriptor
    /// The non-blocking read end of the child's standard error.
    public let errors: FileDescriptor
    /// A descriptor that `poll` reports as readable as soon as the process has ended.
    ///
    /// No bytes can be read from it.
    public let exit: FileDescriptor

    private let pipes: Mutex<ChildPipes?>
    /// The status of the process; nil until it is collected.
    ///
    /// A signal is sent with this lock held. So the status can't be collected, and the process id can't be reused,
    /// before the signal is sent.
    private let status = Mutex<ExitStatus?>(nil)
    private let registry: ChildProcesses

    /// The grace period between `SIGTERM` and `SIGKILL`.
    public static let graceMilliseconds = 2_000

    /// Starts a command.
    ///
    /// Blocks until the new process runs the program, which takes about a millisecond. Descriptors 0 to 2 of this
    /// process must be open.
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

    /// Closes this process's ends of the pipes.
    ///
    /// The child then reads the end of file, and its writes fail with a broken pipe.
    public func closePipes() {
        let open = pipes.withLock { $0.take() }
        open?.closeOurs()
    }

    /// Closes this process's end of the child's standard input.
    ///
    /// The child then reads the end of file.
    public func closeInput() {
        pipes.withLock { $0?.closeInput() }
    }

    /// Closes this process's end of the child's standard output.
    ///
    /// The child's writes then fail with a broken pipe.
    public func closeOutput() {
        pipes.withLock { $0?.closeOutput() }
    }

    /// Closes this process's end of the child's standard error.
    func closeErrors() {
        pipes.withLock { $0?.closeErrors() }
    }

    /// Sends a signal to the whole process group.
    ///
    /// Does nothing if the status of the process was already collected.
    public func signal(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(pid_t(-id), signal) } }
    }

    /// Sends a signal to the process alone, and not to the rest of its group.
    ///
    /// Does nothing if the status of the process was already collected.
    public func signalAlone(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(pid_t(id), signal) } }
    }

    /// Returns the status of an ended process; nil while the process runs.
    ///
    /// Kills the rest of the process group if the process has ended.
    @discardableResult
    public func reap() -> ExitStatus? {
        let result = status.withLock { status in
            if status != nil { return status }
            // `WNOWAIT` leaves a zombie, so that no other group can get the id before this group is killed.
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

    /// Waits for the end of the process, up to a timeout.
    ///
    /// - Parameter milliseconds: The timeout; a negative number for none.
    /// - Returns: The status; nil if the process still runs.
    @discardableResult
    public func wait(milliseconds: Int) -> ExitStatus? {
        let deadline = milliseconds < 0 ? nil : monotonicNanoseconds() + nanoseconds(clamping: milliseconds)
        var entries = [pollfd(fd: exit.rawValue, events: Int16(POLLIN), revents: 0)]
        while true {
            // A signal can interrupt the wait. The next wait lasts only for the rest of the timeout.
            let timeout = deadline.map { Int32(clamping: millisecondsLeft(until: $0)) } ?? -1
            if waitForDescriptors(&entries, milliseconds: timeout) != -1 || errno != EINTR { return reap() }
        }
    }

    /// Terminates the process group with `SIGTERM`, and with `SIGKILL` if the process still runs two seconds later.
    ///
    /// Blocks until the process has ended.
    @discardableResult
    public func end() -> ExitStatus? {
        signal(SIGTERM)
        return waitOrKill()
    }

    /// Waits for a process that was asked to end, and kills its group if it still runs after the grace period.
    @discardableResult
    private func waitOrKill() -> ExitStatus? {
        if let status = wait(milliseconds: Self.graceMilliseconds) { return status }
        signal(SIGKILL)
        return wait(milliseconds: -1)
    }

    /// Ends the process as ``end()`` does, without waiting for it.
    ///
    /// If no thread can be started, `SIGKILL` follows `SIGTERM` without delay.
    public func terminate() {
        signal(SIGTERM)
        do {
            // A second `SIGTERM` would take the grace period from a program that then ends at once.
            try startThread { self.waitOrKill() }
        } catch {
            signal(SIGKILL)
            // If the kernel can't end a process, that process must not block the spare thread for ever.
            SpareThread.perform { self.wait(milliseconds: Self.graceMilliseconds) }
        }
    }
}

extension ChildProcess.ExitStatus {
    /// Decodes the status of `waitpid(2)`.
    ///
    /// Swift can't import the C macros for this, such as `WIFEXITED`.
    fileprivate init(_ bits: Int32) {
        let signal = bits & 0x7F
        self = signal == 0 ? .code(Int(bits >> 8 & 0xFF)) : .signal(Int(signal))
    }
}
