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
        let whenDone: ((Result<JSONValue, Failure>) -> Void)?
    }

    private let loop: PollLoop
    /// Appends a frame to what is said to the peer.
    private let say: ((MessageEncoder, inout JSONWriter) -> Void) -> Void
    /// Called when an answer has not come in time.
    var onUnanswered: () -> Void = {}
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
    ///
    /// - Parameter whenDone: called on the core thread, unless the request is cancelled.
    func send(_ request: RequestLine.Request, whenDone: ((Result<JSONValue, Failure>) -> Void)? = nil) {
        count += 1
        let id = count
        let timer = loop.schedule(afterMilliseconds: request.timeoutMs) { [weak self] in
            self?.giveUp(request)
        }
        waiting[id] = Waiting(request: request, timer: timer, whenDone: whenDone)
        ids[request.identity] = id
        say { $0.request(id: id, method: request.method, params: request.params, to: &$1) }
    }

    /// Takes an answer.
    ///
    /// - Returns: false where nobody waits for it.
    @discardableResult
    func take(_ result: Result<JSONValue, PeerError>, of id: RequestID) -> Bool {
        guard case .integer(let id) = id, let known = waiting.removeValue(forKey: id) else { return false }
        let result = result.mapError { Failure($0) }
        end(known, result)
        known.whenDone?(result)
        return true
    }

    /// Gives a request up that nobody waits for any more, and tells the peer so.
    func cancel(_ request: RequestLine.Request) {
        guard let id = ids[request.identity], let known = waiting.removeValue(forKey: id) else { return }
        end(known, .failure(.cancelled))
        tellCancelled(id)
    }

    /// Gives a request up that is not answered in time, and tells the peer so.
    private func giveUp(_ request: RequestLine.Request) {
        guard let id = ids[request.identity], let known = waiting.removeValue(forKey: id) else { return }
        let failure = Failure.unanswered(request)
        end(known, .failure(failure))
        tellCancelled(id)
        known.whenDone?(.failure(failure))
        onUnanswered()
    }

    private func tellCancelled(_ id: Int) {
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
        for known in all {
            end(known, .failure(failure))
            known.whenDone?(.failure(failure))
        }
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
