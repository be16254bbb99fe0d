import EventLoop
import JSON
import Synchronization

/// A frame whose text would hold up the core thread for long: it is read on another thread.
///
/// The session that it came to handles nothing else until then. The message is also let go on that thread, since a
/// tree of millions of values takes as long to free as to build.
final class LongFrame<Message: Sendable>: Sendable {
    /// From this many bytes on a frame is long; fewer are read in a millisecond or two.
    static var minimumBytes: Int { 64 << 10 }

    private let worker: WorkerThread
    let byteCount: Int
    private let message = Mutex<Message?>(nil)

    /// Begins to read a frame.
    ///
    /// - Parameters:
    ///   - decode: reads it, on the worker's thread.
    ///   - whenRead: called on the worker's thread.
    init(
        _ bytes: [UInt8], on worker: WorkerThread, decode: @escaping @Sendable (UnsafeRawBufferPointer) -> Message,
        whenRead: @escaping @Sendable () -> Void
    ) {
        self.worker = worker
        byteCount = bytes.count
        worker.perform {
            let message = bytes.withUnsafeBytes { decode($0) }
            self.message.withLock { $0 = message }
            whenRead()
        }
    }

    /// Whether there is a message to be handled.
    var isRead: Bool { message.withLock { $0 != nil } }

    /// Gives the message to be handled, once it is read, and lets it go.
    func handle(_ body: (Message) -> Void) {
        if let message = message.withLock({ $0 }) { body(message) }
        worker.perform {
            self.message.withLock { $0 = nil }
            FreedMemory.giveBack(afterParsing: self.byteCount)
        }
    }
}
