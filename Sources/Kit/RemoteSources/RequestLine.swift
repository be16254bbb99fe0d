public import FHJSON
public import FeatureKit
import Synchronization

/// The queue in which the requests of a source wait until the host sends them to the source's peer.
///
/// All members may be used from any thread.
public final class RequestLine: Sendable {
    /// A request.
    public struct Request: Sendable {
        /// The method, such as `source/fetch`.
        public let method: String
        /// The params, an object.
        public let params: JSONText
        /// The timeout in milliseconds.
        public let timeoutMs: Int

        private let promise = Promise<JSONValue>()

        /// Makes a request.
        public init(method: String, params: JSONText, timeoutMs: Int) {
            self.method = method
            self.params = params
            self.timeoutMs = timeoutMs
        }

        /// The identity of this request.
        public var identity: ObjectIdentifier { ObjectIdentifier(promise) }

        /// Answers the request; further answers are ignored.
        public func answer(_ result: Result<JSONValue, Failure>) { promise.keep(result) }

        /// Calls `tell` with the answer; call this once.
        func whenAnswered(_ tell: @escaping @Sendable (Result<JSONValue, Failure>) -> Void) { promise.whenKept(tell) }
    }

    /// An event in the life of a request.
    public enum Event: Sendable {
        /// The request is to be sent to the peer.
        case asked(Request)
        /// The request was cancelled; its caller has already received an answer.
        case cancelled(Request)
    }

    private struct State {
        var events: [Event] = []
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    init() {}

    /// Sets the closure that wakes the host when there are events; the closure is called on any thread.
    public func onEvents(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// Removes and returns the events since the last call, in order.
    public func take() -> [Event] {
        state.withLock { state in
            if state.events.isEmpty { return [] }
            defer { state.events = [] }
            return state.events
        }
    }

    /// Removes and returns the oldest event; returns nil if there is none.
    public func takeFirst() -> Event? {
        state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }

    /// Makes a request and queues it.
    func ask(_ method: String, _ params: JSONText, timeoutMs: Int) -> Request {
        let request = Request(method: method, params: params, timeoutMs: timeoutMs)
        add(.asked(request))
        return request
    }

    /// Cancels a request: its caller immediately gets a failure, and the peer is notified.
    func cancel(_ request: Request) {
        request.answer(.failure(.cancelled))
        add(.cancelled(request))
    }

    private func add(_ event: Event) {
        let wake = state.withLock { state in
            state.events.append(event)
            return state.wake
        }
        wake?()
    }
}
