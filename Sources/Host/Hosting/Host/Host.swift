import DequeModule
import FHEventLoop
import FHJSON
import FHJSONRPC
import FeatureKit
import Logging
import OrderedCollections

/// The daemon: a catalog of features, the open instances, and the sessions of clients.
///
/// A class without locks that belongs to the thread of its loop: all its members are used on that thread.
public final class Host {
    /// The options of a host.
    public struct Options: Sendable {
        /// The limits of sessions, frames and instances.
        public var limits = Limits()
        /// True if time moves only by `clock/advance`.
        public var isClockVirtual = false
        /// The seed of generated ids.
        public var seed: UInt64 = 0
        /// The condition for the host to end.
        public var lifetime = Lifetime.sessions
        /// True if the log has a line for each revision, dropped delivery and refused action.
        public var isTraced = false
        /// True if the host's own plugin is started before a request needs it, for hosts that run on.
        package var startsAhead = false
        /// The role of the host as a plugin; nil for a host of its own.
        package var role: PluginRole?
        /// Records all input from outside, or replays it; nil for neither.
        package var tape: (any Tape)?

        /// Creates the default options.
        public init() {}
    }

    /// The version of this software; the version of the protocol is separate.
    public static let version = "0.1.0"

    /// The time in which a host with the lifetime `use` waits for its first session, in milliseconds.
    private static let patienceMs = 60_000

    let catalog: Catalog
    package let limits: Limits
    let lifetime: Lifetime
    /// The role of the host as a plugin; nil for a host of its own.
    let role: PluginRole?
    let loop: PollLoop
    /// The timers on real time.
    package let time: HostTime
    /// Records all input from outside, or replays it; nil for neither.
    let tape: (any Tape)?
    /// The cached text of the catalog; nil if it is out of date.
    private var knownCatalogText: JSONText?
    let virtualTime: VirtualTime?
    /// The clock of the instances, real or virtual.
    let clock: any StoreClock
    /// The thread that parses long frames; started for the first of them.
    lazy var frameReader = WorkerThread()
    /// The log, made on first use.
    lazy var log = makeLog()
    private let makeLog: () -> Logger
    /// Logs the events of instances, if tracing is on.
    let trace: Trace?
    /// True if instances store the causes of their newest revisions.
    private(set) var keepsCauses = false
    var sessions: [Session] = []
    var instances: OrderedDictionary<ExactText, Instance> = [:]
    /// Closed instances whose last write is not confirmed yet.
    var lingering: [Instance] = []
    /// The number of requests that wait for an instance to settle.
    var waitCount = 0
    /// The runs whose instances have ended with an outcome, in the order of their ends.
    var endings: Deque<Run> = []
    /// True if a session can resume reading its input.
    var needsPump = false
    /// Called when the lifetime is over; returns true if the host ends now.
    var whenUnused: () -> Bool = { true }
    /// True after `shutDown()`.
    private(set) var isShuttingDown = false
    /// True after a session that had made a request has ended, or after the time for the first session is over.
    var hasServed = false
    /// Makes the store environment of the instance with this number.
    let environment: (Int) -> StoreEnvironment
    let woken: WokenInstances
    /// The queue of peers with more input than one slice handles.
    let turns: InputTurns
    /// The shares of the sessions in the memory for long frames.
    let longFrames: LongFrameShares
    /// Returns the memory of long frames to the system.
    private(set) lazy var spareMemory = SpareMemory(on: loop) { [unowned self] in frameReader }
    /// The change notifications of peers in this turn.
    let notices: SourceNotices
    /// The sources that clients answer for.
    let clientSources: ClientSources
    /// The plugin processes.
    package private(set) lazy var plugins = Plugins(of: self, seed: seed)
    private let seed: UInt64
    /// By feature: the number of instances that got a generated name.
    var opened: [String: Int] = [:]
    var instanceCount = 0
    var sessionCount = 0
    private var callCount = 0
    /// The schedule for starting the host's own plugin.
    var ahead: AheadStart
    var saveTimer: HostTimer?
    /// True after the host has given up waiting for unconfirmed writes.
    var hasGivenUp = false
    var hasEnded = false

    /// Creates a host on the loop of the calling thread.
    public init(catalog: Catalog, options: Options, loop: PollLoop, log: @escaping () -> Logger) {
        self.catalog = catalog
        limits = options.limits
        lifetime = options.lifetime
        role = options.role
        self.loop = loop
        let tape = options.tape
        self.tape = tape
        let time = HostTime(loop, tape)
        self.time = time
        makeLog = log
        trace = options.isTraced ? Trace(log()) : nil
        let woken = WokenInstances()
        self.woken = woken
        let virtualTime = options.isClockVirtual ? VirtualTime() : nil
        self.virtualTime = virtualTime
        notices = SourceNotices(isImmediate: tape != nil || virtualTime != nil)
        clientSources = ClientSources(catalog.clientSources, on: loop, tape, notices)
        turns = InputTurns(on: loop)
        longFrames = LongFrameShares(time, patienceMs: options.limits.drainMs)
        seed = options.seed
        let startsAhead = options.startsAhead && catalog.plugins.contains(where: \.isStartedAhead)
        ahead = startsAhead ? .afterInitialize : .never
        let clock: any StoreClock = virtualTime?.clock ?? LoopClock(time)
        self.clock = clock
        let effects = EffectSequence()
        environment = { number in
            StoreEnvironment(clock: clock, effects: effects) {
                woken.insert(number)
                loop.post {}
                tape?.wake()
            }
        }
        virtualTime?.host = self
        tape?.whenWoken { loop.post {} }
        loop.beforePoll { [unowned self] in finishTurn() }
        // From then on the host counts as used, even if no session has come.
        if lifetime == .use {
            time.schedule(afterMilliseconds: Self.patienceMs) { [weak self] in self?.hasServed = true }
        }
    }

    /// True if there are features to open; a plugin may serve sources alone.
    var hasFeatures: Bool { role == nil || !catalog.features.isEmpty }

    /// Sends the requests that sources have queued since the last call.
    func handOn() {
        clientSources.handOn()
        plugins.handOn()
    }

    /// Ends the plugins, and waits for each as long as the grace period of a child process.
    ///
    /// Call it after the loop has ended, and before `ChildProcesses.killAll()`.
    public func leavePlugins() {
        let start = loop.now
        for child in plugins.leave() {
            child.wait(milliseconds: max(0, ChildProcess.graceMilliseconds - (loop.now - start)))
        }
    }

    // MARK: Sessions

    /// Sets the function that is called when the ``Lifetime`` is over, all output was read and all writes are
    /// confirmed.
    ///
    /// - Parameter body: returns true if the host ends now; otherwise it is called again in a later turn.
    public func onUnused(_ body: @escaping () -> Bool) {
        whenUnused = body
    }

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - sink: the output of the session.
    ///   - isSequential: true if each message waits for the answer to the one before.
    ///   - takesTurns: true if the session handles its input in slices, and other sessions have theirs in between.
    package func join(sink: any OutputSink, isSequential: Bool, takesTurns: Bool = false) -> Session {
        sessionCount += 1
        tape?.hear(TapeLine.session(sessionCount, isSequential: isSequential))
        let sink = tape.map { TapedSink(sink, of: sessionCount, $0) } ?? sink
        // A recording has no information on slices, so a recorded session is not sliced.
        let session = Session(
            number: sessionCount, host: self, sink: sink, isSequential: isSequential,
            takesTurns: takesTurns && tape == nil)
        session.notes = tape?.notes(of: sessionCount, maxFrameBytes: limits.maxFrameBytes)
        sessions.append(session)
        return session
    }

    /// Ends the subscriptions of a session; the session calls it at its end.
    func leave(_ session: Session) {
        // In reverse order, since removing the first of many instances moves all later ones.
        let subscriptions = session.subscriptions.values.sorted { $0.instance.number > $1.instance.number }
        for subscription in subscriptions { session.outbox.fix(subscription) }
        for subscription in subscriptions { unsubscribe(subscription) }
        // A forwarded notification is no request of the session, so it would outlive the session.
        for instance in Array(instances.values) {
            for call in Array(instance.forwardedCalls.values) where call.call.session === session { call.abandon() }
        }
    }

    /// Ends every session as if its input had ended, including sessions whose clients no longer read.
    package func shutDown() {
        tape?.hear(TapeLine.stop)
        if isShuttingDown { return }
        isShuttingDown = true
        for session in sessions { session.stop() }
        limitReading()
    }

    /// Drops the output of sessions that don't read, even if writes are unconfirmed.
    private func limitReading() {
        time.schedule(afterMilliseconds: 2 * limits.drainMs) { [weak self] in
            guard let self, !sessions.isEmpty else { return }
            for session in sessions where !session.outbox.isEmpty { session.abandonOutput() }
            limitReading()
        }
    }

    /// Makes all instances store the causes of their newest revisions, from now on.
    func keepCauses() {
        if keepsCauses { return }
        keepsCauses = true
        for instance in instances.values { instance.store.keepCauses() }
    }

    /// The catalog as the result of `feature/list`, with the features of plugins that are listed so far.
    var catalogText: JSONText {
        if let knownCatalogText { return knownCatalogText }
        let text = JSONText.build { json in
            json.beginArray()
            catalog.writeElements(to: &json)
            plugins.writeFeatures(to: &json)
            json.endArray()
        }
        knownCatalogText = text
        return text
    }

    /// Invalidates the cached catalog, after a plugin has listed its features.
    func forgetCatalogText() { knownCatalogText = nil }

    /// Returns the number of the next call.
    func nextCallNumber() -> Int {
        callCount += 1
        return callCount
    }
}
