public import FeatureKit
public import JSON
import Synchronization

/// What a source asks of whoever answers for it, on its way to the host's thread.
///
/// All members may be used from any thread.
public final class RequestLine: Sendable {
    /// Something that is asked.
    public struct Request: Sendable {
        /// The method, such as `source/fetch`.
        public let method: String
        /// Its params, an object.
        public let params: JSONText
        /// How long the answer may take.
        public let timeoutMs: Int

        private let promise = Promise<JSONValue>()

        /// Something to be asked by whoever makes it.
        public init(method: String, params: JSONText, timeoutMs: Int) {
            self.method = method
            self.params = params
            self.timeoutMs = timeoutMs
        }

        /// Tells it from all others that there are.
        public var identity: ObjectIdentifier { ObjectIdentifier(promise) }

        /// Answers; the first answer counts.
        public func answer(_ result: Result<JSONValue, Failure>) { promise.keep(result) }

        /// Waits for the answer; to be called once.
        func whenAnswered(_ tell: @escaping @Sendable (Result<JSONValue, Failure>) -> Void) { promise.whenKept(tell) }
    }

    /// What happens to requests.
    public enum Event: Sendable {
        /// One is made.
        case asked(Request)
        /// Nobody waits for it any more; it has been answered.
        case cancelled(Request)
    }

    private struct State {
        var events: [Event] = []
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    init() {}

    /// Has the host told whenever there is something to take, on whatever thread that is brought about.
    public func onEvents(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// What has happened since the last call, in order.
    public func take() -> [Event] {
        state.withLock { state in
            if state.events.isEmpty { return [] }
            defer { state.events = [] }
            return state.events
        }
    }

    /// The oldest of what has happened, which is thereby taken; nil where nothing has.
    public func takeFirst() -> Event? {
        state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }

    /// Asks.
    func ask(_ method: String, _ params: JSONText, timeoutMs: Int) -> Request {
        let request = Request(method: method, params: params, timeoutMs: timeoutMs)
        add(.asked(request))
        return request
    }

    /// Stops waiting: it is answered as cancelled, and who would have answered it is told.
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
