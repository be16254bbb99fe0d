extension Effect {
    /// Sends the answer of a source as an action.
    ///
    /// The action for an immediate answer is applied in the same turn of the event loop. The action for any other
    /// answer is sent later, from a timer, a promise or a task.
    ///
    /// For a promise, `action` may be called on the core thread. If making the action takes long, use
    /// ``ask(_:name:_:making:failed:)``.
    ///
    /// - Parameters:
    ///   - id: the prefix of the effect's wire id.
    ///   - name: the kind of work shown in `effects`.
    ///   - info: the description for users. If a client cancels the effect, the action for the failure
    ///     `Failure.cancelled` is applied.
    ///   - answer: the answer of the source.
    ///   - action: makes the action from the result.
    public static func ask<Value: Sendable>(
        _ id: String, name: String, info: EffectInfo = EffectInfo(), _ answer: SourceAnswer<Value>,
        then action: @escaping @Sendable (Result<Value, Failure>) -> Action
    ) -> Effect {
        let label = Label(
            id: id, name: name, isBackground: false, info: info,
            cancelled: info.isCancellable ? action(.failure(.cancelled)) : nil)
        switch answer {
        case .now(let result): return .send(action(result))
        case .after(let milliseconds, let result): return .send(action(result)).delay(milliseconds: milliseconds)
        case .later(let work):
            return Effect(
                .task(
                    Work(
                        label: label, retry: nil, attempt: { action(.success(try await work())) },
                        failed: { action(.failure(Failure(unexpected: $0))) })))
        case .promised(let promise, let onCancel):
            return Effect(
                .awaiting(label) { tell in
                    promise.whenKept { result in tell(action(result), result.isCancelled) }
                    return Subscription(cancel: onCancel)
                })
        }
    }

    /// Sends the answer of a source as an action; makes the action for a value outside the core thread.
    ///
    /// - Parameters:
    ///   - id: the prefix of the effect's wire id.
    ///   - name: the kind of work shown in `effects`.
    ///   - answer: the answer of the source.
    ///   - made: makes the action from the value; an error that it throws is passed to `failed`.
    ///   - failed: makes the action from a failure of the source, or from an error of `made`.
    public static func ask<Value: Sendable>(
        _ id: String, name: String, _ answer: SourceAnswer<Value>,
        making made: @escaping @Sendable (Value) throws -> Action,
        failed: @escaping @Sendable (Failure) -> Action
    ) -> Effect {
        func working(_ work: @escaping @Sendable () async throws -> Value) -> Effect {
            .task(id, name: name) {
                try made(try await work())
            } failed: {
                failed(Failure(unexpected: $0))
            }
        }
        switch answer {
        case .now(.success(let value)): return working { value }
        case .now(.failure(let failure)): return .send(failed(failure))
        case .after(let milliseconds, .success(let value)): return working { value }.delay(milliseconds: milliseconds)
        case .after(let milliseconds, .failure(let failure)):
            return .send(failed(failure)).delay(milliseconds: milliseconds)
        case .later(let work): return working { try await work() }
        case .promised(let promise, let onCancel):
            // The source is notified of the cancellation in the same turn of the event loop, and not when a task is
            // scheduled, so that the cancellation has a reproducible position in a recording.
            return Effect(
                .awaiting(Label(id: id, name: name, isBackground: false)) { tell in
                    promise.whenKept { result in
                        Task {
                            do {
                                tell(try made(try result.get()), result.isCancelled)
                            } catch {
                                tell(failed(Failure(unexpected: error)), result.isCancelled)
                            }
                        }
                    }
                    return Subscription(cancel: onCancel)
                })
        }
    }
}

extension Result where Failure == FeatureKit.Failure {
    /// True if the call was cancelled.
    fileprivate var isCancelled: Bool {
        if case .failure(let failure) = self { failure == .cancelled } else { false }
    }
}

extension Failure {
    /// Converts an error that a source threw.
    fileprivate init(unexpected error: any Error) {
        self = error as? Failure ?? Failure("internalError", "\(error)")
    }
}
