import FHEventLoop
import FHJSON
import FHJSONRPC
import Synchronization

/// A long frame that is parsed on another thread, so that the core thread is not blocked.
///
/// Until the frame is parsed, no later frames of the same peer are handled. The message is also freed on the other
/// thread, because freeing a tree of millions of values takes as long as building it.
package final class LongFrame<Message: Sendable>: Sendable {
    private enum Content {
        case unread(LongFrameBytes)
        case read(Message)
        /// The message was handled, or its session has ended.
        case none
    }

    package let byteCount: Int
    private let worker: WorkerThread
    private let content: Mutex<Content>
    private let isDropped = Atomic(false)

    /// Starts to parse a frame.
    ///
    /// - Parameters:
    ///   - decode: parses the bytes, on the worker's thread.
    ///   - whenRead: called after the parsing, on the worker's thread.
    package init(
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

    /// True if the parsed message can be handled.
    package var isRead: Bool {
        content.withLock { if case .read = $0 { true } else { false } }
    }

    /// Passes the message to `body` if it is parsed, and frees the message.
    package func handle(_ body: (Message) -> Void) {
        if case .read(let message) = content.withLock({ $0 }) { body(message) }
        letGo()
    }

    /// Discards the frame.
    ///
    /// The frame is parsed only if the parsing has already started.
    package func drop() {
        isDropped.store(true, ordering: .relaxed)
        letGo()
    }

    private func letGo() {
        worker.perform {
            self.content.withLock { $0 = .none }
        }
    }
}
