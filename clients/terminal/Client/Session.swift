public import FHJSON

/// The open features of a host, each at its newest revision, and the requests to that host.
///
/// Isolated to the thread of its connection's loop.
public final class Session {
    /// The code of the error that answers a request with an unknown method.
    private static let methodNotFound = -32601

    /// An action that was sent.
    public struct Sent {
        let instance: String
        let path: [String]
        let action: String
        let params: JSONText

        /// True if the action enters a value of the user, which may have to be entered again in the next host.
        var entersValue: Bool { ["setValue", "setQuery", "setFilter"].contains(action) }
    }

    /// An open instance.
    struct Instance {
        let name: String
        var snapshot: Snapshot
        /// The opening params; nil if there are none.
        let params: JSONValue?
    }

    /// A request that is not answered yet.
    struct Pending {
        enum Kind {
            /// A request that is answered at once.
            case plain
            /// A request that is answered when an instance has settled, or after a timeout.
            case settling
            /// A request that is answered when the user has finished a dialog, so that no work may wait for it.
            case dialog
        }

        let sent: Sent?
        let kind: Kind
        let answered: (Answer) -> Void
    }

    /// The answer to a request.
    public enum Answer {
        /// The result.
        case result(JSONValue)
        /// The error object.
        case error(JSONValue)
    }

    /// The features that the host offers.
    public private(set) var catalog = Catalog()
    /// The result of `initialize`; an empty object before it has arrived.
    public internal(set) var host: JSONValue = .emptyObject
    /// A number that increases with each message of the host and with each new connection.
    ///
    /// A screen is up to date if the number has not changed since the screen was drawn.
    public internal(set) var changes = 0
    /// Called with a message to the user; an empty message removes the last one.
    public var say: (String) -> Void = { _ in }
    /// The actions that entered a value and were not answered when the host ended.
    public internal(set) var unanswered: [Sent] = []
    /// The number of times that a new host has answered `initialize` after the connection was replaced.
    public internal(set) var generation = 0
    /// The values that could not be entered again after the connection was replaced.
    public internal(set) var lost: [Entered] = []

    private let reader: Reader
    var connection: any HostConnection
    var instances: [Instance] = []
    private var requests = (pending: [Int: Pending](), lastId: 0)
    private var waiting: [Waiting] = []
    /// The requests that are not answered, by id.
    var pending: [Int: Pending] { requests.pending }

    /// Work that waits for the answers to all earlier requests.
    private struct Waiting {
        let run: () -> Void
        /// Called instead of `run` if the host ends before.
        let drop: () -> Void
        /// True for a typed text, which doesn't wait for the effects of a text right before it.
        let isText: Bool
    }

    /// Creates a session over a connection, and sends `initialize`.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - reader: the language and the time zone of the user.
    ///   - started: called with the answer to `initialize`.
    public init(
        _ connection: any HostConnection, reader: Reader = Reader(), started: @escaping (Answer) -> Void = { _ in }
    ) {
        self.connection = connection
        self.reader = reader
        begin(started)
    }

    /// Sends `initialize`, and stores the answer and its catalog.
    func begin(_ started: @escaping (Answer) -> Void) {
        let params = Params { json in
            json.key("protocolVersions")
            json.beginArray()
            json.value("1")
            json.endArray()
            json.key("clientInfo")
            json.beginObject()
            json.field("name", "featurehost-ui")
            json.endObject()
            if let locale = self.reader.locale { json.field("locale", locale) }
            if let zone = self.reader.timeZone { json.field("timeZone", zone) }
        }
        request("initialize", params) { [unowned self] answer in
            if case .result(let result) = answer {
                host = result
                catalog = Catalog(result.list("features"))
                completeCatalog()
            }
            started(answer)
        }
    }

    /// Requests the catalog again.
    ///
    /// The answer to `initialize` lacks the features of plugins that have not listed them yet.
    private func completeCatalog() {
        request("feature/list") { [unowned self] answer in
            if case .result(let result) = answer { catalog = Catalog(result.list("features")) }
        }
    }

    /// Returns a reason of the host, such as `endReached`, in words for users.
    public func words(for reason: String) -> String { Refusals.words(for: reason) }

    // MARK: The host

    /// The reason why the host has ended; nil while it runs.
    public var end: String? { connection.end }

    /// True if an awaited request is unanswered, or if work waits for answers.
    public var isWaiting: Bool { end == nil && (isAnswerDue || !waiting.isEmpty) }

    /// True if the host has answered all requests that it answers at once.
    public var isAnswered: Bool { !pending.values.contains { $0.kind == .plain } }

    private var isAnswerDue: Bool { pending.values.contains { $0.kind != .dialog } }

    /// Handles the messages that have arrived.
    ///
    /// - Returns: true if there were any.
    @discardableResult
    public func receive() -> Bool {
        let messages = connection.receive()
        for message in messages { handle(message) }
        if end != nil { giveUp() }
        changes += messages.count
        return !messages.isEmpty
    }

    private func handle(_ message: JSONValue) {
        if let id = message["id"]?.intValue, message["method"] == nil {
            guard let request = requests.pending.removeValue(forKey: id) else { return }
            request.answered(message["error"].map { .error($0) } ?? .result(message["result"] ?? .null))
            goOn()
            return
        }
        switch message.text("method") {
        case "state/snapshot":
            guard let snapshot = Snapshot(message.object("params"), generation: generation),
                let index = instances.firstIndex(where: { isSameText($0.name, snapshot.instance) }),
                snapshot.revision >= instances[index].snapshot.revision
            else { return }
            instances[index].snapshot = snapshot
        case "state/closed":
            let params = message.object("params")
            if params.list("path").isEmpty { instances.removeAll { isSameText($0.name, params.text("instance")) } }
        default: refuse(message)
        }
    }

    /// Answers a request of the host with an error, because this client performs none; ignores a notification.
    private func refuse(_ message: JSONValue) {
        guard let id = message["id"], !id.isNull else { return }
        connection.send(
            JSONText.build { json in
                json.beginObject()
                json.field("jsonrpc", "2.0")
                json.field("id", id)
                json.key("error")
                json.beginObject()
                json.field("code", Self.methodNotFound)
                json.field("message", "this client has no method \(message.text("method"))")
                json.endObject()
                json.endObject()
            })
    }

    /// Answers all unanswered requests with an error, because the host has ended.
    private func giveUp() {
        let lost = pending.sorted { $0.key < $1.key }.map(\.value)
        let dropped = waiting
        requests.pending = [:]
        waiting = []
        let error = JSONValue.build { json in
            json.beginObject()
            json.field("message", end ?? "")
            json.endObject()
        }
        for request in lost {
            if let sent = request.sent, sent.entersValue { unanswered.append(sent) }
            request.answered(.error(error))
        }
        for work in dropped { work.drop() }
    }

    // MARK: Requests

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - isAwaited: false if the answer comes only when the user has finished a dialog; then no work may wait for it.
    ///   - answered: called with the answer; with an error if the host ends before it has answered.
    public func request(
        _ method: StaticString, _ params: Params? = nil, isAwaited: Bool = true, answered: @escaping (Answer) -> Void
    ) {
        request(method, Params.text(params), of: nil, isAwaited ? .plain : .dialog, answered: answered)
    }

    private func request(
        _ method: StaticString, _ params: JSONText, of sent: Sent?, _ kind: Pending.Kind = .plain,
        answered: @escaping (Answer) -> Void
    ) {
        requests.lastId += 1
        let id = requests.lastId
        requests.pending[id] = Pending(sent: sent, kind: kind, answered: answered)
        connection.send(
            JSONText.build { json in
                json.beginObject()
                json.field("jsonrpc", "2.0")
                json.field("id", id)
                json.key("method")
                json.value("\(method)")
                json.field("params", params)
                json.endObject()
            })
    }

    /// Sends an action; see ``Node/send(_:title:isQuiet:_:done:)``.
    public func send(_ sent: Sent, title: String?, isQuiet: Bool, done: ((Int?) -> Void)?) {
        if !isQuiet { say("") }
        let params = JSONText.build { json in
            json.beginObject()
            json.field("instance", sent.instance)
            if !sent.path.isEmpty { json.field("path", sent.path) }
            json.field("action", sent.action)
            json.field("params", sent.params)
            json.endObject()
        }
        let wasSettled = instances.first { isSameText($0.name, sent.instance) }?.snapshot.isSettled == true
        request("feature/send", params, of: sent) { [unowned self] answer in
            switch answer {
            case .result(let result):
                done?(result["revision"]?.intValue)
                if wasSettled, result["settled"]?.boolValue == false { awaitSettling(of: sent.instance) }
            case .error(let error):
                if !isQuiet, end == nil { say(Refusals.explain(title ?? sent.action.asSentence, error)) }
                done?(nil)
            }
        }
    }

    /// Sends an action as ``send(_:title:isQuiet:done:)`` does, but after the work that waits.
    ///
    /// So a text that the user types after a key that moves takes effect after the movement, without waiting for the
    /// effects of the text before it.
    func sendAfterWork(_ sent: Sent, title: String?, done: @escaping (Int?) -> Void) {
        if waiting.isEmpty { return send(sent, title: title, isQuiet: false, done: done) }
        waiting.append(
            Waiting(
                run: { [unowned self] in send(sent, title: title, isQuiet: false, done: done) },
                drop: { [unowned self] in
                    if sent.entersValue { unanswered.append(sent) }
                    done(nil)
                }, isText: true))
    }

    /// Makes later work wait until an instance has settled, because the effects of an action may change what the work
    /// acts on, such as the order of rows.
    ///
    /// An instance that takes longer than a second is not awaited, and neither is one that was busy before the action,
    /// for example because its rows are being loaded again.
    func awaitSettling(of instance: String) {
        let params = Params { json in
            json.field("instance", instance)
            json.field("timeoutMs", 1_000)
        }
        request("feature/settle", Params.text(params), of: nil, .settling) { _ in }
    }

    /// Runs work after all earlier awaited requests are answered, so that it acts on the state that they lead to.
    ///
    /// If the host ends before, the work is dropped.
    public func inTurn(_ work: @escaping () -> Void) {
        waiting.append(Waiting(run: work, drop: {}, isText: false))
        goOn()
    }

    private func goOn() {
        var isBehindText = false
        while let next = waiting.first, !isAnswerDue || isBehindText && next.isText {
            waiting.removeFirst()
            next.run()
            isBehindText = next.isText
        }
    }
}
