import DataSources
import EventLoop
import FeatureKit
import JSON
import OrderedCollections

/// The sources that front ends answer for: who offers which, and what is asked of whom.
///
/// Belongs to the core thread.
final class ClientSources {
    private struct Source {
        let remote: RemoteSource
        /// Who offers it; the last one is asked.
        var offers: [Session] = []
    }

    private var sources: OrderedDictionary<ExactText, Source> = [:]

    private let tape: (any Tape)?
    private let notices: SourceNotices

    init(_ remotes: [RemoteSource], on loop: PollLoop, _ tape: (any Tape)?, _ notices: SourceNotices) {
        self.tape = tape
        self.notices = notices
        for remote in remotes {
            sources[ExactText(remote.name)] = Source(remote: remote)
            remote.line.wake(loop, tape)
        }
    }

    /// Notes which sources a front end answers for.
    ///
    /// - Returns: those that there are, in their order.
    func offer(_ names: Set<ExactText>, by session: Session) -> [String] {
        let known = sources.keys.filter { names.contains($0) }
        for name in known {
            sources[name]?.offers.append(session)
            sources[name]?.remote.changes?.tell()
        }
        return known.map(\.text)
    }

    /// Forgets what a front end offered, and fails what it has not answered.
    func leave(_ session: Session) {
        for name in sources.keys { sources[name]?.offers.removeAll { $0 === session } }
        session.requests.fail(.notOffered)
    }

    /// A front end says that rows are not what they were.
    func noteChange(of name: String, opID: String?, by session: Session) {
        guard let source = sources[ExactText(name)], source.offers.contains(where: { $0 === session }) else { return }
        notices.note(source.remote, opID: opID)
    }

    /// Sends what has been asked since the last call.
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
    /// Wakes the host when something is asked elsewhere than on its thread.
    func wake(_ loop: PollLoop, _ tape: (any Tape)?) {
        // There it is handed on when the message is done that brought it about.
        onEvents {
            if !loop.isOnLoopThread { loop.post {} }
            tape?.wake()
        }
    }

    /// Takes what has happened since the last call, as far as a replay says that it had.
    ///
    /// - Parameter name: the source's, which is noted.
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
    /// There is nobody who could answer.
    fileprivate static let notOffered = Failure(
        "notOffered",
        "no front end answers for this source; retry when one is there that names it in capabilities.sources")
}
