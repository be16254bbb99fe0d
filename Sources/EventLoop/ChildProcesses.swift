import Glibc
import Synchronization
import SystemPackage

/// The children that have not been collected yet, so that none outlives this process.
public final class ChildProcesses: Sendable {
    /// Those of the whole process.
    public static let shared = ChildProcesses()

    private struct State {
        var live: [Int: ChildProcess] = [:]
        var isClosed = false
        var childGuard: ChildGuard?
    }

    private let state = Mutex(State())

    /// An empty registry.
    public init() {
        // Where a parent left it ignored, the system would collect children and give their numbers away.
        Glibc.signal(SIGCHLD, SIG_DFL)
    }

    /// Has a guard run beside this process, from the first child on that wants one.
    ///
    /// - Parameter program: what calls ``ChildGuard/serve()`` when it gets ``ChildGuard/argument``.
    public func useGuard(_ program: String) {
        state.withLock { $0.childGuard = ChildGuard(program: program) }
    }

    /// How many children run or wait to be collected.
    public var count: Int { state.withLock { $0.live.count } }

    /// Kills all groups and collects their processes; later ones are refused with `ECANCELED`.
    ///
    /// To be called right before the process exits.
    /// It takes at most a second a child: one that the kernel can't end must not hold the exit up.
    public func killAll() {
        let children = state.withLock { state in
            state.isClosed = true
            return Array(state.live.values)
        }
        for child in children { child.signal(SIGKILL) }
        for child in children { child.wait(milliseconds: 1_000) }
        state.withLock { $0.childGuard?.stop() }
    }

    /// Makes a child and takes it in as one step: ``killAll()`` comes before or after it.
    ///
    /// - Parameters:
    ///   - isGuarded: whether it is ended by the guard too.
    ///   - spawn: gets what the child announces itself to; -1 is nobody.
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

    /// Without a guard there is no child: it could outlive this process.
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
                // Somebody has ended the guard between the two.
                hasTried = true
            }
        }
    }

    /// Keeps the guard from a group that has ended; called while no other can have its number.
    func unguard(_ child: ChildProcess) {
        state.withLock { $0.childGuard?.remove(child.id) }
    }

    func remove(_ child: ChildProcess) {
        // The number may be another child's by now.
        state.withLock { if $0.live[child.id] === child { $0.live[child.id] = nil } }
    }
}
