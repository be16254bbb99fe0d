import FHEventLoop
import FeatureKit
import Synchronization

/// A serial queue with its own thread.
final class SerialQueue: Sendable {
    let worker = WorkerThread(stackBytes: DatabaseLimits.stackBytes)

    /// Waits until all queued work is done.
    func end() { worker.stop() }

    /// Queues work that is not started after a cancellation.
    func answer<Value: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        let cancellation = Cancellation()
        let promise = promise { () throws(Failure) in
            try cancellation.check()
            return try body(cancellation)
        }
        return .promised(promise) { cancellation.cancel() }
    }

    /// Queues work that is performed even after a cancellation.
    func promise<Value: Sendable>(_ body: @escaping @Sendable () throws(Failure) -> Value) -> Promise<Value> {
        let promise = Promise<Value>()
        worker.perform { promise.keep(Result { () throws(Failure) in try body() }) }
        return promise
    }
}

/// A flag that is set when the result of some work is no longer needed.
final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }

    func check() throws(Failure) {
        if isCancelled { throw .cancelled }
    }
}
