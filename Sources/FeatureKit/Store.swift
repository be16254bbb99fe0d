import DequeModule
import JSON

/// Owns one feature's state: applies actions, counts revisions, runs effects, writes snapshots.
///
/// A plain class without locks: it belongs to the core thread, and so does everything that it calls.
/// Each applied action makes exactly one revision, and ``onRevision`` is called for each.
public final class Store<F: Feature>: AnyStore {
    private struct Queued {
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
    private var queue: Deque<Queued> = []
    /// As `queue.count`, which would cost a look at generic metadata in every turn.
    private var queuedCount = 0
    private var held: [EffectMessage] = []
    private var isInTurn = false
    private var hasStarted = false
    private var isClosed = false
    private var taskIDs: [[String]: String] = [:]

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

    // MARK: Actions

    /// Sends the start actions.
    public func start() {
        if hasStarted { return }
        hasStarted = true
        turn {
            for node in root.all { start(node) }
        }
    }

    private func start(_ node: StoreNode<F>) {
        guard let action = node.start(&state, taskIDs[node.path]) else { return }
        let lifetime = EffectRuntime<F.Action>.Scope(id: "task", path: node.path, isLifetime: true)
        enqueue(
            Queued(action: action, context: .init(path: node.path, scopes: [lifetime], origin: .host), applied: {}))
    }

    /// Applies a front end's action.
    public func send(
        _ name: String, _ params: JSONValue, path: [String], from sender: Sender
    ) throws(ActionRefusal) {
        guard let node = path.isEmpty ? root : root.descendant(at: path[...]) else {
            throw .unavailable("gone")
        }
        for entry in node.unavailable(&state) where entry.action == name { throw .unavailable(entry.reason) }
        if let action = try node.admit(name, params, &state) {
            turn { apply(action, named: name, path: path, sender) }
        } else if let action = try CommonAction.set.decode(name, params) {
            try perform(action, named: name, on: node, sender)
        } else {
            throw .unknown(known: node.actionNames + CommonAction.set.descriptions.map(\.name))
        }
    }

    private func perform(
        _ action: CommonAction, named name: String, on node: StoreNode<F>, _ sender: Sender
    ) throws(ActionRefusal) {
        switch action {
        case .retry(let id):
            guard let error = find(id, in: node) else { throw .unavailable("gone") }
            guard error.retry != nil, let action = node.retry(error, &state) else {
                throw .unavailable("notRetryable")
            }
            turn { apply(action, named: name, path: node.path, sender) }
        case .dismissError(let id):
            guard find(id, in: node) != nil else { throw .unavailable("gone") }
            turn {
                node.errors(&state) { $0.remove(id) }
                finish(Cause(action: name, path: node.path, origin: .front(sender)))
            }
        case .setTaskId(let id):
            turn {
                let isNew = taskIDs[node.path] != id
                taskIDs[node.path] = id
                if isNew {
                    effects.cancelLifetime(at: node.path)
                    start(node)
                }
                finish(Cause(action: name, path: node.path, origin: .front(sender)))
            }
        case .reset:
            turn {
                effects.cancelAll(at: node.path)
                node.reset(&state)
                for node in node.all { start(node) }
                finish(Cause(action: name, path: node.path, origin: .front(sender)))
            }
        }
    }

    private func find(_ id: String?, in node: StoreNode<F>) -> PresentedError? {
        var error: PresentedError?
        node.errors(&state) { error = $0.find(id) }
        return error
    }

    private func apply(_ action: F.Action, named name: String, path: [String], _ sender: Sender) {
        let effect = feature.reduceAll(children, into: &state, action)
        if !effect.isNone { effects.start(effect, .init(path: [], scopes: [], origin: .effect)) }
        finish(Cause(action: name, path: path, origin: .front(sender)))
    }

    // MARK: The turn

    private func enqueue(_ item: Queued) {
        if isClosed { return }
        queue.append(item)
        queuedCount += 1
        turn {}
    }

    /// Does something and then applies what it queued, and what that queues, each as a revision of its own.
    private func turn(_ body: () -> Void) {
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

    private func finish(_ cause: Cause) {
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

    // MARK: Effects

    /// Fetches what effects have delivered.
    ///
    /// An effect whose end has come too ends with its last action, so that one snapshot shows both.
    public func collect() {
        for message in effects.inbox.fetch() {
            if case .ended = message.content,
                let last = held.lastIndex(where: { $0.effect == message.effect }),
                case .action(let action) = held[last].content
            {
                held[last].content = .last(action)
            } else {
                held.append(message)
            }
        }
    }

    /// Applies what effects have delivered.
    public func deliver() {
        collect()
        let messages = held
        held = []
        turn {}
        for message in messages { receive(message) }
    }

    /// Applies one action of an effect.
    public func deliver(from effect: Int) -> Bool {
        guard let index = held.firstIndex(where: { $0.effect == effect }) else { return false }
        receive(held.remove(at: index))
        return true
    }

    private func receive(_ message: EffectMessage) {
        turn {
            if case .ended(let effect) = effects.receive(message.content, from: message.effect) {
                effect.ended()
                if queuedCount == 0 {
                    finish(Cause(action: "effectEnded", path: effect.context.path, origin: .effect))
                }
            }
        }
    }

    /// What runs now.
    public var activity: StoreActivity {
        let oldest = effects.running.values.filter(\.isForegroundWork).map(\.sequence).min()
        return StoreActivity(
            oldestWork: oldest,
            isOldestWorkComplete: held.contains { $0.effect == oldest && $0.isEnd },
            oldestBackgroundDelivery: held.map(\.effect).filter { effects.running[$0]?.isForegroundWork != true }.min(),
            count: effects.running.count, droppedCount: effects.droppedCount)
    }

    /// Whether there is a child at this path.
    public func has(path: [String]) -> Bool {
        root.descendant(at: path[...]) != nil
    }

    /// Cancels everything.
    public func close() {
        isClosed = true
        queue = []
        queuedCount = 0
        held = []
        effects.cancelAll()
        onRevision = {}
    }
}

extension Inbox.Message {
    /// Whether the effect has come to its end with it.
    var isEnd: Bool {
        switch content {
        case .ended, .last, .failed: true
        case .action: false
        }
    }
}
