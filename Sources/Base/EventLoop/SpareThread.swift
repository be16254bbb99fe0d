public import SystemPackage

/// A thread that is started early, for work that needs a thread when the system allows no further one.
///
/// The thread runs one closure after the other. Work that has its own thread never waits for the spare thread.
public enum SpareThread {
    private struct State: Sendable {
        var bodies: [@Sendable () -> Void] = []
        var isStarted = false
    }

    private static let state = Monitor(State())

    /// Starts the thread, unless it is running.
    ///
    /// - Throws: The error of `pthread_create(3)`.
    public static func start() throws(Errno) {
        let isStarted = state.withLock { state in
            defer { state.isStarted = true }
            return state.isStarted
        }
        if isStarted { return }
        do {
            // Tasks may run on this thread.
            try startThread(stackBytes: TaskThreads.stackBytes) { serve() }
        } catch {
            state.withLock { $0.isStarted = false }
            throw error
        }
    }

    /// Runs `body` on the thread, after all closures that were queued earlier.
    ///
    /// Traps if the thread does not run yet and can't be started, because code that waits for `body` could not
    /// continue.
    package static func perform(_ body: @escaping @Sendable () -> Void) {
        do {
            try start()
        } catch {
            preconditionFailure("no thread can be started: \(error)")
        }
        state.withLock { $0.bodies.append(body) }
        state.signal()
    }

    private static func serve() {
        while true {
            let bodies = state.wait { state -> [@Sendable () -> Void]? in
                if state.bodies.isEmpty { return nil }
                defer { state.bodies = [] }
                return state.bodies
            }
            for body in bodies { body() }
        }
    }
}
