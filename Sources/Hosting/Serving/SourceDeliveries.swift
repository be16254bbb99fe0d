import EventLoop
import FeatureKit
import Synchronization

/// What the sources that are served have for the core thread, which they wake.
final class SourceDeliveries: Sendable {
    enum Delivery: Sendable {
        /// The answer to a call.
        case answer(Int, SourceReply)
        /// A source was opened for a call.
        case opened(Int, Result<any DataSource, Failure>)
        /// A source, by the number of its opening, tells of a change.
        case changed(Int, SourceChange)
    }

    private let loop: PollLoop
    private let waiting = Mutex<[Delivery]>([])

    init(on loop: PollLoop) {
        self.loop = loop
    }

    func put(_ delivery: Delivery) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(delivery)
            return waiting.count == 1
        }
        if isFirst { loop.post {} }
    }

    func take() -> [Delivery] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
