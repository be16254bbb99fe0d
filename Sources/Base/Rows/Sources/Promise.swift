import Synchronization

/// A result that is delivered later, to one receiver.
///
/// All members are thread-safe.
///
/// ```swift
/// let promise = Promise<Page>()
/// promise.whenKept { result in print(result) }
/// promise.keep(.success(Page(rows: [], endReached: true)))
/// ```
public final class Promise<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(@Sendable (Result<Value, Failure>) -> Void)
        case kept(Result<Value, Failure>)
        case told
    }

    private let state = Mutex(State.open)

    /// Makes a promise without a result.
    public init() {}

    deinit {
        // Without a reference to the promise, no one can deliver a result any more.
        state.withLock { state in
            if case .awaited(let tell) = state { tell(.failure(.neverAnswered)) }
        }
    }

    /// Delivers the result.
    ///
    /// Only the first call has an effect.
    ///
    /// - Parameter result: the value, or the reason why there is no value.
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

    /// Registers the receiver of the result.
    ///
    /// A second receiver immediately gets a failure.
    ///
    /// - Parameter tell: called exactly once: immediately if there is a result, and otherwise on the thread that
    ///   delivers the result. If the promise is deallocated without a result, `tell` is called with a failure.
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

    /// Waits for the result as its receiver.
    ///
    /// - Parameter onCancel: called when the waiting task is cancelled.
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
    /// The failure of a source that has released a promise without a result.
    fileprivate static let neverAnswered = Failure("internalError", "the source went without an answer; retry")
    /// The failure of an answer that was used for two effects.
    fileprivate static let askedTwice = Failure(
        "internalError", "an answer of a source is for one effect; ask the source for each", retryable: false)
}
