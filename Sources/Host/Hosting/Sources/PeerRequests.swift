import FHJSON
import FHJSONRPC
import FHPeers
import FHRemoteSources
import FeatureKit

/// The pending requests of the host to one peer.
///
/// The peer is a client or a plugin.
///
/// Belongs to the core thread.
package final class PeerRequests {
    private struct Waiting {
        /// The identity of the request.
        let identity: ObjectIdentifier
        var timer: HostTimer
        /// The forwarded request of a client; nil for a request to a source.
        var forwarded: RemoteRequest?
        let take: (Result<JSONValue, PeerError>) -> Void
        let fail: (Failure) -> Void
    }

    /// The time in milliseconds after which a peer is checked with a `ping`, if it has not answered a forwarded
    /// request.
    private static let patienceMs = 10_000

    private let time: HostTime
    /// Appends a frame to the output for the peer.
    private let say: ((MessageEncoder, inout JSONWriter) -> Void) -> Void
    /// Called when an answer is overdue.
    var onUnanswered: () -> Void = {}
    /// The pending requests, by id on the wire.
    private var waiting: [Int: Waiting] = [:]
    private var ids: [ObjectIdentifier: Int] = [:]
    private var count = 0

    init(on time: HostTime, say: @escaping ((MessageEncoder, inout JSONWriter) -> Void) -> Void) {
        self.time = time
        self.say = say
    }

    /// True if no request is pending.
    var isEmpty: Bool { waiting.isEmpty }

    /// Sends a request with a timeout.
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

    /// Writes a request.
    ///
    /// If the request is too long, it fails instead.
    private func ask(_ id: Int, _ method: String, _ params: JSONText) {
        var length: Int?
        say { encoder, writer in
            let start = writer.count
            encoder.request(id: id, method: method, params: params, to: &writer)
            length = WrittenFrame.takeBack(from: start, in: &writer)
        }
        guard let length else { return }
        // The failure is deferred, because the caller does not expect the result during the call.
        time.schedule(afterMilliseconds: 0) { [weak self] in
            let sentence = "the request \(method) \(WrittenFrame.sentence(length)); do it in smaller parts"
            self?.remove(id)?.fail(Failure("tooLong", sentence, retryable: false))
        }
    }

    /// Sends a client's request without a timeout.
    ///
    /// While the request is unanswered, the peer is checked at intervals.
    func forward(_ request: RemoteRequest) {
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

    /// The pending request with this id, if it is a request of a client.
    func forwarded(_ id: Int) -> RemoteRequest? { waiting[id]?.forwarded }

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

    /// Handles an answer.
    ///
    /// - Parameters:
    ///   - result: the result or the error.
    ///   - id: the id of the request.
    ///   - notices: the change notifications that were received before the answer. They are applied first, so that no
    ///     outdated rows are read.
    /// - Returns: false if no request with this id is pending.
    @discardableResult
    func take(_ result: Result<JSONValue, PeerError>, of id: RequestID, after notices: SourceNotices) -> Bool {
        notices.tell()
        guard case .integer(let id) = id, let known = remove(id) else { return false }
        known.take(result)
        return true
    }

    /// Cancels a request, and notifies the peer.
    func cancel(_ request: RequestLine.Request) {
        guard let id = ids[request.identity], remove(id) != nil else { return }
        request.answer(.failure(.cancelled))
        tellCancelled(id)
    }

    /// Cancels a client's request, and notifies the peer.
    func cancel(_ request: RemoteRequest) {
        guard let id = ids[ObjectIdentifier(request)], remove(id) != nil else { return }
        tellCancelled(id)
    }

    /// Fails a request after its timeout, and notifies the peer.
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

    /// Fails all pending requests.
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

extension Failure {
    /// Converts the error of a peer to a failure.
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

    /// The current rows in a conflict.
    ///
    /// Their ids are read later with the `id` key of the source.
    private static func rows(inConflict data: JSONValue) -> [SourceRow] {
        let items = data["items"]?.elements.map { $0 } ?? [data]
        return items.compactMap { item in
            guard let row = item["item"], row.isObject else { return nil }
            return SourceRow(id: "", value: JSONText(row), version: item["version"]?.stringValue)
        }
    }

    /// The error for a request that was not answered in time.
    fileprivate static func unanswered(_ request: RequestLine.Request) -> Failure {
        Failure(
            "timeout", "\(request.method) was not answered within \(request.timeoutMs) ms; retry, or give it more time")
    }
}
