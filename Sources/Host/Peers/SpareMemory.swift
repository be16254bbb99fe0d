import FHEventLoop
import FHJSON

/// Returns the memory of long frames to the system, some time after the frames are freed.
///
/// Returning memory locks the allocator, which all threads share. With many long frames, returning the memory of each
/// frame separately would be slow. Belongs to the core thread.
package final class SpareMemory {
    /// The delay in milliseconds before the memory is returned.
    ///
    /// During the delay, another long frame can reuse the memory.
    private static let delayMs = 1_000

    private let loop: PollLoop
    private let worker: () -> WorkerThread
    private var timer: TimerToken?
    private var byteCount = 0

    /// Creates an object that returns memory after a delay on a loop.
    ///
    /// - Parameter worker: returns the thread that frees the frames, and that also returns their memory to the system.
    package init(on loop: PollLoop, worker: @escaping () -> WorkerThread) {
        self.loop = loop
        self.worker = worker
    }

    /// Schedules the return of the memory of a frame of this many bytes.
    package func note(_ byteCount: Int) {
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
