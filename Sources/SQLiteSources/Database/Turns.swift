import EventLoop
import FeatureKit
import Synchronization

/// Does things on a thread of its own, in the order in which they were asked for.
///
/// What nobody waits for any more is not begun.
final class Turns: Sendable {
    let worker = WorkerThread(stackBytes: DatabaseLimits.stackBytes)

    /// Waits until all is done that was asked for.
    func end() { worker.stop() }

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

    /// Does something when its turn has come, also where nobody waits for it any more.
    func promise<Value: Sendable>(_ body: @escaping @Sendable () throws(Failure) -> Value) -> Promise<Value> {
        let promise = Promise<Value>()
        worker.perform { promise.keep(Result { () throws(Failure) in try body() }) }
        return promise
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
