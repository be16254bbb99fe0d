import EventLoop
import JSON

/// Gives the memory of long frames back to the system, some time after they were let go.
///
/// The allocator stands still meanwhile, and all threads share one: after each frame of a flood that would be noticed.
/// Belongs to the core thread.
final class SpareMemory {
    /// How long after a long frame the next one may come that needs the memory again, in milliseconds.
    private static let delayMs = 1_000

    private let loop: PollLoop
    private let worker: () -> WorkerThread
    private var timer: TimerToken?
    private var byteCount = 0

    /// - Parameter worker: gives the thread on which frames are let go, and memory after them.
    init(on loop: PollLoop, worker: @escaping () -> WorkerThread) {
        self.loop = loop
        self.worker = worker
    }

    /// Notes that so many bytes of a frame are let go.
    func note(_ byteCount: Int) {
        self.byteCount = max(self.byteCount, byteCount)
        if timer != nil || byteCount == 0 { return }
        timer = loop.schedule(afterMilliseconds: Self.delayMs) { [weak self] in
            guard let self else { return }
            timer = nil
            let bytes = self.byteCount
            self.byteCount = 0
            worker().perform { FreedMemory.giveBack(afterParsing: bytes) }
        }
    }
}
