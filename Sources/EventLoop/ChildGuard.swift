import Glibc
import SystemPackage

/// A process beside this one, which ends groups of children where this one was ended without having a say (`SIGKILL`).
///
/// It reads from a pipe which groups there are; the pipe's end tells it that this process is gone.
/// A child writes there itself which group it is, before it runs its program: it holds the pipe open until then, so that
/// none is missed, whenever this process is ended.
public struct ChildGuard: Sendable {
    /// The argument with which a program is told to be a guard.
    public static let argument = "guard-children"

    /// How often it is looked whether groups have ended.
    private static let lookMs = 20

    private let program: String
    private var process: ChildProcess?
    /// The groups that it is to end.
    private var groups: Set<Int> = []

    /// - Parameter program: what calls ``serve()`` when it gets ``argument``.
    init(program: String) {
        self.program = program
    }

    /// Has the guard run.
    ///
    /// - Returns: where a child says that it is there.
    /// - Throws: why no guard can be started.
    mutating func start() throws(SpawnFailure) -> Int32 {
        // Somebody may have ended the one that there was.
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

    /// A child has said that its group is to be ended when this process is gone.
    mutating func note(_ group: Int) { groups.insert(group) }

    /// A group has ended, if it is one of those.
    mutating func remove(_ group: Int) {
        if groups.remove(group) != nil { tell("-\(group)\n") }
    }

    /// Lets the guard end: there is nothing left to be ended.
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
            // The next child gets another.
            process?.signal(SIGKILL)
        }
    }

    // MARK: Being one

    /// Reads groups from standard input, `+` or `-` and a number in a line.
    ///
    /// At its end it ends them as an orderly host does: they have two seconds to end by themselves, then comes `SIGTERM`,
    /// and after as long again `SIGKILL`.
    public static func serve() {
        // What ends a terminal's programs must not end it before them.
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_IGN) }
        var groups: Set<pid_t> = []
        while let line = readLine() {
            // A group of its own has a process that began it, which is never the first one.
            guard let group = pid_t(line.dropFirst()), group > 1 else { continue }
            if line.first == "+" { groups.insert(group) } else { groups.remove(group) }
        }
        for number in [SIGTERM, SIGKILL] {
            wait(for: &groups)
            for group in groups { kill(-group, number) }
        }
    }

    /// Waits until all groups have ended, and takes out those that have; not for ever.
    private static func wait(for groups: inout Set<pid_t>) {
        for _ in 0..<ChildProcess.graceMilliseconds / lookMs {
            groups = groups.filter { kill(-$0, 0) == 0 || errno == EPERM }
            if groups.isEmpty { return }
            usleep(UInt32(lookMs) * 1_000)
        }
    }
}
