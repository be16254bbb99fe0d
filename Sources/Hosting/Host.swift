import EventLoop
import FeatureKit
import JSON
import JSONRPC
import Logging
import OrderedCollections
import Synchronization

/// The daemon: a catalog of features, the instances that are open, and the sessions of front ends.
///
/// A plain class that belongs to the thread of its loop: everything here is called there.
public final class Host {
    /// What a host is started with.
    public struct Options: Sendable {
        /// The bounds that it keeps.
        public var limits = Limits()
        /// Whether time moves only by `clock/advance`.
        public var isClockVirtual = false
        /// Where generated ids begin.
        public var seed: UInt64 = 0

        /// The usual ones.
        public init() {}
    }

    let catalog: Catalog
    let limits: Limits
    let loop: PollLoop
    /// The catalog as `feature/list` tells it; encoded when first asked for.
    lazy var catalogText = JSONText.build { catalog.write(to: &$0) }
    let virtualTime: VirtualTime?
    let log: Logger
    private(set) var sessions: [Session] = []
    private(set) var instances: OrderedDictionary<String, Instance> = [:]
    /// Closed instances whose last write is still on its way.
    private(set) var lingering: [Instance] = []
    /// How many requests wait for an instance to settle.
    var waitCount = 0
    /// Whether a session can go on with its input.
    var needsPump = false
    private var onEnd: () -> Void = {}
    private let environment: (Int) -> StoreEnvironment
    private let woken: WokenInstances
    private var opened: [String: Int] = [:]
    private var instanceCount = 0
    private var sessionCount = 0
    private var callCount = 0
    private var saveTimer: TimerToken?
    private var hasGivenUp = false
    private var hasEnded = false

    /// Makes a host on the loop of the calling thread.
    public init(catalog: Catalog, options: Options, loop: PollLoop, log: Logger) {
        self.catalog = catalog
        limits = options.limits
        self.loop = loop
        self.log = log
        let woken = WokenInstances()
        self.woken = woken
        let virtualTime = options.isClockVirtual ? VirtualTime() : nil
        self.virtualTime = virtualTime
        let clock: any StoreClock = virtualTime?.clock ?? LoopClock(loop)
        let effects = EffectSequence()
        environment = { number in
            StoreEnvironment(clock: clock, effects: effects) {
                woken.insert(number)
                loop.post {}
            }
        }
        virtualTime?.host = self
        loop.beforePoll { [unowned self] in finishTurn() }
    }

    // MARK: Sessions

    /// Calls `body` when the last session has ended, what it had to say was taken, and nothing is left to be saved.
    public func onSessionsEnded(_ body: @escaping () -> Void) {
        onEnd = body
    }

    /// Begins a session.
    func join(sink: any OutputSink, isSequential: Bool) -> Session {
        sessionCount += 1
        let session = Session(number: sessionCount, host: self, sink: sink, isSequential: isSequential)
        sessions.append(session)
        return session
    }

    /// Ends a session's subscriptions; called by the session when it has ended.
    func leave(_ session: Session) {
        for subscription in session.subscriptions { session.outbox.fix(subscription) }
        for subscription in session.subscriptions { unsubscribe(subscription) }
    }

    /// Ends every session in good order, whether or not its front end reads what it still has to say.
    func shutDown() {
        for session in sessions { session.drain() }
        loop.schedule(afterMilliseconds: 2 * limits.drainMs) { [weak self] in
            for session in self?.sessions ?? [] { session.outbox.abandon() }
        }
    }

    /// Numbers the next call.
    func nextCallNumber() -> Int {
        callCount += 1
        return callCount
    }

    // MARK: Instances

    /// Makes an instance; its features have not started yet.
    func open(
        _ feature: FeatureRegistration, named name: String?, _ params: JSONValue, isKept: Bool
    ) throws(RPCError) -> Instance {
        guard instances.count + lingering.count < limits.maxInstances else {
            throw RPCError(.busy, "\(limits.maxInstances) instances are open; close one first")
        }
        instanceCount += 1
        let store: any AnyStore
        do {
            store = try feature.open(params, environment(instanceCount))
        } catch {
            throw RPCError(params: error, of: "feature/open")
        }
        let instance = Instance(
            name: name ?? freshName(for: feature), number: instanceCount, feature: feature,
            params: JSONText(params), store: store, isKept: isKept)
        instances[instance.name] = instance
        store.onRevision = { [unowned instance] in instance.publish() }
        return instance
    }

    private func freshName(for feature: FeatureRegistration) -> String {
        while true {
            opened[feature.id, default: 0] += 1
            let name = "\(feature.id)-\(opened[feature.id, default: 0])"
            if instances[name] == nil { return name }
        }
    }

    /// Closes an instance: its waits and subscribers are told, its effects cancelled.
    func close(_ instance: Instance, reason: String) {
        instances[instance.name] = nil
        for wait in instance.takeWaits() {
            wait.fail(RPCError(.unknownInstance, "the instance \(instance.name) was closed"))
        }
        for subscription in instance.subscriptions {
            let outbox = subscription.session.outbox
            outbox.fix(subscription)
            outbox.send { encoder, writer in
                encoder.notification("state/closed", to: &writer) { json in
                    json.beginObject()
                    json.field("instance", instance.name)
                    json.field("revision", instance.store.revision)
                    json.field("reason", reason)
                    json.endObject()
                }
            }
            subscription.session.subscriptions.removeAll { $0 === subscription }
        }
        instance.subscriptions = []
        if instance.store.isSaving {
            lingering.append(instance)
        } else {
            instance.store.close()
        }
    }

    func subscribe(_ session: Session, to instance: Instance, path: [String]) {
        if session.subscriptions.contains(where: { $0.instance === instance && $0.path == path }) { return }
        let subscription = Subscription(session: session, instance: instance, path: path)
        session.subscriptions.append(subscription)
        instance.subscriptions.append(subscription)
    }

    func unsubscribe(_ subscription: Subscription) {
        let instance = subscription.instance
        subscription.session.subscriptions.removeAll { $0 === subscription }
        instance.subscriptions.removeAll { $0 === subscription }
        if instance.subscriptions.isEmpty, !instance.isKept { close(instance, reason: "unsubscribed") }
    }

    // MARK: The turn

    /// Whether a write is on its way that must not be lost.
    ///
    /// While somebody waits for it, a source that makes no headway for `limits.drainMs` is given up.
    var isSaving: Bool {
        if hasGivenUp { return false }
        return !lingering.isEmpty || instances.values.contains { $0.store.isSaving }
    }

    /// Gives up saving when no write was confirmed for a while, although the session or the host is to end.
    private func watchSaving() {
        if saveTimer != nil { return }
        let before = savingRevisions
        saveTimer = loop.schedule(afterMilliseconds: limits.drainMs) { [weak self] in
            guard let self else { return }
            saveTimer = nil
            if savingRevisions == before {
                hasGivenUp = true
                needsPump = true
                log.error("a source did not confirm the last edits; they may be lost")
            }
        }
    }

    /// Changes with every write that is confirmed.
    private var savingRevisions: Int {
        (Array(instances.values) + lingering).reduce(0) { $0 + $1.store.revision }
    }

    /// The wait that will answer a request, if it is one.
    func waits(of call: Call) -> Wait? {
        instances.values.lazy.compactMap { $0.waits[call.number] }.first { $0.call === call }
    }

    /// Applies what effects delivered, answers waits, lets sessions go on, and writes what the turn gathered.
    private func finishTurn() {
        repeat {
            deliver()
            answerWaits()
            if needsPump {
                needsPump = false
                for session in sessions { session.resume() }
            }
            for session in sessions {
                session.outbox.flush()
                if session.canGoOn { needsPump = true }
            }
            endSessions()
        } while needsPump
        endIfDone()
    }

    private func deliver() {
        let numbers = woken.take()
        if let virtualTime { return virtualTime.proceed(isForced: isDraining) }
        if numbers.isEmpty { return }
        for instance in Array(instances.values) + lingering where numbers.contains(instance.number) {
            instance.store.deliver()
        }
        bury()
    }

    /// Whether a session ends and waits for writes, which then are applied whatever the clock.
    private var isDraining: Bool { isSaving && sessions.allSatisfy { $0.phase == .draining } }

    /// Closes what lingered for a write that is done now.
    func bury() {
        if lingering.isEmpty, !sessions.contains(where: { $0.phase == .draining }) { return }
        for instance in lingering where !instance.store.isSaving { instance.store.close() }
        lingering.removeAll { !$0.store.isSaving }
        if !isSaving { needsPump = true }
    }

    func answerWaits() {
        // Asked in every turn: mostly nobody waits.
        if waitCount == 0 { return }
        for instance in instances.values where !instance.waits.isEmpty && instance.store.isSettled {
            for wait in instance.takeWaits() { wait.answer() }
        }
    }

    private func endSessions() {
        for session in sessions {
            if session.outbox.failure != nil { session.end(status: 1) }
            session.onGate()
        }
        let ended = sessions.filter { $0.phase == .ended && $0.outbox.isEmpty }
        sessions.removeAll { session in ended.contains { $0 === session } }
    }

    private func endIfDone() {
        let isEnding = sessions.allSatisfy { $0.phase == .draining }
        if isEnding, isSaving { watchSaving() }
        if hasEnded || sessionCount == 0 || !sessions.isEmpty || isSaving { return }
        hasEnded = true
        onEnd()
    }
}

/// The instances whose effects have delivered something, noted from any thread.
private final class WokenInstances: Sendable {
    private let numbers = Mutex<Set<Int>>([])
    private let isEmpty = Atomic<Bool>(true)

    func insert(_ number: Int) {
        numbers.withLock { _ = $0.insert(number) }
        isEmpty.store(false, ordering: .releasing)
    }

    func take() -> Set<Int> {
        // Asked in every turn: mostly there is nothing.
        guard !isEmpty.exchange(true, ordering: .acquiringAndReleasing) else { return [] }
        return numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
    }
}
