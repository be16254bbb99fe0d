/// What a call to a source gives: at once, after a while, or from another thread.
public enum SourceAnswer<Value: Sendable>: Sendable {
    /// The answer is there.
    case now(Result<Value, Failure>)
    /// The answer is there, and is held back for so many milliseconds of the store's clock: a source that simulates one.
    case after(milliseconds: Int, Result<Value, Failure>)
    /// The answer has to be waited for; the closure runs outside the core thread and may be cancelled.
    case later(@Sendable () async throws(Failure) -> Value)
    /// The answer is brought by another thread, or later by this one, and no task waits for it; for one effect.
    ///
    /// - `onCancel` is called at most once, on any thread, when nobody waits any more, maybe after the promise was kept;
    ///   if it was not, it is to be kept then too, soon and with whatever.
    case promised(Promise<Value>, onCancel: @Sendable () -> Void)
}

extension SourceAnswer {
    /// The same answer made into another; what makes it runs where the answer comes from.
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

    /// The answer, for a task that waits for it; one that is held back is there at once.
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
