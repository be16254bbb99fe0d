import Synchronization

/// The requests that a source has neither answered nor been told to cancel.
///
/// All members may be used from any thread.
final class OpenRequests: Sendable {
    private struct State {
        var last = 0
        var open: Set<Int> = []
    }

    private let state = Mutex(State())

    /// True if nobody waits for an answer.
    var isEmpty: Bool { state.withLock { $0.open.isEmpty } }

    /// Begins a request, and returns its number.
    func begin() -> Int {
        state.withLock { state in
            state.last += 1
            state.open.insert(state.last)
            return state.last
        }
    }

    /// True if a request has not ended.
    func contains(_ request: Int) -> Bool { state.withLock { $0.open.contains(request) } }

    /// Ends a request, which was answered or cancelled; a second call does nothing.
    func end(_ request: Int) { state.withLock { _ = $0.open.remove(request) } }
}
