import EventLoop
import JSON
import JSONRPC
import Synchronization

/// A frame whose text would hold up the core thread for long: it is read on another thread.
///
/// The session that it came to handles nothing else until then. The message is also let go on that thread, since a
/// tree of millions of values takes as long to free as to build.
final class LongFrame<Message: Sendable>: Sendable {
    /// How far it has come.
    private enum Content {
        case unread(LongFrameBytes)
        case read(Message)
        /// The message was handled, or its session is gone.
        case none
    }

    let byteCount: Int
    private let worker: WorkerThread
    private let content: Mutex<Content>
    private let isDropped = Atomic(false)

    /// Begins to read a frame.
    ///
    /// - Parameters:
    ///   - decode: reads it, on the worker's thread.
    ///   - whenRead: called on the worker's thread.
    init(
        _ bytes: LongFrameBytes, on worker: WorkerThread,
        decode: @escaping @Sendable (UnsafeRawBufferPointer) -> Message, whenRead: @escaping @Sendable () -> Void
    ) {
        self.worker = worker
        byteCount = bytes.byteCount
        content = Mutex(.unread(bytes))
        worker.perform {
            guard !self.isDropped.load(ordering: .relaxed) else { return }
            guard case .unread(let bytes) = self.content.withLock({ $0 }) else { return }
            let message = bytes.joined().withUnsafeBytes { decode($0) }
            self.content.withLock { $0 = .read(message) }
            whenRead()
        }
    }

    /// Whether there is a message to be handled.
    var isRead: Bool {
        content.withLock { if case .read = $0 { true } else { false } }
    }

    /// Gives the message to be handled, once it is read, and lets it go.
    func handle(_ body: (Message) -> Void) {
        if case .read(let message) = content.withLock({ $0 }) { body(message) }
        letGo()
    }

    /// Says that nobody wants the message any more: it is not read, unless that is under way.
    func drop() {
        isDropped.store(true, ordering: .relaxed)
        letGo()
    }

    private func letGo() {
        worker.perform {
            self.content.withLock { $0 = .none }
        }
    }
}
