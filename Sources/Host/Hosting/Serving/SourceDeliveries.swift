import FHEventLoop
import FeatureKit
import Synchronization

/// The queue of deliveries from served sources to the core thread.
///
/// A delivery wakes the core thread.
final class SourceDeliveries: Sendable {
    enum Delivery: Sendable {
        /// The answer to the call with this number.
        case answer(Int, SourceReply)
        /// The result of opening a source for the call with this number.
        case opened(Int, Result<any DataSource, Failure>)
        /// A change of the source that was opened by the call with this number.
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
