import DataSources
import FeatureKit
import JSON
import JSONRPC

/// What the host has asked of one peer, a front end or a plugin, until it is answered.
///
/// Belongs to the core thread.
final class PeerRequests {
    private struct Waiting {
        /// What was asked, told from all else.
        let identity: ObjectIdentifier
        var timer: HostTimer
        /// The request that it is for, where a front end waits.
        var forwarded: ForwardedRequest?
        let take: (Result<JSONValue, PeerError>) -> Void
        let fail: (Failure) -> Void
    }

    /// How long a peer may be silent about what a front end waits for, before it is asked whether it is alive.
    private static let patienceMs = 10_000

    private let time: HostTime
    /// Appends a frame to what is said to the peer.
    private let say: ((MessageEncoder, inout JSONWriter) -> Void) -> Void
    /// Called when an answer has not come in time.
    var onUnanswered: () -> Void = {}
    /// By the ids on the wire.
    private var waiting: [Int: Waiting] = [:]
    private var ids: [ObjectIdentifier: Int] = [:]
    private var count = 0

    init(on time: HostTime, say: @escaping ((MessageEncoder, inout JSONWriter) -> Void) -> Void) {
        self.time = time
        self.say = say
    }

    /// Whether nothing waits for an answer.
    var isEmpty: Bool { waiting.isEmpty }

    /// Asks; what takes too long is given up.
    ///
    /// - Parameter whenDone: called on the core thread, unless the request is cancelled.
    func send(_ request: RequestLine.Request, whenDone: ((Result<JSONValue, Failure>) -> Void)? = nil) {
        let done = { (result: Result<JSONValue, Failure>) in
            request.answer(result)
            whenDone?(result)
        }
        let id = nextID(of: request.identity)
        let timer = time.schedule(afterMilliseconds: request.timeoutMs) { [weak self] in self?.giveUp(request) }
        waiting[id] = Waiting(identity: request.identity, timer: timer) { result in
            done(result.mapError { Failure($0) })
        } fail: {
            done(.failure($0))
        }
        ask(id, request.method, request.params)
    }

    /// Sends a request; one that is too long fails instead.
    private func ask(_ id: Int, _ method: String, _ params: JSONText) {
        var length: Int?
        say { encoder, writer in
            let start = writer.count
            encoder.request(id: id, method: method, params: params, to: &writer)
            length = WrittenFrame.takeBack(from: start, in: &writer)
        }
        guard let length else { return }
        // Whoever asks expects no answer before it has asked.
        time.schedule(afterMilliseconds: 0) { [weak self] in
            let sentence = "the request \(method) \(WrittenFrame.sentence(length)); do it in smaller parts"
            self?.remove(id)?.fail(Failure("tooLong", sentence, retryable: false))
        }
    }

    /// Asks what a front end waits for; where that takes long, the peer is asked whether it is alive.
    func forward(_ request: ForwardedRequest) {
        let id = nextID(of: ObjectIdentifier(request))
        waiting[id] = Waiting(
            identity: ObjectIdentifier(request), timer: watch(id), forwarded: request
        ) { result in
            switch result {
            case .success(let value): request.whenDone(.result(value))
            case .failure(let error): request.whenDone(.error(error))
            }
        } fail: {
            request.whenDone(.failure($0))
        }
        ask(id, request.method, request.params)
    }

    /// The request of this id, where a front end waits for its answer.
    func forwarded(_ id: Int) -> ForwardedRequest? { waiting[id]?.forwarded }

    private func nextID(of identity: ObjectIdentifier) -> Int {
        count += 1
        ids[identity] = count
        return count
    }

    private func watch(_ id: Int) -> HostTimer {
        time.schedule(afterMilliseconds: Self.patienceMs) { [weak self] in
            guard let self, waiting[id] != nil else { return }
            waiting[id]?.timer = watch(id)
            onUnanswered()
        }
    }

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - result: what is answered.
    ///   - id: the request.
    ///   - notices: what was told before the answer, which counts before it: whoever waits reads no older rows.
    /// - Returns: false where nobody waits for it.
    @discardableResult
    func take(_ result: Result<JSONValue, PeerError>, of id: RequestID, after notices: SourceNotices) -> Bool {
        notices.tell()
        guard case .integer(let id) = id, let known = remove(id) else { return false }
        known.take(result)
        return true
    }

    /// Gives a request up that nobody waits for any more, and tells the peer so.
    func cancel(_ request: RequestLine.Request) {
        guard let id = ids[request.identity], remove(id) != nil else { return }
        request.answer(.failure(.cancelled))
        tellCancelled(id)
    }

    /// Gives a request up that no front end waits for any more, and tells the peer so.
    func cancel(_ request: ForwardedRequest) {
        guard let id = ids[ObjectIdentifier(request)], remove(id) != nil else { return }
        tellCancelled(id)
    }

    /// Gives a request up that is not answered in time, and tells the peer so.
    private func giveUp(_ request: RequestLine.Request) {
        guard let id = ids[request.identity], let known = remove(id) else { return }
        known.fail(.unanswered(request))
        tellCancelled(id)
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
        for id in waiting.keys.sorted() { remove(id)?.fail(failure) }
    }

    private func remove(_ id: Int) -> Waiting? {
        guard let known = waiting.removeValue(forKey: id) else { return nil }
        ids[known.identity] = nil
        known.timer.cancel()
        return known
    }
}

extension PeerError {
    /// The message; what a front end is told is never empty, and has a bound.
    var reason: String { message.isEmpty ? "the peer did not say why" : PeerText.sentence(message) }
}

extension Failure {
    /// What a peer answered in place of a result, for people.
    init(_ error: PeerError) {
        let data = error.data ?? .null
        let isRefused = error.code == .methodNotFound || error.code == .invalidParams
        let usual =
            isRefused
            ? Failure("invalidData", error.reason, retryable: false) : Failure("sourceFailed", error.reason)
        let code = data["code"]?.stringValue.flatMap { PeerText.word($0) }
        if code == "conflict" {
            self = .conflict(current: Self.rows(inConflict: data), message: usual.message)
            return
        }
        self.init(
            code ?? usual.code, usual.message, retryable: data["retryable"]?.boolValue ?? usual.retryable,
            mistakes: data["errors"].flatMap { Mistake.list($0) } ?? [])
    }

    /// The rows that a peer says to be there now; whoever knows the source's `id` gives them their ids.
    private static func rows(inConflict data: JSONValue) -> [SourceRow] {
        let items = data["items"]?.elements.map { $0 } ?? [data]
        return items.compactMap { item in
            guard let row = item["item"], row.isObject else { return nil }
            return SourceRow(id: "", value: JSONText(row), version: item["version"]?.stringValue)
        }
    }

    /// No answer came in time.
    fileprivate static func unanswered(_ request: RequestLine.Request) -> Failure {
        Failure(
            "timeout", "\(request.method) was not answered within \(request.timeoutMs) ms; retry, or give it more time")
    }
}
