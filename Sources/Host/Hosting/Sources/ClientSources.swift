import FHEventLoop
import FHJSON
import FHRemoteSources
import FeatureKit
import OrderedCollections

/// The sources for which clients answer: the offers of the clients, and the requests to the clients.
///
/// Belongs to the core thread.
final class ClientSources {
    private struct Source {
        let remote: RemoteSource
        /// The sessions that offer the source.
        ///
        /// Requests go to the last of these sessions.
        var offers: [Session] = []
    }

    private var sources: OrderedDictionary<ExactText, Source> = [:]

    private let tape: (any Tape)?
    /// The change notifications of peers in this turn.
    let notices: SourceNotices

    init(_ remotes: [RemoteSource], on loop: PollLoop, _ tape: (any Tape)?, _ notices: SourceNotices) {
        self.tape = tape
        self.notices = notices
        for remote in remotes {
            sources[ExactText(remote.name)] = Source(remote: remote)
            remote.line.wake(loop, tape)
        }
    }

    /// Registers the sources that a client offers.
    ///
    /// - Returns: the names of the offered sources that the workspace declares, in the workspace's order.
    func offer(_ names: Set<ExactText>, by session: Session) -> [String] {
        let known = sources.keys.filter { names.contains($0) }
        for name in known {
            sources[name]?.offers.append(session)
            sources[name]?.remote.changes?.tell()
        }
        return known.map(\.text)
    }

    /// Removes the offers of a client, and fails the pending requests to the client.
    func leave(_ session: Session) {
        for name in sources.keys { sources[name]?.offers.removeAll { $0 === session } }
        session.requests.fail(.notOffered)
    }

    /// Handles a client's notification that rows have changed.
    func noteChange(of name: String, opID: String?, by session: Session) {
        guard let source = sources[ExactText(name)], source.offers.contains(where: { $0 === session }) else { return }
        notices.note(source.remote, opID: opID)
    }

    /// Sends the requests that were queued since the last call.
    func handOn() {
        for source in sources.values {
            source.remote.line.forEachEvent(of: source.remote.name, tape) { event in
                switch event {
                case .asked(let request):
                    if let session = source.offers.last {
                        session.requests.send(request)
                    } else {
                        request.answer(.failure(.notOffered))
                    }
                case .cancelled(let request):
                    for session in source.offers { session.requests.cancel(request) }
                }
            }
        }
    }
}

extension RequestLine {
    /// Makes the queue of requests wake the host when another thread adds a request.
    func wake(_ loop: PollLoop, _ tape: (any Tape)?) {
        // On the host's thread no wake-up is needed: requests are sent as soon as the message that caused them is
        // handled.
        onEvents {
            if !loop.isOnLoopThread { loop.post {} }
            tape?.wake()
        }
    }

    /// Handles the events since the last call.
    ///
    /// A replay handles as many events as were recorded at this point.
    ///
    /// - Parameter name: the name of the source, which is written to the recording.
    func forEachEvent(of name: String, _ tape: (any Tape)?, _ body: (Event) -> Void) {
        guard let tape else { return take().forEach(body) }
        tape.gate()
        if tape.isReplay {
            while tape.next("asked", where: { $0["asked"]?.stringValue == name }) != nil {
                var event: Event?
                guard
                    tape.wait(
                        for: "a question to the source \(name)",
                        until: {
                            event = takeFirst()
                            return event != nil
                        }), let event
                else { return }
                body(event)
            }
        } else {
            for event in take() {
                tape.note("asked", name)
                body(event)
            }
        }
    }
}

extension Failure {
    /// The error for a source that no client offers.
    fileprivate static let notOffered = Failure(
        "notOffered",
        "no client offers this source; retry after a client has named it in capabilities.sources")
}
