import DataSources
import DequeModule
import EventLoop
import FeatureKit
import JSON
import JSONRPC
import Logging

/// A plugin of the workspace: started when something of it is first asked for, watched over, and started again.
///
/// Belongs to the core thread.
final class Plugin {
    /// How far it has come.
    enum State: String {
        /// Nothing has been asked of it yet.
        case idle
        /// Its process has not answered `initialize` yet.
        case starting
        case ready
        /// It failed, and is started again in a while.
        case waiting
        /// It failed too often, and is started again when something is asked of it.
        case down
    }

    /// How long it may take to answer `initialize`, in milliseconds.
    static let initializeMs = 5_000
    /// How long it may take to answer `ping` when it has left something unanswered, in milliseconds.
    static let pingMs = 10_000
    /// How many messages a second it may send that nobody asked for.
    static let unaskedPerSecond = 10_000

    let declaration: PluginDeclaration
    private unowned let host: Host
    private(set) var state = State.idle
    /// How many times it was started again.
    private(set) var restarts = 0
    /// Why it failed last, as what follows its name in a sentence.
    private(set) var lastError: String?
    private var process: PluginProcess?
    private var requests: PeerRequests?
    private var backOff: BackOff
    private var restartTimer: TimerToken?
    /// What was asked before it was ready, with the sources.
    private var queue: Deque<(source: PluginDeclaration.Source, request: RequestLine.Request)> = []
    /// The kinds of sources that its present process has.
    private var kinds: [String] = []
    /// The sources that its present process has opened, or is about to.
    private var opened: Set<String> = []
    private var isPinging = false
    private var unasked = (second: 0, count: 0)

    init(_ declaration: PluginDeclaration, of host: Host, seed: UInt64) {
        self.declaration = declaration
        self.host = host
        backOff = BackOff(seed: seed)
        for source in declaration.sources { source.remote.line.wake(host.loop) }
    }

    /// The id of its process; nil while it has none.
    var processID: Int? { process?.id }

    /// Sends what has been asked since the last call, and goes on with what has been read.
    func handOn() {
        process?.resume()
        for source in declaration.sources {
            for event in source.remote.line.take() {
                switch event {
                case .asked(let request): ask(request, source)
                case .cancelled(let request):
                    queue.removeAll { $0.request.identity == request.identity }
                    requests?.cancel(request)
                }
            }
        }
    }

    /// Lets it end by itself; nothing is asked of it any more.
    ///
    /// - Returns: its process, for who waits for it; nil where there is none.
    func leave() -> ChildProcess? {
        restartTimer?.cancel()
        defer { process = nil }
        return process?.leave()
    }

    private func ask(_ request: RequestLine.Request, _ source: PluginDeclaration.Source) {
        if state == .ready { return send(request, source) }
        queue.append((source, request))
        if state == .idle || state == .down { start() }
    }

    private func send(_ request: RequestLine.Request, _ source: PluginDeclaration.Source) {
        guard kinds.contains(source.kind) else {
            return request.answer(.failure(.noSource(source.kind, declaration.name, kinds)))
        }
        let name = source.remote.name
        if opened.insert(name).inserted {
            let open = RequestLine.Request(
                method: "source/open", params: source.openParams, timeoutMs: request.timeoutMs)
            requests?.send(open) { [weak self] result in
                if case .failure = result { self?.opened.remove(name) }
            }
        }
        // Where it could not take that, it has failed by now.
        guard state == .ready, let requests else {
            return request.answer(.failure(.pluginFailed(declaration.name, lastError ?? "failed")))
        }
        requests.send(request)
    }

    // MARK: Its life

    private func start() {
        restartTimer?.cancel()
        if state != .idle { restarts += 1 }
        state = .starting
        let command = ChildCommand(
            declaration.argv, folder: declaration.folder, environment: declaration.variables, hasInput: true)
        let process: PluginProcess
        do throws(SpawnFailure) {
            process = try PluginProcess(command, on: host.loop, host.limits, worker: host.frameReader)
        } catch {
            let subject = error.subject == .folder ? "its folder can't be used" : "\(declaration.argv[0])"
            return fail("can't be run: \(subject): \(error.error)")
        }
        self.process = process
        process.onMessage = { [weak self] message in self?.take(message) }
        process.onEnd = { [weak self] what in self?.fail(what) }
        process.onLog = { [weak host, name = declaration.name] line in host?.log.warning("plugin \(name): \(line)") }
        let requests = PeerRequests(on: host.loop) { [weak process] body in process?.say(body) }
        requests.onUnanswered = { [weak self] in self?.ping() }
        self.requests = requests
        initialize(requests)
    }

    private func initialize(_ requests: PeerRequests) {
        let params = JSONText.build { json in
            json.beginObject()
            json.field("protocolVersions", [Method.protocolVersion])
            json.key("clientInfo")
            json.beginObject()
            json.field("name", "featurehost")
            json.field("version", Host.version)
            json.endObject()
            json.field("processId", OwnProcess.id)
            json.endObject()
        }
        let request = RequestLine.Request(method: "initialize", params: params, timeoutMs: Self.initializeMs)
        requests.send(request) { [weak self] result in self?.noteInitialized(result) }
    }

    private func noteInitialized(_ result: Result<JSONValue, Failure>) {
        // Where it failed before it answered that is known already.
        guard state == .starting else { return }
        let answer: JSONValue
        switch result {
        case .failure(let failure) where failure.code == "timeout":
            return fail("did not answer initialize within \(Self.initializeMs) ms")
        case .failure(let failure): return fail("did not start: \(failure.message)")
        case .success(let value): answer = value
        }
        guard answer["protocolVersion"]?.stringValue == Method.protocolVersion else {
            return fail("speaks another version of the protocol than \(Method.protocolVersion)")
        }
        kinds = (answer["capabilities"]?["sources"] ?? .null).elements.compactMap(\.stringValue)
        state = .ready
        while state == .ready, let (source, request) = queue.popFirst() { send(request, source) }
    }

    /// Asks whether it is alive, when it has left something unanswered.
    private func ping() {
        guard state == .ready, !isPinging, let requests else { return }
        isPinging = true
        let request = RequestLine.Request(method: "ping", params: .emptyObject, timeoutMs: Self.pingMs)
        requests.send(request) { [weak self] result in
            self?.isPinging = false
            if case .failure = result, self?.state == .ready { self?.fail("does not answer") }
        }
    }

    private func fail(_ what: String) {
        lastError = what
        host.log.error("the plugin \(declaration.name) \(what)")
        let failure = Failure.pluginFailed(declaration.name, what)
        let (process, requests, queue) = (process, requests, queue)
        self.process = nil
        self.requests = nil
        self.queue = []
        opened = []
        isPinging = false
        if let delay = backOff.delay(afterFailureAt: host.loop.now) {
            state = .waiting
            restartTimer = host.loop.schedule(afterMilliseconds: delay) { [weak self] in self?.start() }
        } else {
            state = .down
        }
        process?.stop()
        requests?.fail(failure)
        for (_, request) in queue { request.answer(.failure(failure)) }
    }

    // MARK: What it says

    private func take(_ message: Incoming) {
        switch message {
        case .response(let id, let result):
            if requests?.take(result, of: id) == true { return }
            countUnasked()
        case .notification(let method, let params):
            countUnasked()
            if method == "source/changed", let params { noteChange(params) }
        case .request(let id, let method, _):
            countUnasked()
            let error = RPCError(.methodNotFound, "a plugin asks for nothing, and so not for \(method)")
            process?.say { $0.error(error, id: id, to: &$1) }
        case .batch(let members):
            for place in 0..<members.count { take(members[place]) }
        case .invalid: break  // The process has said so.
        }
    }

    private func noteChange(_ params: JSONValue) {
        let source = declaration.sources.first { $0.remote.name == params["source"]?.stringValue }
        source?.remote.changes?.tell(SourceChange(opID: params["opId"]?.stringValue))
    }

    private func countUnasked() {
        let second = host.loop.now / 1_000
        unasked = second == unasked.second ? (second, unasked.count + 1) : (second, 1)
        if unasked.count > Self.unaskedPerSecond, state == .ready || state == .starting {
            fail("sends more than \(Self.unaskedPerSecond) messages a second that nobody asked for")
        }
    }
}

extension Failure {
    /// A plugin is not there to answer.
    fileprivate static func pluginFailed(_ name: String, _ what: String) -> Failure {
        Failure("pluginFailed", "the plugin \(name) \(what); it is started again, so retry")
    }

    /// A plugin does not have what is asked for.
    fileprivate static func noSource(_ kind: String, _ name: String, _ kinds: [String]) -> Failure {
        let known = kinds.isEmpty ? "it has none" : "it has: \(kinds.joined(separator: ", "))"
        return Failure("invalidData", "the plugin \(name) has no source \(kind); \(known)", retryable: false)
    }
}
