import DequeModule
import EventLoop
import FeatureKit
import JSON
import JSONRPC
import Logging
import OrderedCollections

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
        /// When it has nothing left to do.
        public var lifetime = Lifetime.sessions
        /// Whether the log tells each revision, dropped delivery and refused action.
        public var isTraced = false
        /// Whether the plugin that comes with it is started before something is asked of it, where features need it: for
        /// hosts that run on.
        package var startsAhead = false
        /// What it is told where it is a plugin.
        package var role: PluginRole?
        /// What notes what happens, or plays it again.
        package var tape: (any Tape)?

        /// The usual ones.
        public init() {}
    }

    /// The version of this software; the protocol has its own.
    public static let version = "0.1.0"

    /// How long a host that ends when it is unused waits for its first session, in milliseconds.
    private static let patienceMs = 60_000

    let catalog: Catalog
    let limits: Limits
    let lifetime: Lifetime
    /// What it is a plugin as; nil for a host of its own.
    let role: PluginRole?
    let loop: PollLoop
    /// The machine's time.
    let time: HostTime
    /// What notes what happens, or plays it again.
    let tape: (any Tape)?
    /// The catalog as it was told last; nil where that is not what there is any more.
    private var knownCatalogText: JSONText?
    let virtualTime: VirtualTime?
    /// The time that instances live on.
    let clock: any StoreClock
    /// Reads the frames that take long; made for the first of them.
    lazy var frameReader = WorkerThread()
    /// Made when there is something to say.
    lazy var log = makeLog()
    private let makeLog: () -> Logger
    /// Tells what happens in instances, where that was asked for.
    let trace: Trace?
    /// Whether instances remember why there are their newest revisions.
    private(set) var keepsCauses = false
    var sessions: [Session] = []
    var instances: OrderedDictionary<ExactText, Instance> = [:]
    /// Closed instances whose last write is still on its way.
    var lingering: [Instance] = []
    /// How many requests wait for an instance to settle.
    var waitCount = 0
    /// Requests whose instance has come to an outcome, in the order in which that was.
    var endings: Deque<Run> = []
    /// Whether a session can go on with its input.
    var needsPump = false
    /// Called when nothing is left to do; says whether it ends then.
    var whenUnused: () -> Bool = { true }
    /// Whether it has been told to end.
    private(set) var isShuttingDown = false
    /// Whether a session has ended that had asked for something, or there was time enough for one.
    var hasServed = false
    /// What the store of the instance of this number needs.
    let environment: (Int) -> StoreEnvironment
    let woken: WokenInstances
    /// Who has more input than was handled in one go.
    let turns: InputTurns
    /// Which sessions may have long frames.
    let longFrames: LongFrameShares
    /// What long frames leave behind.
    private(set) lazy var spareMemory = SpareMemory(on: loop) { [unowned self] in frameReader }
    /// What peers have told of changes in this turn.
    let notices: SourceNotices
    /// The sources that front ends answer for.
    let clientSources: ClientSources
    /// What runs beside the host and answers for sources.
    private(set) lazy var plugins = Plugins(of: self, seed: seed)
    private let seed: UInt64
    /// How many instances of each feature got a name.
    var opened: [String: Int] = [:]
    var instanceCount = 0
    var sessionCount = 0
    private var callCount = 0
    /// When the plugin that comes with the host is started ahead.
    var ahead: AheadStart
    var saveTimer: HostTimer?
    /// Whether a source that confirms nothing is no longer waited for.
    var hasGivenUp = false
    var hasEnded = false

    /// Makes a host on the loop of the calling thread.
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
        // From then on a host without sessions has been used, or never will be.
        if lifetime == .use {
            time.schedule(afterMilliseconds: Self.patienceMs) { [weak self] in self?.hasServed = true }
        }
    }

    /// Whether there is something to open: a plugin may serve sources alone.
    var hasFeatures: Bool { role == nil || !catalog.features.isEmpty }

    /// Sends what sources have asked of others since the last call.
    func handOn() {
        clientSources.handOn()
        plugins.handOn()
    }

    /// Lets the plugins end, and waits for that as long as a child has that is asked to.
    ///
    /// To be called when the loop has ended, and before `ChildProcesses.killAll()`.
    public func leavePlugins() {
        let start = loop.now
        for child in plugins.leave() {
            child.wait(milliseconds: max(0, ChildProcess.graceMilliseconds - (loop.now - start)))
        }
    }

    // MARK: Sessions

    /// Calls `body` when its ``Lifetime`` is over: what sessions had to say was taken, and nothing is left to be saved.
    ///
    /// - Parameter body: says whether the host ends now; else it is asked again in a coming turn.
    public func onUnused(_ body: @escaping () -> Bool) {
        whenUnused = body
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - isSequential: whether each message waits for the answer to the one before.
    ///   - takesTurns: whether it handles its input in slices, between which others have theirs.
    func join(sink: any OutputSink, isSequential: Bool, takesTurns: Bool = false) -> Session {
        sessionCount += 1
        tape?.hear(TapeLine.session(sessionCount, isSequential: isSequential))
        let sink = tape.map { TapedSink(sink, of: sessionCount, $0) } ?? sink
        // A recording holds what comes, and not in which turn it was handled.
        let session = Session(
            number: sessionCount, host: self, sink: sink, isSequential: isSequential,
            takesTurns: takesTurns && tape == nil)
        session.notes = tape?.notes(of: sessionCount, maxFrameBytes: limits.maxFrameBytes)
        sessions.append(session)
        return session
    }

    /// Ends a session's subscriptions; called by the session when it has ended.
    func leave(_ session: Session) {
        // The last comes first: letting the instances go in their order would move all later ones each time.
        let subscriptions = session.subscriptions.values.sorted { $0.instance.number > $1.instance.number }
        for subscription in subscriptions { session.outbox.fix(subscription) }
        for subscription in subscriptions { unsubscribe(subscription) }
        // What was sent as a notification is no request of the session, and outlives it nevertheless.
        for instance in Array(instances.values) {
            for call in Array(instance.forwardedCalls.values) where call.call.session === session { call.abandon() }
        }
    }

    /// Ends every session in good order, as if its input had ended, whether or not its front end reads what it still has
    /// to say.
    func shutDown() {
        tape?.hear(TapeLine.stop)
        if isShuttingDown { return }
        isShuttingDown = true
        for session in sessions { session.stop() }
        limitReading()
    }

    /// Gives up on what nobody reads, whatever is still to be saved; who reads is told of that.
    private func limitReading() {
        time.schedule(afterMilliseconds: 2 * limits.drainMs) { [weak self] in
            guard let self, !sessions.isEmpty else { return }
            for session in sessions where !session.outbox.isEmpty { session.abandonOutput() }
            limitReading()
        }
    }

    /// Lets all instances remember why there are their newest revisions, from now on.
    func keepCauses() {
        if keepsCauses { return }
        keepsCauses = true
        for instance in instances.values { instance.store.keepCauses() }
    }

    /// The catalog as `feature/list` tells it, with the features of plugins that have told them.
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

    /// Says that a plugin has told its features.
    func forgetCatalogText() { knownCatalogText = nil }

    /// Numbers the next call.
    func nextCallNumber() -> Int {
        callCount += 1
        return callCount
    }
}
