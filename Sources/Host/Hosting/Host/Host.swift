import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import Logging

/// The daemon: a catalog of features, the open instances, and the sessions of clients.
///
/// This is a class without locks. It belongs to the thread of its loop, and all its members are used on that thread.
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
        /// True if the log has a line for each revision, each refused action, and each delivery that was dropped
        /// because its effect was cancelled.
        public var isTraced = false
        /// True if the SQLite plugin is started before a request needs it.
        ///
        /// This is only for a host that continues to run after a request, such as the host of `featurehost serve`.
        package var startsAhead = false
        /// Makes the service that answers `host/commands`; nil for a host without this method.
        package var commands: (@Sendable () -> any CommandService)?
        /// Makes the reader of a session's snapshots; nil for a host that shows values as C and UTC have them.
        ///
        /// A locale or a time zone that is unknown or not given is C or UTC.
        package var readers: (@Sendable (_ locale: String?, _ timeZone: String?) -> any SnapshotReader)?
        /// The role of the host as a plugin; nil for a host that is not a plugin.
        package var role: PluginRole?
        /// The tape that records all input from outside, or replays it; nil without a recording or a replay.
        package var tape: (any Tape)?

        /// Creates the default options.
        public init() {}
    }

    /// The version of this software, which is independent of the version of the protocol.
    public static let version = "0.1.0"

    /// The time in milliseconds for which a host with the lifetime `use` waits for its first session.
    private static let patienceMs = 60_000

    let options: Options
    package let loop: PollLoop
    let listing: ListedCatalog
    let clocks: HostClocks
    private let hostLog: HostLog
    let sessions = SessionTable()
    let instances: InstanceTable
    let longFrames: LongFrames
    /// The queue of peers with more input than one time slice handles.
    let turns: InputTurns
    let clientSources: ClientSources
    package private(set) lazy var plugins = Plugins(of: self)
    package var ending = HostEnding()

    /// Creates a host on the loop of the calling thread.
    public init(catalog: Catalog, options: Options, loop: PollLoop, log: @escaping () -> Logger) {
        self.options = options
        self.loop = loop
        listing = ListedCatalog(catalog, options.commands?())
        hostLog = HostLog(log, isTraced: options.isTraced)
        let tape = options.tape
        clocks = HostClocks(on: loop, isVirtual: options.isClockVirtual, tape)
        let notices = SourceNotices(isImmediate: tape != nil || options.isClockVirtual)
        clientSources = ClientSources(catalog.clientSources, on: loop, tape, notices)
        turns = InputTurns(on: loop)
        longFrames = LongFrames(on: loop, LongFrameShares(clocks.real, patienceMs: options.limits.drainMs))
        instances = InstanceTable(clocks.instances, on: loop, tape)
        clocks.virtual?.host = self
        tape?.whenWoken { loop.post {} }
        loop.beforePoll { [unowned self] in finishTurn() }
        // After this time the host counts as used, even if there was no session.
        if options.lifetime == .use {
            time.schedule(afterMilliseconds: Self.patienceMs) { [weak self] in self?.ending.hasServed = true }
        }
    }

    package var limits: Limits { options.limits }
    var role: PluginRole? { options.role }
    var tape: (any Tape)? { options.tape }
    var catalog: Catalog { listing.catalog }
    /// The timers on real time.
    package var time: HostTime { clocks.real }
    var virtualTime: VirtualTime? { clocks.virtual }
    package var log: Logger { hostLog.logger }
    var trace: Trace? { hostLog.trace }

    /// False for a plugin that has only sources; otherwise true.
    var hasFeatures: Bool { role == nil || !catalog.features.isEmpty }

    /// Sends the requests that sources have queued since the last call.
    func handOn() {
        clientSources.handOn()
        plugins.handOn()
    }

    /// Ends the plugins, and waits for their processes for at most the grace period of a child process.
    ///
    /// Call it after the loop has ended, and before `ChildProcesses.killAll()`.
    public func leavePlugins() {
        let start = loop.now
        for child in plugins.leave() {
            child.wait(milliseconds: max(0, ChildProcess.graceMilliseconds - (loop.now - start)))
        }
    }

    // MARK: Sessions

    /// Sets the function that is called when the host is no longer used.
    ///
    /// At that time, the ``Lifetime`` is over, all input is handled and all writes are confirmed.
    ///
    /// - Parameter body: returns true if the host ends now. If it returns false, it is called again in a later turn.
    public func onUnused(_ body: @escaping () -> Bool) {
        ending.whenUnused = body
    }

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - sink: the output of the session.
    ///   - isSequential: true if each message waits for the answer to the previous message.
    ///   - takesTurns: true if the session handles its input in time slices, so that other sessions are served in
    ///     between.
    package func join(sink: any OutputSink, isSequential: Bool, takesTurns: Bool = false) -> Session {
        let number = sessions.takeNumber()
        tape?.hear(TapeLine.session(number, isSequential: isSequential))
        let sink = tape.map { TapedSink(sink, of: number, $0) } ?? sink
        // A recording has no information about time slices, so a recorded session has none.
        let session = Session(
            number: number, host: self, sink: sink, isSequential: isSequential,
            takesTurns: takesTurns && tape == nil)
        session.input.notes = tape?.notes(of: number, maxFrameBytes: limits.maxFrameBytes)
        sessions.add(session)
        return session
    }

    /// Ends the subscriptions and the forwarded calls of a session.
    ///
    /// The session calls this at its end.
    func leave(_ session: Session) {
        // The newest instances come first, because removing one of many instances moves all newer ones.
        let subscriptions = session.subscriptions.values.sorted { $0.instance.number > $1.instance.number }
        for subscription in subscriptions { session.outbox.fix(subscription) }
        for subscription in subscriptions { unsubscribe(subscription) }
        // A request that is forwarded for a notification is not among the session's pending requests, so the request
        // would otherwise outlive the session.
        for instance in Array(instances.values) {
            instance.backend.abandonCalls(of: session)
        }
    }

    /// Ends every session as if its input had ended, including sessions whose clients no longer read.
    package func shutDown() {
        tape?.hear(TapeLine.stop)
        if ending.isShuttingDown { return }
        ending.isShuttingDown = true
        for session in sessions { session.stop() }
        limitReading()
    }

    /// Ends sessions whose output is still unread after twice `limits.drainMs`, and repeats this until no session
    /// remains.
    private func limitReading() {
        time.schedule(afterMilliseconds: 2 * limits.drainMs) { [weak self] in
            guard let self, !sessions.isEmpty else { return }
            for session in sessions where !session.outbox.isEmpty { session.abandonOutput() }
            limitReading()
        }
    }
}
