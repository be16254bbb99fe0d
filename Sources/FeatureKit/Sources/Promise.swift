import Synchronization

/// An answer that somebody brings later, for the one who waits for it.
///
/// All members may be used from any thread.
public final class Promise<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(@Sendable (Result<Value, Failure>) -> Void)
        case kept(Result<Value, Failure>)
        case told
    }

    private let state = Mutex(State.open)

    /// A promise that is still to be kept.
    public init() {}

    deinit {
        // Nobody is left who could keep it.
        state.withLock { state in
            if case .awaited(let tell) = state { tell(.failure(.neverAnswered)) }
        }
    }

    /// Brings the answer; the first one counts.
    ///
    /// - Parameter result: the value, or why there is none.
    public func keep(_ result: Result<Value, Failure>) {
        let tell = state.withLock { state -> (@Sendable (Result<Value, Failure>) -> Void)? in
            switch state {
            case .open:
                state = .kept(result)
                return nil
            case .awaited(let tell):
                state = .told
                return tell
            case .kept, .told: return nil
            }
        }
        tell?(result)
    }

    /// Waits for the answer; only the first call does, a further one is told of a failure at once.
    ///
    /// - Parameter tell: called once, at once where the answer is there, else on the thread that brings it; with a failure
    ///   where the promise goes without having been kept.
    public func whenKept(_ tell: @escaping @Sendable (Result<Value, Failure>) -> Void) {
        let known: Result<Value, Failure>? = state.withLock { state in
            switch state {
            case .open:
                state = .awaited(tell)
                return nil
            case .kept(let result):
                state = .told
                return result
            case .awaited, .told: return .failure(.askedTwice)
            }
        }
        if let known { tell(known) }
    }

    /// Waits for the answer in a task; whoever does is the one who waits.
    func value(onCancel: @escaping @Sendable () -> Void) async throws(Failure) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in whenKept { continuation.resume(returning: $0) } }
        } onCancel: {
            onCancel()
        }
        return try result.get()
    }
}

extension Failure {
    /// A source has let go of what it promised.
    fileprivate static let neverAnswered = Failure("internalError", "the source went without an answer; retry")
    /// An answer was used for two effects.
    fileprivate static let askedTwice = Failure(
        "internalError", "an answer of a source is for one effect; ask the source for each", retryable: false)
}
