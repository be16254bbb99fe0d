import Glibc
import Synchronization
import SystemPackage

/// A registry of child processes whose status has not been collected.
///
/// The registry ensures that no child outlives this process.
public final class ChildProcesses: Sendable {
    /// The shared registry of this process.
    public static let shared = ChildProcesses()

    private struct State {
        var live: [Int: ChildProcess] = [:]
        var isClosed = false
        var childGuard: ChildGuard?
    }

    private let state = Mutex(State())

    /// Makes an empty registry.
    public init() {
        // This process may have inherited `SIGCHLD` as ignored. Then the system would collect children and reuse their
        // ids.
        Glibc.signal(SIGCHLD, SIG_DFL)
    }

    /// Sets the program of the guard process, which is started before the first guarded child.
    ///
    /// - Parameter program: The program that calls ``ChildGuard/serve()`` when it is run with ``ChildGuard/argument``.
    public func useGuard(_ program: String) {
        state.withLock { $0.childGuard = ChildGuard(program: program) }
    }

    /// The number of children that run, or whose status has not been collected.
    public var count: Int { state.withLock { $0.live.count } }

    /// Kills the process groups of all children, and collects the status of the children.
    ///
    /// Later spawns fail with `ECANCELED`.
    ///
    /// Call this right before this process exits. The call takes at most a second per child, because a child that the
    /// kernel can't end must not delay the exit.
    public func killAll() {
        let children = state.withLock { state in
            state.isClosed = true
            return Array(state.live.values)
        }
        for child in children { child.signal(SIGKILL) }
        for child in children { child.wait(milliseconds: 1_000) }
        state.withLock { $0.childGuard?.stop() }
    }

    /// Spawns and registers a child as one step.
    ///
    /// ``killAll()`` can't interrupt this step.
    ///
    /// - Parameters:
    ///   - isGuarded: True if the guard terminates the child after this process was killed.
    ///   - spawn: Spawns the child. Receives the descriptor for the announcement of the child; -1 for none.
    func register(
        isGuarded: Bool, _ spawn: (_ announcement: Int32) throws(SpawnFailure) -> ChildProcess
    ) throws(SpawnFailure) -> ChildProcess {
        let result = state.withLock { state -> Result<ChildProcess, SpawnFailure> in
            if state.isClosed { return .failure(SpawnFailure(.system, .canceled)) }
            return Result { () throws(SpawnFailure) in
                let child: ChildProcess
                if isGuarded, state.childGuard != nil {
                    child = try Self.spawnGuarded(&state, spawn)
                } else {
                    child = try spawn(-1)
                }
                state.live[child.id] = child
                return child
            }
        }
        return try result.get()
    }

    /// Spawns a guarded child.
    ///
    /// Fails if the guard can't run, because the child could then outlive this process.
    private static func spawnGuarded(
        _ state: inout State, _ spawn: (_ announcement: Int32) throws(SpawnFailure) -> ChildProcess
    ) throws(SpawnFailure) -> ChildProcess {
        var hasTried = false
        while true {
            guard let announcement = try state.childGuard?.start() else { return try spawn(-1) }
            do {
                let child = try spawn(announcement)
                state.childGuard?.note(child.id)
                return child
            } catch let failure where failure.error == .brokenPipe && !hasTried {
                // The guard was killed after it was checked, so a new one is started.
                hasTried = true
            }
        }
    }

    /// Withdraws the process group of a child from the guard.
    ///
    /// Call this when the group has ended, but before its id can be reused.
    func unguard(_ child: ChildProcess) {
        state.withLock { $0.childGuard?.remove(child.id) }
    }

    func remove(_ child: ChildProcess) {
        // The id may already belong to another child.
        state.withLock { if $0.live[child.id] === child { $0.live[child.id] = nil } }
    }
}
