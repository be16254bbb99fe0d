import Synchronization

/// Where effects leave what they bring, from any thread, until the core thread fetches it.
final class Inbox<Action: Sendable>: Sendable {
    enum Content: Sendable {
        /// An action; more may follow.
        case action(Action)
        /// The effect's only action: it ends with it.
        case last(Action)
        /// The only action of what was given up while it was awaited.
        case cancelled(Action)
        /// An attempt failed.
        case failed(any Error)
        /// The effect ended without a further action.
        case ended

        /// Whether the effect has come to its end with it.
        var isEnd: Bool {
            switch self {
            case .ended, .last, .cancelled, .failed: true
            case .action: false
            }
        }

        /// Whether it brings something, an action or a failure, and not just the end of what was cancelled.
        var isDelivery: Bool {
            switch self {
            case .action, .last: true
            case .failed(let error): !(error is CancellationError) && error as? Failure != .cancelled
            case .cancelled, .ended: false
            }
        }
    }

    struct Message: Sendable {
        /// The sequence number of the effect that sent it.
        let effect: Int
        var content: Content
    }

    private let messages = Mutex<[Message]>([])
    private let wake: @Sendable () -> Void

    /// - Parameter wake: called from any thread when something lies in an inbox that was empty.
    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    func post(_ content: Content, from effect: Int) {
        let wasEmpty = messages.withLock { messages in
            defer { messages.append(Message(effect: effect, content: content)) }
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
