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
        /// Whether the log tells each revision, dropped delivery and refused action.
        public var isTraced = false

        /// The usual ones.
        public init() {}
    }

    /// The version of this software; the protocol has its own.
    public static let version = "0.1.0"

    let catalog: Catalog
    let limits: Limits
    let loop: PollLoop
    /// The catalog as `feature/list` tells it; encoded when first asked for.
    lazy var catalogText = JSONText.build { catalog.write(to: &$0) }
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
    var instances: OrderedDictionary<String, Instance> = [:]
    /// Closed instances whose last write is still on its way.
    var lingering: [Instance] = []
    /// How many requests wait for an instance to settle.
    var waitCount = 0
    /// Requests whose instance has come to an outcome, in the order in which that was.
    var endings: Deque<Run> = []
    /// Whether a session can go on with its input.
    var needsPump = false
    /// Called when nothing is left to do.
    var onEnd: () -> Void = {}
    /// What the store of the instance of this number needs.
    let environment: (Int) -> StoreEnvironment
    let woken: WokenInstances
    /// The sources that front ends answer for.
    let clientSources: ClientSources
    /// What runs beside the host and answers for sources.
    private(set) lazy var plugins = Plugins(catalog.plugins, of: self, seed: seed)
    private let seed: UInt64
    /// How many instances of each feature got a name.
    var opened: [String: Int] = [:]
    var instanceCount = 0
    var sessionCount = 0
    private var callCount = 0
    var saveTimer: TimerToken?
    /// Whether a source that confirms nothing is no longer waited for.
    var hasGivenUp = false
    var hasEnded = false

    /// Makes a host on the loop of the calling thread.
    public init(catalog: Catalog, options: Options, loop: PollLoop, log: @escaping () -> Logger) {
        self.catalog = catalog
        limits = options.limits
        self.loop = loop
        makeLog = log
        trace = options.isTraced ? Trace(log()) : nil
        let woken = WokenInstances()
        self.woken = woken
        clientSources = ClientSources(catalog.clientSources, on: loop)
        seed = options.seed
        let virtualTime = options.isClockVirtual ? VirtualTime() : nil
        self.virtualTime = virtualTime
        let clock: any StoreClock = virtualTime?.clock ?? LoopClock(loop)
        self.clock = clock
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
        // The last comes first: letting the instances go in their order would move all later ones each time.
        let subscriptions = session.subscriptions.values.sorted { $0.instance.number > $1.instance.number }
        for subscription in subscriptions { session.outbox.fix(subscription) }
        for subscription in subscriptions { unsubscribe(subscription) }
    }

    /// Ends every session in good order, whether or not its front end reads what it still has to say.
    func shutDown() {
        for session in sessions { session.drain() }
        loop.schedule(afterMilliseconds: 2 * limits.drainMs) { [weak self] in
            for session in self?.sessions ?? [] { session.outbox.abandon() }
        }
    }

    /// Lets all instances remember why there are their newest revisions, from now on.
    func keepCauses() {
        if keepsCauses { return }
        keepsCauses = true
        for instance in instances.values { instance.store.keepCauses() }
    }

    /// Numbers the next call.
    func nextCallNumber() -> Int {
        callCount += 1
        return callCount
    }
}
