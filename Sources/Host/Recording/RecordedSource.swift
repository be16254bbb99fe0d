import FHHosting
import FHJSON
import FeatureKit
import Synchronization

/// A source whose answers and change notifications are recorded.
final class RecordedSource: WrappedSource {
    private let name: String
    let base: any DataSource
    private let recorder: Recorder
    private let reachesOut: Bool
    private let feed: TappedFeed?

    init(_ name: String, _ base: any DataSource, reachesOut: Bool, by recorder: Recorder) {
        self.reachesOut = reachesOut
        self.name = name
        self.base = base
        self.recorder = recorder
        feed =
            !reachesOut
            ? nil
            : base.changes.map { feed in
                TappedFeed(feed) { change, own in recorder.keep(change, of: name, for: own) }
            }
    }

    var changes: ChangeFeed? { reachesOut ? feed?.own : base.changes }

    /// Records the call, and later its answer, which may become available on any thread.
    func pass<Value: RecordedValue>(
        _ operation: String, _ answer: @autoclosure () -> SourceAnswer<Value>
    ) -> SourceAnswer<Value> {
        let answer = answer()
        if !reachesOut {
            // The rows are in the workspace file, so only the answers that other threads compute have to be recorded.
            guard case .later = answer else { return answer }
        }
        let call = recorder.nextCall()
        let noted = answer.map { [recorder] result in
            recorder.append(RecordedAnswer.line(call, result))
            return result
        }
        recorder.tell(RecordedCall(noted).line(call, name, operation))
        return noted
    }
}

/// Observes a feed, and passes its changes to a function that forwards them to a second feed.
///
/// The first feed is observed only while the second one has observers, so that a source without observers can stop
/// watching.
final class TappedFeed: Sendable {
    /// The second feed, which is to be observed instead of the first one.
    let own: ChangeFeed

    /// Creates the second feed.
    ///
    /// - Parameter take: called on any thread with each change of the first feed, and with the second feed.
    init(_ feed: ChangeFeed, _ take: @escaping @Sendable (SourceChange, ChangeFeed) -> Void) {
        let subscription = Mutex<FeatureKit.Subscription?>(nil)
        own = ChangeFeed(
            onFirst: { own in
                let new = feed.listen { [weak own] change in
                    if let own { take(change, own) }
                }
                let old = subscription.withLock { subscription in
                    defer { subscription = new }
                    return subscription
                }
                old?.cancel()
            },
            onLast: { _ in
                let old = subscription.withLock { subscription in
                    defer { subscription = nil }
                    return subscription
                }
                old?.cancel()
            })
    }
}

/// The way in which a source answers a call, as in ``SourceAnswer``: immediately, after a delay, by a closure, or by a
/// promise.
enum RecordedCall: Equatable {
    case now, later, promised
    case after(milliseconds: Int)

    init(_ answer: SourceAnswer<some Any>) {
        self =
            switch answer {
            case .now: .now
            case .after(let milliseconds, _): .after(milliseconds: milliseconds)
            case .later: .later
            case .promised: .promised
            }
    }

    init?(_ line: JSONValue) {
        switch line["how"]?.stringValue {
        case "now": self = .now
        case "later": self = .later
        case "promised": self = .promised
        case "after": self = .after(milliseconds: line["milliseconds"]?.intValue ?? 0)
        default: return nil
        }
    }

    /// The line of the call.
    func line(_ call: Int, _ source: String, _ operation: String) -> JSONText {
        TapeLine.line("call", call) { json in
            json.field("source", source)
            json.field("operation", operation)
            switch self {
            case .now: json.field("how", "now")
            case .later: json.field("how", "later")
            case .promised: json.field("how", "promised")
            case .after(let milliseconds):
                json.field("how", "after")
                json.field("milliseconds", milliseconds)
            }
        }
    }
}
