extension Effect {
    /// Asks a source: what is there at once is applied in the same turn, the rest comes by a timer or runs as a task.
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
            } failed: { error in
                action(.failure(error as? Failure ?? Failure("internalError", "\(error)")))
            }
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
            } failed: { error in
                failed(error as? Failure ?? Failure("internalError", "\(error)"))
            }
        }
        switch answer {
        case .now(.success(let value)): return working { value }
        case .now(.failure(let failure)): return .send(failed(failure))
        case .after(let milliseconds, .success(let value)): return working { value }.delay(milliseconds: milliseconds)
        case .after(let milliseconds, .failure(let failure)):
            return .send(failed(failure)).delay(milliseconds: milliseconds)
        case .later(let work): return working(work)
        }
    }
}
