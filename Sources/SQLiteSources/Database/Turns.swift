import EventLoop
import FeatureKit
import Synchronization

/// Does things on a thread of its own, in the order in which they were asked for.
///
/// What nobody waits for any more is not begun.
final class Turns: Sendable {
    let worker = WorkerThread()

    func answer<Value: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        let outcome = Outcome<Value>()
        let cancellation = Cancellation()
        worker.perform {
            outcome.fulfil(
                Result { () throws(Failure) in
                    try cancellation.check()
                    return try body(cancellation)
                })
        }
        return .later { () async throws(Failure) in
            let result = await withTaskCancellationHandler {
                await outcome.result
            } onCancel: {
                cancellation.cancel()
            }
            return try result.get()
        }
    }

    /// Does something when its turn has come, and waits for that.
    func perform<Value: Sendable>(_ body: @escaping @Sendable () throws(Failure) -> Value) async throws(Failure)
        -> Value
    {
        let outcome = Outcome<Value>()
        worker.perform { outcome.fulfil(Result { () throws(Failure) in try body() }) }
        return try await outcome.result.get()
    }
}

/// Whether nobody waits any more for what is done.
final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }

    func check() throws(Failure) {
        if isCancelled { throw .cancelled }
    }
}

/// A result that is there later, for the one who waits for it.
private final class Outcome<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case awaited(CheckedContinuation<Result<Value, Failure>, Never>)
        case fulfilled(Result<Value, Failure>)
    }

    private let state = Mutex(State.open)

    func fulfil(_ result: Result<Value, Failure>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<Value, Failure>, Never>? in
            defer { state = .fulfilled(result) }
            return if case .awaited(let continuation) = state { continuation } else { nil }
        }
        waiting?.resume(returning: result)
    }

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
