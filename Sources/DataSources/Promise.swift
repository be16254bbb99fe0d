import FeatureKit
import Synchronization

/// A result that is there later, for the one who waits for it.
final class Promise<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(CheckedContinuation<Result<Value, Failure>, Never>)
        case fulfilled(Result<Value, Failure>)
    }

    private let state = Mutex(State.open)

    /// Gives the result; the first one counts.
    func fulfil(_ result: Result<Value, Failure>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<Value, Failure>, Never>? in
            if case .fulfilled = state { return nil }
            defer { state = .fulfilled(result) }
            return if case .awaited(let continuation) = state { continuation } else { nil }
        }
        waiting?.resume(returning: result)
    }

    /// The value, when it is there; only one task may wait for it.
    var value: Value {
        get async throws(Failure) { try await result.get() }
    }

    /// The result, when it is there; only one task may wait for it.
    var result: Result<Value, Failure> {
        get async {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Result<Value, Failure>? in
                    if case .fulfilled(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        }
    }
}
