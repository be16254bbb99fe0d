import Synchronization
import SystemPackage
import Testing

@testable import FHEventLoop

/// Calls `body` with a loop that runs on a separate thread until `body` returns.
///
/// Tests with tasks need this, because a loop on the test's own thread would occupy one of the few threads for tasks.
func withRunningLoop(_ body: (PollLoop) async throws -> Void) async throws {
    let loop = try PollLoop()
    let (ends, end) = AsyncStream<Never>.makeStream()
    try! startThread {
        loop.run()
        end.finish()
    }
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(loop))
    } catch {
        result = .failure(error)
    }
    loop.stop()
    for await _ in ends {}
    try result.get()
}

extension PollLoop {
    /// Runs the loop on this thread until it is stopped; a loop that hangs is stopped, and the test fails.
    ///
    /// Only tests without tasks may use this function.
    func runHere() {
        schedule(afterMilliseconds: 600_000) {
            Issue.record("nothing stopped the loop")
            self.stop()
        }
        run()
    }
}

/// An actor on a loop, with state, like the actors of the host.
actor Counter {
    nonisolated let loop: PollLoop
    private(set) var value = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        loop.asUnownedSerialExecutor()
    }

    init(on loop: PollLoop) {
        self.loop = loop
    }

    /// Counts the first event of a descriptor, then stops the loop.
    func countOnce(_ descriptor: FileDescriptor) {
        loop.watch(descriptor, for: .read) { _ in
            self.increment()
            self.loop.stop()
        }
    }

    func increment() {
        #expect(loop.isOnLoopThread)
        value += 1
    }
}

/// A counter for any thread.
final class Tally: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    /// Increments the counter and returns the new value.
    @discardableResult
    func add() -> Int {
        count.add(1, ordering: .sequentiallyConsistent).newValue
    }
}

/// A weak reference, which becomes nil when its object is released.
struct Ghost<Object: AnyObject> {
    private(set) weak var object: Object?

    init(_ object: Object) {
        self.object = object
    }
}
