import Synchronization

/// The queue from effects on any thread to the core thread.
final class Inbox<Action: Sendable>: Sendable {
    enum Content: Sendable {
        /// An action; more may follow.
        case action(Action)
        /// The progress of the effect, which replaces an earlier progress.
        case progress(WorkProgress)
        /// The effect's only action, which ends the effect.
        case last(Action)
        /// The only action of awaited work, such as a source's promise, that was cancelled.
        case cancelled(Action)
        /// A failed attempt.
        case failed(any Error)
        /// The end of the effect without a further action.
        case ended

        /// True if this message ends the effect.
        var isEnd: Bool {
            switch self {
            case .ended, .last, .cancelled, .failed: true
            case .action, .progress: false
            }
        }

        /// True if the message contains a result — an action or a failure — and not only the end of cancelled work.
        var isDelivery: Bool {
            switch self {
            case .action, .last: true
            case .failed(let error): !(error is CancellationError) && error as? Failure != .cancelled
            case .cancelled, .ended, .progress: false
            }
        }

        /// The reported progress; nil for any other message.
        var progress: WorkProgress? {
            if case .progress(let progress) = self { progress } else { nil }
        }
    }

    struct Message: Sendable {
        /// The sequence number of the effect that sent the message.
        let effect: Int
        var content: Content
    }

    private let messages = Mutex<[Message]>([])
    private let wake: @Sendable () -> Void

    /// Makes an empty inbox.
    ///
    /// - Parameter wake: called from any thread when a message arrives in an empty inbox.
    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    func post(_ content: Content, from effect: Int) {
        let wasEmpty = messages.withLock { messages in
            defer { messages.add(Message(effect: effect, content: content)) }
            return messages.isEmpty
        }
        if wasEmpty { wake() }
    }

    func fetch() -> [Message] {
        messages.withLock { messages in
            guard !messages.isEmpty else { return [] }
            defer { messages = [] }
            return messages
        }
    }
}

extension Array {
    /// Appends a message; a progress replaces an earlier progress of the same effect.
    mutating func add<Action>(_ message: Inbox<Action>.Message) where Element == Inbox<Action>.Message {
        if message.content.progress != nil,
            let earlier = lastIndex(where: { $0.effect == message.effect && $0.content.progress != nil })
        {
            remove(at: earlier)
        }
        append(message)
    }
}
