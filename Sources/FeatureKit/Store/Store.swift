import DequeModule
import JSON

/// Owns one feature's state: applies actions, counts revisions, runs effects, writes snapshots.
///
/// The feature runs inside a ``Presenting``, so that it can present others whatever it is.
/// A plain class without locks: it belongs to the core thread, and so does everything that it calls.
/// Each applied action makes exactly one revision, and ``onRevision`` is called for each.
public final class Store<F: Feature>: AnyStore {
    typealias Whole = Presenting<F>

    struct Queued {
        let action: Whole.Action
        let context: EffectRuntime<Whole.Action>.Context
        let applied: () -> Void
    }

    /// The feature's state, and what is over it.
    public internal(set) var state: Presenting<F>.State {
        get {
            putBack()
            return whole
        }
        _modify {
            putBack()
            yield &whole
        }
    }
    /// The state, but for what the cursor has taken out.
    var whole: Presenting<F>.State
    var cursor: Cursor<Whole>?
    var habit = CursorHabit()
    /// How many actions were applied.
    public private(set) var revision = 0
    /// Why there is the newest revision.
    public private(set) var cause = Cause(action: "open", path: [], origin: .host)
    /// How the change of the newest revision may be drawn; nil where nothing is said of it.
    public private(set) var animation: Animation?
    /// Called after each revision.
    public var onRevision: () -> Void = {}
    /// Takes what nothing within the feature handles.
    public var onOutput: ((Output) -> Void)?
    /// Hears what happens.
    public var observer: (any StoreObserver)? {
        didSet { observe() }
    }

    /// What was blocked last.
    var blocked: PresentationNode<Whole>.Blocked?
    /// How often something had been blocked when that was looked at.
    var blockCount = 0
    let feature: Whole
    let root: StoreNode<Whole>
    let effects: EffectRuntime<Whole.Action>
    var queue: Deque<Queued> = []
    /// As `queue.count`, which would cost a look at generic metadata in every turn.
    var queuedCount = 0
    var held: [EffectMessage] = []
    /// The newest of what each watch has told of while nobody looked at the feature.
    var heldNotices: [Int: EffectMessage] = [:]
    private var isInTurn = false
    var hasStarted = false
    var isClosed = false
    var taskIDs: [[String]: String] = [:]
    /// Whether the feature itself may have hints.
    private let mayHint: Bool
    var history = StoreHistory()
    /// What the newest snapshot said to be unavailable in the instance itself.
    var refusals: Refusals?
    /// Why features are started that are started now.
    var startReason = StoreHistory.Reason.appeared

    typealias EffectMessage = Inbox<Whole.Action>.Message

    /// Makes a store of a feature that presents nothing, at revision 0; nothing runs yet.
    public convenience init(_ feature: F, _ environment: StoreEnvironment) {
        self.init(presenting: Presenting(feature), environment)
    }

    /// Makes a store at revision 0; nothing runs yet.
    ///
    /// - Parameters:
    ///   - feature: the feature, with what it may present.
    ///   - fixture: the state that it is shown in instead of the first; its lifetime task never starts by itself.
    ///   - environment: the clock that it lives on, and how it wakes its host.
    public init(presenting feature: Presenting<F>, fixture: Fixture<F>? = nil, _ environment: StoreEnvironment) {
        self.feature = feature
        mayHint = feature.forgetBaseHints != nil
        root = StoreNode(feature, id: F.id, .root)
        whole = feature.initialState
        effects = EffectRuntime(environment: environment)
        effects.enqueue = { [weak self] action, context, applied in
            self?.enqueue(Queued(action: action, context: context, applied: applied))
        }
        effects.dropQueued = { [weak self] path in self?.dropQueued(at: path) }
        effects.started = { [weak self] path in self?.noteStart(at: path) }
        if let fixture {
            whole.base = fixture.state
            hasStarted = true
        }
    }

    deinit {
        effects.cancelAll()
    }

    /// Whether nothing is on its way.
    public var isSettled: Bool { effects.foregroundCount == 0 && queuedCount == 0 }

    /// Whether a write is on its way that must not be lost.
    public var isSaving: Bool { effects.outlivingCount > 0 || feature.isSaving(state) }

    // MARK: The turn

    func enqueue(_ item: Queued) {
        if isClosed { return }
        queue.append(item)
        queuedCount += 1
        turn {}
    }

    func dropQueued(at path: [String]) {
        queue.removeAll { $0.context.path.starts(with: path) && !$0.context.outlives }
        queuedCount = queue.count
        taskIDs = taskIDs.filter { !$0.key.starts(with: path) }
    }

    /// Does something and then applies what it queued, and what that queues, each as a revision of its own.
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
                // A feature that answers itself for ever must not hold the core thread.
                effects.environment.wake()
                break
            }
        }
        isInTurn = false
    }

    private static var actionsInATurn: Int { 1_000 }

    private func reduce(_ action: Whole.Action, _ context: EffectRuntime<Whole.Action>.Context) -> Animation? {
        // Effects of a child come wrapped in its path; those of a lifetime task stay in its scope, but for what its
        // outputs bring about in features above.
        run(action, scopes: context.scopes.filter { $0.isLifetime && context.path.starts(with: $0.path) })
    }

    /// Makes a revision of what is done.
    ///
    /// - Parameters:
    ///   - cause: why there is it.
    ///   - cursor: where it is made, if it needs no look at the whole.
    ///   - body: changes the state, and says how that may be drawn.
    func revise(_ cause: Cause, at cursor: Cursor<Whole>? = nil, _ body: () -> Animation?) {
        if let cursor {
            cursor.forgetHints(in: &whole, feature.forgetHints)
        } else if mayHint || feature.keys.hasBegun {
            // Mostly there is nothing that has hints, and nothing was ever presented that could.
            feature.forgetHints(in: &state)
        }
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
