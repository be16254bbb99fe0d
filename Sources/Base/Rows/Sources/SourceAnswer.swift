/// The answer of a source.
///
/// The answer is available immediately or later. It may come from another thread.
public enum SourceAnswer<Value: Sendable>: Sendable {
    /// The answer is available.
    case now(Result<Value, Failure>)
    /// The answer is available, but delayed by this number of milliseconds on the store's clock.
    ///
    /// A simulated source uses this.
    case after(milliseconds: Int, Result<Value, Failure>)
    /// The answer comes from a closure.
    ///
    /// The closure runs outside the core thread and may be cancelled.
    case later(@Sendable () async throws(Failure) -> Value)
    /// The answer comes from another thread, or later from the core thread, and no task waits for it.
    ///
    /// It can be used for only one effect.
    ///
    /// `onCancel` is called at most once, on any thread, when the answer is no longer needed. If the promise has no
    /// result by then, any result must be delivered soon (``Promise/keep(_:)``).
    case promised(Promise<Value>, onCancel: @Sendable () -> Void)
}

extension SourceAnswer {
    /// Transforms the answer.
    ///
    /// The closure runs on the thread on which the answer is produced.
    package func map<Other: Sendable>(
        _ transform: @escaping @Sendable (Result<Value, Failure>) -> Result<Other, Failure>
    ) -> SourceAnswer<Other> {
        switch self {
        case .now(let result): return .now(transform(result))
        case .after(let milliseconds, let result): return .after(milliseconds: milliseconds, transform(result))
        case .later(let work):
            return .later { () async throws(Failure) in
                let result: Result<Value, Failure>
                do throws(Failure) {
                    result = .success(try await work())
                } catch {
                    result = .failure(error)
                }
                return try transform(result).get()
            }
        case .promised(let promise, let onCancel):
            let mapped = Promise<Other>()
            promise.whenKept { mapped.keep(transform($0)) }
            return .promised(mapped, onCancel: onCancel)
        }
    }

    /// The value of the answer, for which the task waits.
    ///
    /// In the case ``after(milliseconds:_:)``, the delay is skipped.
    package var value: Value {
        get async throws(Failure) {
            switch self {
            case .now(let result), .after(_, let result): try result.get()
            case .later(let work): try await work()
            case .promised(let promise, let onCancel): try await promise.value(onCancel: onCancel)
            }
        }
    }
}
