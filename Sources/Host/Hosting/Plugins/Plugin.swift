import DequeModule
import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import FHRemoteSources
import FeatureKit
import Logging

/// A plugin of the workspace.
///
/// The host starts the plugin for its first request or earlier, watches it, and restarts it after failures.
///
/// Belongs to the core thread.
package final class Plugin {
    /// The lifecycle of a plugin.
    enum State: String {
        /// Not started, because there was no request.
        case idle
        /// Started, but `initialize` is not answered yet.
        case starting
        case ready
        /// Failed. The plugin restarts after a delay.
        case waiting
        /// Failed too often. A request restarts the plugin, but only after a wait.
        case down
    }

    /// A request that waits for the plugin to be ready.
    enum Asked {
        case source(PluginDeclaration.Source, RequestLine.Request)
        case forwarded(RemoteRequest)

        func fail(_ failure: Failure) {
            switch self {
            case .source(_, let request): request.answer(.failure(failure))
            case .forwarded(let request): request.whenDone(.failure(failure))
            }
        }
    }

    /// The timeout of `initialize`, in milliseconds.
    static let initializeMs = 5_000
    /// The timeout of a `ping` after an unanswered request, in milliseconds.
    static let pingMs = 10_000
    /// The maximum number of unsolicited messages per second.
    static let unaskedPerSecond = 10_000

    let declaration: PluginDeclaration
    unowned let host: Host
    private(set) var state = State.idle
    private(set) var restarts = 0
    /// The last failure, as a phrase that follows the plugin's name in error messages, such as `does not answer`; nil
    /// if there was no failure.
    private(set) var lastError: String?
    package private(set) var process: (any PluginPeer)?
    /// True during a call to ``process`` in which messages of the plugin can arrive.
    var isAttended = false
    private(set) var requests: PeerRequests?
    /// True if the plugin was started ahead and has had no request yet, so that its failure is not reported.
    private(set) var isAhead = false
    private(set) var backOff: BackOff
    private var restartTimer: HostTimer?
    /// The requests that wait until the plugin is ready.
    var queue: Deque<Asked> = []
    /// The capabilities and the name in the plugin's last answer to `initialize`; nil before the first answer.
    private(set) var introduction: PluginIntroduction?
    /// The features of the plugin; after a failure, those of the last list.
    var features = PluginFeatures()
    /// The instances of the plugin by name.
    var instances: [ExactText: RemoteStore] = [:]
    /// The number of unanswered close requests by instance; until they are answered, messages are about an earlier one.
    var closing: [ExactText: Int] = [:]
    /// The sources that the current process has opened or is opening.
    private var opened: Set<String> = []
    /// The state of the last `ping`; `void` if its answer may be in output that the host does not read for now.
    private enum Ping { case none, open, void }
    private var lastPing = Ping.none
    var unasked = (second: 0, count: 0)

    init(_ declaration: PluginDeclaration, of host: Host, seed: UInt64) {
        self.declaration = declaration
        self.host = host
        backOff = BackOff(seed: seed)
        for source in declaration.sources { source.remote.line.wake(host.loop, host.tape) }
    }

    /// True if the plugin has reported that it has features.
    var hasFeatures: Bool { introduction?.hasFeatures == true }

    /// The id of the plugin's process; nil if there is none.
    var processID: Int? { process?.id }

    /// Sends the queued requests of the plugin's sources, and resumes reading the plugin's messages.
    func handOn() {
        if let process { attend { process.resume() } }
        for source in declaration.sources {
            source.remote.line.forEachEvent(of: source.remote.name, host.tape) { event in
                switch event {
                case .asked(let request): ask(request, source)
                case .cancelled(let request):
                    queue.removeAll { asked in
                        if case .source(_, let waiting) = asked { waiting.identity == request.identity } else { false }
                    }
                    requests?.cancel(request)
                }
            }
        }
    }

    /// Pauses or resumes the reading of the plugin's output.
    func hold(_ isHeld: Bool) {
        process?.isHeld = isHeld
        if isHeld, lastPing == .open { lastPing = .void }
    }

    /// Sends `shutdown` and `exit` to the plugin, and stops watching it.
    ///
    /// No more requests are sent.
    ///
    /// - Returns: the plugin's process, whose exit the caller can wait for; nil if there is none.
    func leave() -> ChildProcess? {
        restartTimer?.cancel()
        defer { process = nil }
        return process?.leave()
    }

    private func ask(_ request: RequestLine.Request, _ source: PluginDeclaration.Source) {
        isAhead = false
        if state == .ready { return send(request, source) }
        wait(with: .source(source, request))
    }

    func wait(with asked: Asked) {
        if let refusal { return asked.fail(refusal) }
        queue.append(asked)
        wake()
    }

    /// Starts the plugin if it is idle or down.
    ///
    /// If the plugin is down, it starts only when the wait that follows its last failure is over.
    func wake() {
        guard state == .idle || state == .down else { return }
        let rest = backOff.rest(at: host.time.now)
        if rest == 0 { return start() }
        start(afterMilliseconds: rest)
    }

    private func send(_ request: RequestLine.Request, _ source: PluginDeclaration.Source) {
        let kinds = introduction?.kinds ?? []
        guard kinds.contains(source.kind) else {
            return request.answer(.failure(.noSource(source.kind, declaration.name, kinds)))
        }
        let name = source.remote.name
        if opened.insert(name).inserted {
            let params = source.openParams
            // A longer frame can't be sent, so the plugin would not know the source of the next requests.
            if params.bytes.count > WrittenFrame.longest {
                opened.remove(name)
                let fault = WrittenFrame.sentence(params.bytes.count)
                let sentence = "source/open of \(name) \(fault); shorten its options"
                return request.answer(.failure(Failure("tooLong", sentence, retryable: false)))
            }
            let open = RequestLine.Request(method: "source/open", params: params, timeoutMs: request.timeoutMs)
            requests?.send(open) { [weak self] result in
                if case .failure = result { self?.opened.remove(name) }
            }
        }
        // The plugin may have failed during the sending.
        guard state == .ready, let requests else {
            return request.answer(.failure(failure))
        }
        requests.send(request)
    }

    // MARK: Lifecycle

    /// Starts the plugin before its first request.
    ///
    /// This is only for a plugin that has sources and no features.
    func startAhead() {
        guard state == .idle else { return }
        isAhead = true
        start()
    }

    private func start(afterMilliseconds delay: Int) {
        state = .waiting
        restartTimer = host.time.schedule(afterMilliseconds: delay) { [weak self] in self?.start() }
    }

    private func start() {
        restartTimer?.cancel()
        if state != .idle { restarts += 1 }
        state = .starting
        let process: any PluginPeer
        do throws(Unstarted) {
            process = try startPeer()
        } catch {
            return fail(error.what)
        }
        self.process = process
        let requests = PeerRequests(on: host.time) { [weak self, weak process] body in
            guard let process else { return }
            if let self { attend { process.say(body) } } else { process.say(body) }
        }
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
        // A failure before the answer is already handled.
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
        introduction = PluginIntroduction(answer)
        state = .ready
        if hasFeatures { askForFeatures() } else { noteFeatures([]) }
        while state == .ready, let asked = queue.popFirst() {
            switch asked {
            case .source(let source, let request): send(request, source)
            case .forwarded(let request): ask(request)
            }
        }
    }

    /// Checks that the plugin still answers, after it has not answered a request in time.
    private func ping() {
        guard state == .ready, lastPing == .none, let requests else { return }
        lastPing = process?.isHeld == true ? .void : .open
        let request = RequestLine.Request(method: "ping", params: .emptyObject, timeoutMs: Self.pingMs)
        requests.send(request) { [weak self] result in
            let isVoid = self?.lastPing == .void || self?.process?.isBehind == true
            self?.lastPing = .none
            if case .failure = result, self?.state == .ready, !isVoid { self?.fail("does not answer") }
        }
    }

    /// The last failure of the plugin, as the error of a request.
    var failure: Failure { .pluginFailed(declaration.name, lastError ?? "failed") }

    /// Ends the process after a failure.
    ///
    /// - Parameter what: the failure, as a phrase that follows the plugin's name in error messages (see ``lastError``).
    func fail(_ what: String) {
        if isAhead { return withdraw(what) }
        lastError = what
        host.log.error("the plugin \(declaration.name) \(what)")
        let (process, requests, queue) = (process, requests, queue)
        let lost = instances.values.sorted { $0.number < $1.number }
        self.process = nil
        self.requests = nil
        self.queue = []
        opened = []
        closing = [:]
        lastPing = .none
        if let delay = backOff.delay(afterFailureAt: host.time.now) {
            start(afterMilliseconds: delay)
        } else {
            state = .down
        }
        process?.stop()
        let failure = failure
        // The instances show the failure before the waiting requests fail.
        for store in lost { store.fail(failure) }
        noteFeatures(nil)
        requests?.fail(failure)
        for asked in queue { asked.fail(failure) }
    }

    /// Ends the plugin silently after an early start has failed.
    ///
    /// The first request starts the plugin again. If the start fails again, the request gets the error.
    private func withdraw(_ what: String) {
        host.log.info("the plugin \(declaration.name), started ahead, \(what)")
        let (process, requests) = (process, requests)
        self.process = nil
        self.requests = nil
        isAhead = false
        state = .idle
        process?.stop()
        // Only the request `initialize` is pending. Failing the request also cancels its timer.
        requests?.fail(failure)
    }
}
