import DataSources
import DequeModule
import EventLoop
import FeatureKit
import JSON
import JSONRPC
import Logging

/// A plugin of the workspace: started when something of it is first asked for, or ahead of that; watched over, and
/// started again.
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

    /// What waits until it is ready.
    enum Asked {
        case source(PluginDeclaration.Source, RequestLine.Request)
        case forwarded(ForwardedRequest)
    }

    /// How long it may take to answer `initialize`, in milliseconds.
    static let initializeMs = 5_000
    /// How long it may take to answer `ping` when it has left something unanswered, in milliseconds.
    static let pingMs = 10_000
    /// How many messages a second it may send that nobody asked for.
    static let unaskedPerSecond = 10_000

    let declaration: PluginDeclaration
    unowned let host: Host
    private(set) var state = State.idle
    /// How many times it was started again.
    private(set) var restarts = 0
    /// Why it failed last, as what follows its name in a sentence.
    private(set) var lastError: String?
    private(set) var process: (any PluginPeer)?
    /// Whether something is done to its process in which it may say something.
    var isAttended = false
    private(set) var requests: PeerRequests?
    /// Whether it was started ahead, and nothing was asked of it since: then nobody is to notice how it fares.
    private var isAhead = false
    private var backOff: BackOff
    private var restartTimer: HostTimer?
    /// What was asked before it was ready.
    var queue: Deque<Asked> = []
    /// What it says of itself, or has said last.
    private(set) var introduction: PluginIntroduction?
    /// Its features; those that it had last, while it is not there to tell.
    var features = PluginFeatures()
    /// Its instances, by the names that they have here and there.
    var instances: [ExactText: ForwardedStore] = [:]
    /// How many of a name it is to close, so that what it says of that name is of an earlier instance.
    var closing: [ExactText: Int] = [:]
    /// The sources that its present process has opened, or is about to.
    private var opened: Set<String> = []
    private var isPinging = false
    var unasked = (second: 0, count: 0)

    init(_ declaration: PluginDeclaration, of host: Host, seed: UInt64) {
        self.declaration = declaration
        self.host = host
        backOff = BackOff(seed: seed)
        for source in declaration.sources { source.remote.line.wake(host.loop, host.tape) }
    }

    /// Whether its present process has features.
    var hasFeatures: Bool { introduction?.hasFeatures == true }

    /// The id of its process; nil while it has none.
    var processID: Int? { process?.id }

    /// Sends what has been asked since the last call, and goes on with what has been read.
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

    /// Leaves its output unread for a while, or reads on.
    func hold(_ isHeld: Bool) { process?.isHeld = isHeld }

    /// Lets it end by itself; nothing is asked of it any more.
    ///
    /// - Returns: its process, for who waits for it; nil where there is none.
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
        queue.append(asked)
        wake()
    }

    /// Starts it, unless that is done or under way.
    func wake() {
        if state == .idle || state == .down { start() }
    }

    private func send(_ request: RequestLine.Request, _ source: PluginDeclaration.Source) {
        let kinds = introduction?.kinds ?? []
        guard kinds.contains(source.kind) else {
            return request.answer(.failure(.noSource(source.kind, declaration.name, kinds)))
        }
        let name = source.remote.name
        if opened.insert(name).inserted {
            let params = source.openParams
            // The plugin would be asked for a source that it has never heard of.
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
        // Where it could not take that, it has failed by now.
        guard state == .ready, let requests else {
            return request.answer(.failure(failure))
        }
        requests.send(request)
    }

    // MARK: Its life

    /// Starts it before something is asked of it; only for one without features, which is asked for its sources alone.
    func startAhead() {
        guard state == .idle else { return }
        isAhead = true
        start()
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

    /// Starts its program.
    func startProcess() throws(Unstarted) -> any PluginPeer {
        // The host's own ends with its input, without a guard.
        let command = ChildCommand(
            declaration.argv + (isAhead ? declaration.argumentsAhead : []), folder: declaration.folder,
            environment: declaration.variables, hasInput: true, isGuarded: !declaration.isOwn)
        let process: PluginChild
        do throws(SpawnFailure) {
            // On the virtual clock nothing may depend on how fast it writes, and a recording holds no turns.
            let turns = host.virtualTime == nil && host.tape == nil ? host.turns : nil
            process = try PluginChild(
                command, on: host.loop, host.limits, worker: host.frameReader, turns: turns,
                spareMemory: host.spareMemory)
        } catch {
            let subject = error.subject == .folder ? "its folder can't be used" : "\(declaration.argv[0])"
            throw Unstarted(what: "can't be run: \(subject): \(error.reason)")
        }
        process.keepsTexts = host.tape != nil
        process.onMessage = { [weak self] message, text in
            self?.note(text)
            self?.take(message)
        }
        process.onEnd = { [weak self] what in
            self?.note(end: what)
            self?.fail(what)
        }
        process.onLog = { [weak self] line in
            guard let self else { return }
            host.log.log(level: isAhead ? .info : .warning, "plugin \(declaration.name): \(line)")
        }
        return process
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

    /// Why it fails, or has failed last.
    var failure: Failure { .pluginFailed(declaration.name, lastError ?? "failed") }

    /// Ends it.
    ///
    /// - Parameter what: what it did wrong, as what follows its name in a sentence.
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
        isPinging = false
        if let delay = backOff.delay(afterFailureAt: host.time.now) {
            state = .waiting
            restartTimer = host.time.schedule(afterMilliseconds: delay) { [weak self] in self?.start() }
        } else {
            state = .down
        }
        process?.stop()
        let failure = failure
        // What is lost is shown before who waits is told.
        for store in lost { store.fail(failure) }
        noteFeatures(nil)
        requests?.fail(failure)
        for asked in queue {
            switch asked {
            case .source(_, let request): request.answer(.failure(failure))
            case .forwarded(let request): request.whenDone(.failure(failure))
            }
        }
    }

    /// Ends it as though it had not been started: what is asked first starts it, and is told what is wrong with it then.
    private func withdraw(_ what: String) {
        host.log.info("the plugin \(declaration.name), started ahead, \(what)")
        let (process, requests) = (process, requests)
        self.process = nil
        self.requests = nil
        isAhead = false
        state = .idle
        process?.stop()
        // Nothing but `initialize`, whose timer ends with it.
        requests?.fail(failure)
    }
}
