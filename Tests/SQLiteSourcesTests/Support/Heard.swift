import FeatureKit
import Synchronization

/// What a feed has told.
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

    /// Waits for the next notice that nobody has waited for yet.
    func next() async { for await _ in stream { return } }
}
