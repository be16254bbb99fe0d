extension Effect {
    /// Asks a source: what is there at once is applied in the same turn, the rest comes by a timer, is brought or runs as
    /// a task.
    ///
    /// What is brought may be so by the core thread, and `action` is made there then: where that takes long, use
    /// ``ask(_:name:_:making:failed:)``.
    public static func ask<Value: Sendable>(
        _ id: String, name: String, _ answer: SourceAnswer<Value>,
        then action: @escaping @Sendable (Result<Value, Failure>) -> Action
    ) -> Effect {
        switch answer {
        case .now(let result): .send(action(result))
        case .after(let milliseconds, let result): .send(action(result)).delay(milliseconds: milliseconds)
        case .later(let work):
            .task(id, name: name) {
                action(.success(try await work()))
            } failed: {
                action(.failure(Failure(unexpected: $0)))
            }
        case .promised(let promise, let onCancel):
            Effect(
                .awaiting(Label(id: id, name: name, isBackground: false)) { tell in
                    promise.whenKept { result in tell(action(result), result.isCancelled) }
                    return Subscription(cancel: onCancel)
                })
        }
    }

    /// Asks a source, and makes an action of its answer outside the core thread.
    ///
    /// - Parameters:
    ///   - id: what the effect's wire id begins with.
    ///   - name: what kind of work it is, for people who look at `effects`.
    ///   - answer: what the source gave.
    ///   - made: makes the action; a failure, or what this throws, goes to `failed`.
    ///   - failed: makes an action of why it failed.
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
            // Who is asked hears that nobody waits any more in the turn in which that is so, and not when a task gets to
            // it: a recording has it at its place.
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
    /// Whether it was given up.
    fileprivate var isCancelled: Bool {
        if case .failure(let failure) = self { failure == .cancelled } else { false }
    }
}

extension Failure {
    /// What a source threw.
    fileprivate init(unexpected error: any Error) {
        self = error as? Failure ?? Failure("internalError", "\(error)")
    }
}
