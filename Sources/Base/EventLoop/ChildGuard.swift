import Glibc
import SystemPackage

/// A helper process that terminates child process groups after this process was killed by `SIGKILL`.
///
/// The guard reads the group ids from a pipe. The end of the pipe means that this process has ended. Each child writes
/// its process id, which is also the id of its group, before it runs its program. Until it runs the program, the child
/// keeps the pipe open. So no group is missed, regardless of when this process is killed.
public struct ChildGuard: Sendable {
    /// The command-line argument that makes a program run as a guard.
    public static let argument = "guard-children"

    /// The interval in milliseconds at which the guard checks which groups have ended.
    private static let lookMs = 20

    private let program: String
    private var process: ChildProcess?
    /// The ids of the process groups that the guard has to terminate.
    private var groups: Set<Int> = []

    /// Makes a guard without starting it.
    ///
    /// - Parameter program: The program that calls ``serve()`` when it is run with ``argument``.
    init(program: String) {
        self.program = program
    }

    /// Starts the guard, unless it is running.
    ///
    /// - Returns: The descriptor to which children write their announcements.
    /// - Throws: The reason, if the guard can't be started.
    mutating func start() throws(SpawnFailure) -> Int32 {
        // The previous guard may have been killed.
        if let process, process.reap() == nil, let input = process.input { return input.rawValue }
        let command = ChildCommand([program, Self.argument], hasInput: true)
        let new: ChildProcess
        do throws(SpawnFailure) {
            new = try ChildProcess.spawn(command, in: ChildProcesses())
        } catch {
            throw SpawnFailure(.system, error.error)
        }
        new.closeOutput()
        new.closeErrors()
        process = new
        for group in groups { tell("+\(group)\n") }
        return new.input?.rawValue ?? -1
    }

    /// Records the process group of a child that has announced itself to the guard.
    mutating func note(_ group: Int) { groups.insert(group) }

    /// Withdraws the announcement of a process group that has ended.
    ///
    /// Does nothing if the group was not announced.
    mutating func remove(_ group: Int) {
        if groups.remove(group) != nil { tell("-\(group)\n") }
    }

    /// Ends the guard by closing its input.
    ///
    /// Called at a regular shutdown, when no groups remain to be terminated.
    mutating func stop() {
        process?.closeInput()
        process?.wait(milliseconds: 1_000)
        process = nil
    }

    private func tell(_ line: String) {
        guard let input = process?.input else { return }
        do {
            try input.writeAll(line.utf8)
        } catch {
            // The guard does not read its input any more. The next start of a child starts a new guard.
            process?.signal(SIGKILL)
        }
    }

    // MARK: The guard process

    /// Runs the guard until its standard input ends, and then terminates the process groups.
    ///
    /// Each line of the input adds (`+`) or removes (`-`) the process group with the id that follows. At the end of the
    /// input, the guard waits two seconds, sends `SIGTERM` to the remaining groups, waits two more seconds, and sends
    /// `SIGKILL`.
    public static func serve() {
        // A terminal can send these signals to all of its programs. The guard must live until the groups have ended.
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_IGN) }
        var groups: Set<pid_t> = []
        while let line = readLine() {
            // The id of a group is the id of the child that created the group, so it is never 1.
            guard let group = pid_t(line.dropFirst()), group > 1 else { continue }
            if line.first == "+" { groups.insert(group) } else { groups.remove(group) }
        }
        for number in [SIGTERM, SIGKILL] {
            wait(for: &groups)
            for group in groups { kill(-group, number) }
        }
    }

    /// Waits until all groups have ended or the grace period (``ChildProcess/graceMilliseconds``) is over.
    ///
    /// Removes the groups that have ended.
    private static func wait(for groups: inout Set<pid_t>) {
        for _ in 0..<ChildProcess.graceMilliseconds / lookMs {
            groups = groups.filter { kill(-$0, 0) == 0 || errno == EPERM }
            if groups.isEmpty { return }
            usleep(UInt32(lookMs) * 1_000)
        }
    }
}
