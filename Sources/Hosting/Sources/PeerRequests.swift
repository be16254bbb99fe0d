import DataSources
import EventLoop
import FeatureKit
import JSON
import JSONRPC

/// What the host has asked of one peer, a front end or a plugin, until it is answered.
///
/// Belongs to the core thread.
final class PeerRequests {
    private struct Waiting {
        let request: RequestLine.Request
        let timer: TimerToken
    }

    private let loop: PollLoop
    /// Appends a frame to what is said to the peer.
    private let say: ((MessageEncoder, inout JSONWriter) -> Void) -> Void
    /// By the ids on the wire.
    private var waiting: [Int: Waiting] = [:]
    private var ids: [ObjectIdentifier: Int] = [:]
    private var count = 0

    init(on loop: PollLoop, say: @escaping ((MessageEncoder, inout JSONWriter) -> Void) -> Void) {
        self.loop = loop
        self.say = say
    }

    /// Whether nothing waits for an answer.
    var isEmpty: Bool { waiting.isEmpty }

    /// Asks; what takes too long is given up.
    func send(_ request: RequestLine.Request) {
        count += 1
        let id = count
        let timer = loop.schedule(afterMilliseconds: request.timeoutMs) { [weak self] in
            self?.cancel(request, .unanswered(request))
        }
        waiting[id] = Waiting(request: request, timer: timer)
        ids[request.identity] = id
        say { $0.request(id: id, method: request.method, params: request.params, to: &$1) }
    }

    /// Takes an answer; one that nobody waits for is ignored.
    func take(_ result: Result<JSONValue, PeerError>, of id: RequestID) {
        guard case .integer(let id) = id, let known = waiting.removeValue(forKey: id) else { return }
        end(known, result.mapError { Failure($0) })
    }

    /// Gives a request up that waits, and tells the peer so.
    func cancel(_ request: RequestLine.Request, _ failure: Failure = .cancelled) {
        guard let id = ids[request.identity], let known = waiting.removeValue(forKey: id) else { return }
        end(known, .failure(failure))
        say { encoder, writer in
            encoder.notification("$/cancelRequest", to: &writer) { json in
                json.beginObject()
                json.field("id", id)
                json.endObject()
            }
        }
    }

    /// Fails all that waits: nobody is left to answer.
    func fail(_ failure: Failure) {
        let all = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        for known in all { end(known, .failure(failure)) }
    }

    private func end(_ known: Waiting, _ result: Result<JSONValue, Failure>) {
        ids[known.request.identity] = nil
        known.timer.cancel()
        known.request.answer(result)
    }
}

extension Failure {
    /// What a peer answered in place of a result, for people.
    init(_ error: PeerError) {
        let data = error.data ?? .null
        let isRefused = error.code == .methodNotFound || error.code == .invalidParams
        let usual =
            isRefused
            ? Failure("invalidData", error.message, retryable: false) : Failure("sourceFailed", error.message)
        let code = data["code"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            code ?? usual.code, usual.message, retryable: data["retryable"]?.boolValue ?? usual.retryable)
    }

    /// No answer came in time.
    fileprivate static func unanswered(_ request: RequestLine.Request) -> Failure {
        Failure(
            "timeout", "\(request.method) was not answered within \(request.timeoutMs) ms; retry, or give it more time")
    }
}
