public import SystemPackage

/// A thread that is there from the beginning, for work that can't get a thread of its own any more.
///
/// It does one piece of work after the other. Work that has a thread of its own never waits for it.
public enum SpareThread {
    private struct State: Sendable {
        var bodies: [@Sendable () -> Void] = []
        var isStarted = false
    }

    private static let state = Monitor(State())

    /// Starts the thread, unless it is there.
    ///
    /// - Throws: what `pthread_create(3)` reports.
    public static func start() throws(Errno) {
        let isStarted = state.withLock { state in
            defer { state.isStarted = true }
            return state.isStarted
        }
        if isStarted { return }
        do {
            // A task may run there.
            try startThread(stackBytes: TaskThreads.stackBytes) { serve() }
        } catch {
            state.withLock { $0.isStarted = false }
            throw error
        }
    }

    /// Runs `body` on the thread, behind all that was queued there before.
    ///
    /// Ends the process where ``start()`` was not called and no thread can be started: nothing that waits for `body`
    /// could go on.
    static func perform(_ body: @escaping @Sendable () -> Void) {
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
