import DequeModule
import JSON

/// Owns one feature's state: applies actions, counts revisions, runs effects, writes snapshots.
///
/// A plain class without locks: it belongs to the core thread, and so does everything that it calls.
/// Each applied action makes exactly one revision, and ``onRevision`` is called for each.
public final class Store<F: Feature>: AnyStore {
    struct Queued {
        let action: F.Action
        let context: EffectRuntime<F.Action>.Context
        let applied: () -> Void
    }

    /// The feature's state.
    public internal(set) var state: F.State
    /// How many actions were applied.
    public private(set) var revision = 0
    /// Why there is the newest revision.
    public private(set) var cause = Cause(action: "open", path: [], origin: .host)
    /// Called after each revision.
    public var onRevision: () -> Void = {}

    let feature: F
    let children: [Child<F>]
    let root: StoreNode<F>
    let effects: EffectRuntime<F.Action>
    var queue: Deque<Queued> = []
    /// As `queue.count`, which would cost a look at generic metadata in every turn.
    var queuedCount = 0
    var held: [EffectMessage] = []
    private var isInTurn = false
    var hasStarted = false
    var isClosed = false
    var taskIDs: [[String]: String] = [:]

    typealias EffectMessage = Inbox<F.Action>.Message

    /// Makes a store at revision 0; nothing runs yet.
    public init(_ feature: F, _ environment: StoreEnvironment) {
        self.feature = feature
        children = feature.children
        root = StoreNode(feature, children, path: [], .root)
        state = feature.initialState
        effects = EffectRuntime(environment: environment)
        effects.enqueue = { [weak self] action, context, applied in
            self?.enqueue(Queued(action: action, context: context, applied: applied))
        }
    }

    deinit {
        effects.cancelAll()
    }

    /// Whether nothing is on its way.
    public var isSettled: Bool { effects.foregroundCount == 0 && queuedCount == 0 }

    /// Whether a write is on its way that must not be lost.
    public var isSaving: Bool { feature.isSaving(state) }

    // MARK: The turn

    func enqueue(_ item: Queued) {
        if isClosed { return }
        queue.append(item)
        queuedCount += 1
        turn {}
    }

    /// Does something and then applies what it queued, and what that queues, each as a revision of its own.
    func turn(_ body: () -> Void) {
        if isInTurn { return body() }
        isInTurn = true
        body()
        var left = Self.actionsInATurn
        while queuedCount > 0, let item = queue.popFirst() {
            queuedCount -= 1
            reduce(item.action, item.context)
            item.applied()
            finish(Cause(action: Self.name(of: item.action), path: item.context.path, origin: item.context.origin))
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

    private func reduce(_ action: F.Action, _ context: EffectRuntime<F.Action>.Context) {
        let effect = feature.reduceAll(children, into: &state, action)
        if effect.isNone { return }
        // Effects of a child come wrapped in its path; those of a lifetime task stay in its scope.
        effects.start(
            effect, .init(path: [], scopes: context.scopes.filter { $0.isLifetime }, origin: .effect))
    }

    func finish(_ cause: Cause) {
        self.cause = cause
        if effects.hasCancelled { self.cause.cancelled = effects.takeCancelled() }
        revision += 1
        onRevision()
    }

    private static func name(of action: F.Action) -> String {
        var name = caseName(of: action)
        // A child's action carries the child's name: its own name is further inside.
        var payload: Any = action
        while let child = Mirror(reflecting: payload).children.first, child.label == name,
            Mirror(reflecting: child.value).displayStyle == .enum
        {
            payload = child.value
            name = caseName(of: payload)
        }
        return name
    }

    private static func caseName(of action: Any) -> String {
        Mirror(reflecting: action).children.first?.label ?? "\(action)"
    }
}
