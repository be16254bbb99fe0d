import FeatureKit
import Synchronization

/// The recorded notifications of a feed.
final class Heard: Sendable {
    private let changes = Mutex<[SourceChange]>([])
    private let stream: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init(_ feed: ChangeFeed) {
        (stream, wake) = AsyncStream.makeStream(of: Void.self)
        _ = feed.listen { [weak self] change in
            self?.changes.withLock { $0.append(change) }
            self?.wake.yield()
        }
    }

    var all: [SourceChange] { changes.withLock { $0 } }

    /// Waits for the next notification.
    func next() async { for await _ in stream { return } }
}
