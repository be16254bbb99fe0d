import DequeModule
import FHJSON

/// Owns one feature's state: applies actions, counts revisions, runs effects, writes snapshots.
///
/// The feature is wrapped in a ``Presenting``, so that any feature can present others. The store, and everything that
/// it calls, is isolated to the core thread, so that no locks are needed. Each applied action makes exactly one
/// revision, and ``onRevision`` is called for each revision.
///
/// ```swift
/// let store = Store(Counter(), StoreEnvironment(clock: VirtualClock(), wake: {}))
/// store.onRevision = { print(store.revision) }
/// store.start()
/// try store.send("increment", .null, path: [], from: Sender(session: 1, request: .none))
/// ```
public final class Store<F: Feature>: AnyStore {
    typealias Whole = Presenting<F>

    struct Queued {
        let action: Whole.Action
        let context: EffectRuntime<Whole.Action>.Context
        let applied: () -> Void
    }

    /// The feature's state, and its modals.
    public internal(set) var state: Presenting<F>.State
    /// The number of applied actions.
    public private(set) var revision = 0
    /// The cause of the newest revision.
    public private(set) var cause = Cause(action: "open", path: [], origin: .host)
    /// The animation hint of the newest revision; nil for none.
    public private(set) var animation: Animation?
    /// Called after each revision.
    public var onRevision: () -> Void = {}
    /// Receives the outputs that no feature of the instance handles.
    public var onOutput: ((Output) -> Void)?
    /// The observer of revisions and dropped deliveries.
    public var observer: (any StoreObserver)? {
        didSet { observe() }
    }

    /// The newest blocked action, which waits for the user's confirmation; nil if no action is blocked.
    var blocked: PresentationNode<Whole>.Blocked?
    /// The number of actions that had ever been blocked when `keepNewestBlocked()` ran last.
    var blockCount = 0
    let feature: Whole
    let root: StoreNode<Whole>
    let effects: EffectRuntime<Whole.Action>
    var queue: Deque<Queued> = []
    /// The number of queued actions.
    ///
    /// The getter of `queue.count` would require a lookup of generic metadata in every turn.
    var queuedCount = 0
    var held: [EffectMessage] = []
    /// The newest event of each subscription, held back while no client observes the feature.
    var heldNotices: [Int: EffectMessage] = [:]
    private var isInTurn = false
    var hasStarted = false
    var isClosed = false
    var taskIDs: [[String]: String] = [:]
    /// True if the feature or its children may have change hints; presented features are not included.
    private let mayHint: Bool
    var history = StoreHistory()
    /// The unavailable actions of the instance's root feature in the newest snapshot.
    ///
    /// They are reused while they are unchanged.
    var refusals: Refusals?
    /// The reason to record for the features that start now.
    var startReason = StoreHistory.Reason.appeared

    typealias EffectMessage = Inbox<Whole.Action>.Message

    /// Makes a store of a feature without modals, at revision 0.
    ///
    /// No effect runs yet.
    public convenience init(_ feature: F, _ environment: StoreEnvironment) {
        self.init(presenting: Presenting(feature), environment)
    }

    /// Makes a store at revision 0.
    ///
    /// No effect runs yet.
    ///
    /// - Parameters:
    ///   - feature: the feature, with its modals.
    ///   - fixture: the example state to show, whose lifetime task never starts automatically; nil for the initial
    ///     state.
    ///   - environment: the clock of the effects, and the function that wakes the host.
    public init(presenting feature: Presenting<F>, fixture: Fixture<F>? = nil, _ environment: StoreEnvironment) {
        self.feature = feature
        mayHint = feature.forgetBaseHints != nil
        root = StoreNode(feature, id: F.id, .root)
        state = feature.initialState
        effects = EffectRuntime(environment: environment)
        effects.enqueue = { [weak self] action, context, applied in
            self?.enqueue(Queued(action: action, context: context, applied: applied))
        }
        effects.dropQueued = { [weak self] removed in self?.dropQueued(in: removed) }
        effects.handlers.started = { [weak self] path in self?.noteStart(at: path) }
        effects.handlers.noticeEnded = { [weak self] in self?.noteNoticeEnd() }
        effects.handlers.progressed = { [weak self] path in self?.noteProgress(at: path) }
        if let fixture {
            state.base = fixture.state
            hasStarted = true
        }
    }

    deinit {
        effects.cancelAll()
    }

    /// True if no foreground effect runs and no action is queued.
    public var isSettled: Bool { effects.counts.foreground == 0 && queuedCount == 0 }

    /// True while a write is in progress that must not be lost.
    public var isSaving: Bool { effects.counts.outliving > 0 || feature.isSaving(state) }

    // MARK: The turn

    func enqueue(_ item: Queued) {
        if isClosed { return }
        queue.append(item)
        queuedCount += 1
        turn {}
    }

    func dropQueued(in removed: Subtrees) {
        queue.removeAll { !$0.context.outlives && removed.contains($0.context.path) }
        queuedCount = queue.count
        if !taskIDs.isEmpty { taskIDs = taskIDs.filter { !removed.contains($0.key) } }
    }

    /// Calls `body`, and then applies all queued actions, each as a separate revision.
    ///
    /// It also applies the actions that are queued meanwhile, but at most ``actionsInATurn`` actions.
    func turn(_ body: () -> Void) {
        if isInTurn { return body() }
        isInTurn = true
        body()
        var left = Self.actionsInATurn
        while queuedCount > 0, let item = queue.popFirst() {
            queuedCount -= 1
            revise(Cause(action: item.action.name, path: item.context.path, origin: item.context.origin)) {
                let hint = reduce(item.action, item.context)
                item.applied()
                return hint
            }
            left -= 1
            if left == 0 {
                // A feature whose actions trigger each other endlessly must not block the core thread.
                effects.environment.wake()
                break
            }
        }
        isInTurn = false
    }

    private static var actionsInATurn: Int { 1_000 }

    private func reduce(_ action: Whole.Action, _ context: EffectRuntime<Whole.Action>.Context) -> Animation? {
        // The path of a child's effects is part of the effect itself. The effects of a lifetime task stay in the scope
        // of the task, except the effects that the task's outputs trigger in enclosing features.
        run(
            action, scopes: context.scopes.filter { $0.isLifetime && context.path.starts(with: $0.path) },
            request: context.request)
    }

    /// Makes a revision.
    ///
    /// - Parameters:
    ///   - cause: the cause of the revision.
    ///   - body: changes the state and returns the animation hint of the revision; nil for none.
    func revise(_ cause: Cause, _ body: () -> Animation?) {
        // Skipped in the usual case: the feature has no change hints, and no other feature was presented or pushed.
        if mayHint || feature.keys.hasBegun { feature.forgetHints(in: &state) }
        animation = body()
        self.cause = cause
        keepNewestBlocked()
        if effects.hasCancelled { self.cause.cancelled = effects.takeCancelled() }
        revision += 1
        effects.revision = revision
        if let trail = effects.trail { remember(trail.takeBegan()) }
        onRevision()
    }
}
