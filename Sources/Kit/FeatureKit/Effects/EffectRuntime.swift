/// Runs a store's effects: starts, counts and cancels them, and receives their messages.
///
/// Isolated to the core thread; only the inbox is used from other threads.
package final class EffectRuntime<Action: Sendable> {
    /// The effects that are cancelled together: the effects inside one operator, such as `cancellable` or `timeout`.
    package final class Scope {
        /// The name by which the effects can be cancelled; empty for a timeout or a place in a queue.
        let id: String
        let path: [String]
        /// True for the scope of a lifetime task, which also covers the effects of the task's actions.
        let isLifetime: Bool
        var isCancelled = false

        package init(id: String, path: [String], isLifetime: Bool = false) {
            self.id = id
            self.path = path
            self.isLifetime = isLifetime
        }
    }

    /// The path of an effect's feature, the scopes that can cancel the effect, and the origin of the effect's actions.
    package struct Context {
        package var path: [String]
        package var scopes: [Scope]
        package var origin: Cause.Origin
        /// True if the effect continues after the feature at its path is removed.
        package var outlives = false
        /// The revision of the client's action that the effect is a consequence of; nil if there is none.
        var request: Int?

        package init(path: [String], scopes: [Scope], origin: Cause.Origin) {
            self.path = path
            self.scopes = scopes
            self.origin = origin
        }

        var isCancelled: Bool { scopes.contains { $0.isCancelled } }
    }

    package struct Running {
        enum Handle {
            case task(Task<Void, Never>)
            case timer(TimerID)
            case subscription(Subscription)
            case awaited(Subscription)
            /// The effect waits in a queue. The closure starts it.
            case queued(() -> Void)
        }

        let sequence: Int
        package let id: String
        let name: String
        let isBackground: Bool
        /// The description for users.
        let info: EffectInfo
        /// The action that is applied if a client cancels the effect; nil if clients can't cancel it.
        let cancelled: Action?
        let context: Context
        /// The revision in which the effect started.
        let since: Int
        var handle: Handle
        /// The work to repeat after a failed attempt, and the number of the attempt.
        var work: (Effect<Action>.Work, attempt: Int)?
        /// The progress that the effect has reported.
        var reported = Reported()
        /// Continues the work that waits for this effect's end.
        let ended: () -> Void

        /// True for foreground work with a result in the inbox: a task, a source's promise or a finite stream.
        package var isForegroundWork: Bool {
            switch handle {
            case .task, .awaited: !isBackground
            case .timer, .subscription, .queued: false
            }
        }
    }

    /// The current interval of a throttled name.
    struct Throttled {
        /// The time in milliseconds when the last effect was started, on the store's clock.
        let since: Int
        /// The sequence number of the timer that starts the waiting effect; nil if no effect waits.
        var timer: Int?
    }

    /// The running effects, by sequence number.
    package internal(set) var running: [Int: Running] = [:]
    private(set) var counts = Counts()
    /// The notices that are shown.
    var notices = Notices<Action>()
    let environment: StoreEnvironment
    let inbox: Inbox<Action>
    /// Queues an action in this turn; calls the closure when the action has been applied.
    package var enqueue: (Action, Context, @escaping () -> Void) -> Void = { _, _, _ in }
    /// Drops the queued actions of removed features.
    package var dropQueued: (Subtrees) -> Void = { _ in }
    /// The functions that are called for events.
    var handlers = Handlers()
    var revision = 0
    /// The record of started and cancelled effects; nil if nothing observes it.
    var trail: EffectTrail?
    private var cancelledIDs: [String] = []
    var throttled: [[String]: Throttled] = [:]
    var queues: [String: Queue] = [:]
    /// True while lifetime tasks are not started, because no client needs their results.
    private(set) var isHeld = false
    private var heldStarts: [HeldStart] = []

    /// A lifetime task that starts when a client needs its results.
    private struct HeldStart {
        let effect: Effect<Action>
        let context: Context
        let done: () -> Void
    }

    package init(environment: StoreEnvironment) {
        self.environment = environment
        inbox = Inbox(wake: environment.wake)
    }

    /// True if an effect was cancelled since the last call of ``takeCancelled()``.
    var hasCancelled: Bool { !cancelledIDs.isEmpty }

    /// Returns the wire ids of the effects cancelled since the last call.
    func takeCancelled() -> [String] {
        defer { cancelledIDs = [] }
        return cancelledIDs
    }

    /// Starts an effect.
    ///
    /// Calls `done` when the effect has ended or was cancelled by its id, in this call or later. `done` is not called
    /// after ``cancelAll(at:)``, nor for a concatenation that is cancelled as a whole.
    package func start(_ effect: Effect<Action>, _ context: Context, done: @escaping () -> Void = {}) {
        switch effect.operation {
        case .none: done()
        case .send(let action): enqueue(action, context, done)
        case .task(let work): begin(work, attempt: 1, context, done)
        case .stream(let label, let body):
            begin(label, context, done) { inbox, sequence in
                await body(Send { inbox.post(.action($0), from: sequence) })
                inbox.post(.ended, from: sequence)
            }
        case .subscription(let label, let listen):
            let inbox = inbox
            _ = insert(label, context, done) { sequence in
                .subscription(listen(Send { inbox.post(.action($0), from: sequence) }))
            }
        case .awaiting(let label, let listen):
            let inbox = inbox
            _ = insert(label, context, done) { sequence in
                .awaited(listen { inbox.post($1 ? .cancelled($0) : .last($0), from: sequence) })
            }
        case .merge(let effects): merge(effects, context, done)
        case .concatenate(let effects): concatenate(effects[...], context, done)
        case .cancel(let id):
            cancel(id, at: context.path)
            done()
        case .cancellable(let id, let inFlight, let effect):
            if inFlight { cancel(id, at: context.path) }
            var inner = context
            inner.scopes.append(Scope(id: id, path: context.path))
            start(effect, inner, done: done)
        case .delay(let milliseconds, let isBackground, let effect):
            wait(milliseconds, name: "delay", isBackground: isBackground, context, ended: done) { [weak self] in
                var fired = context
                fired.origin = .clock
                self?.start(effect, fired, done: done)
            }
        case .throttle(let id, let milliseconds, let latest, let effect):
            throttle(id, milliseconds, latest: latest, effect, context, done)
        case .timeout(let milliseconds, let effect, let action):
            timeout(milliseconds, effect, then: action, context, done)
        case .child(let name, let effect):
            var inner = context
            inner.path.append(name)
            start(effect, inner, done: done)
        // Both were handled when the action was reduced: outputs by the enclosing feature, animations by the store.
        case .output, .animation: done()
        case .notice(let notice, let undo):
            add(notice, undo: undo, context)
            done()
        case .lifetime(let effect):
            if isHeld { return heldStarts.append(HeldStart(effect: effect, context: context, done: done)) }
            var inner = context
            inner.scopes.append(Scope(id: "task", path: context.path, isLifetime: true))
            inner.origin = .host
            handlers.started(context.path)
            start(effect, inner, done: done)
        case .outlivingTask(let effect):
            var inner = context
            inner.scopes.removeAll(where: \.isLifetime)
            start(effect, inner, done: done)
        case .cancelChildren(let names):
            let removed = Subtrees(names, of: context.path)
            cancelAll(in: removed)
            dropQueued(removed)
            done()
        case .queued(let place, let make): enter(place, make, context, done)
        }
    }

    // MARK: Holding

    /// Delays the start of lifetime tasks until ``release()`` is called.
    func hold() { isHeld = true }

    /// Starts the lifetime tasks that ``hold()`` has delayed.
    func release() {
        isHeld = false
        let starts = heldStarts
        heldStarts = []
        for held in starts { start(Effect(.lifetime(held.effect)), held.context, done: held.done) }
    }

    // MARK: Cancelling

    /// Cancels the effects that the feature at a path has started under a name.
    func cancel(_ id: String, at path: [String]) {
        cancel { $0.id == id && $0.path == path }
    }

    /// Cancels the effects of the lifetime task at a path.
    func cancelLifetime(at path: [String]) {
        heldStarts.removeAll { $0.context.path == path }
        cancel { $0.isLifetime && $0.path == path }
    }

    /// Cancels all effects.
    package func cancelAll() {
        queues = [:]
        removeNotices()
        cancelAll(in: Subtrees(at: [])) { _ in true }
    }

    /// Cancels the effects of the feature at a path and of all features below it, except those that outlive their
    /// features.
    package func cancelAll(at path: [String]) { cancelAll(in: Subtrees(at: path)) }

    /// Cancels all effects in subtrees, except those that outlive their features.
    private func cancelAll(in removed: Subtrees) {
        cancelAll(in: removed) { !$0.context.outlives }
        if !queues.isEmpty { leaveCancelled() }
    }

    private func cancelAll(in removed: Subtrees, where isCancelled: (Running) -> Bool) {
        var stopped: [(position: Int, effect: Running)] = []
        for effect in running.values where isCancelled(effect) {
            if let position = removed.position(of: effect.context.path) { stopped.append((position, effect)) }
        }
        // The effects of a feature end before those of its parent.
        stopped.sort { one, other in
            (one.position, other.effect.context.path.count, one.effect.sequence)
                < (other.position, one.effect.context.path.count, other.effect.sequence)
        }
        for (_, effect) in stopped { stop(effect) }
        heldStarts.removeAll { removed.contains($0.context.path) }
        forgetUndo(in: removed)
        // A new feature at the path of a removed feature must not be throttled by the effects of the removed feature.
        if !throttled.isEmpty { throttled = throttled.filter { !removed.contains($0.key.dropLast()) } }
    }

    private func cancel(where matches: (Scope) -> Bool) {
        guard !running.isEmpty else { return }
        var stopped: [Running] = []
        for effect in running.values {
            let scopes = effect.context.scopes.filter(matches)
            if scopes.isEmpty { continue }
            for scope in scopes { scope.isCancelled = true }
            stopped.append(effect)
        }
        if stopped.count > 1 { stopped.sort { $0.sequence < $1.sequence } }
        for effect in stopped { stop(effect) }
        for effect in stopped { effect.ended() }
        if !queues.isEmpty { leaveCancelled() }
    }

    func stop(_ effect: Running) {
        guard remove(effect.sequence) != nil else { return }
        switch effect.handle {
        case .task(let task):
            trail?.noteCancelled(effect.sequence, effect.id, at: effect.context.path)
            task.cancel()
        case .awaited(let subscription):
            trail?.noteCancelled(effect.sequence, effect.id, at: effect.context.path)
            subscription.cancel()
        case .timer(let timer): environment.clock.cancel(timer)
        case .subscription(let subscription): subscription.cancel()
        case .queued: break
        }
        cancelledIDs.append(effect.id)
    }

    // MARK: Bookkeeping

    @discardableResult
    func remove(_ sequence: Int) -> Running? {
        guard let effect = running.removeValue(forKey: sequence) else { return nil }
        counts.running -= 1
        if let timer = effect.reported.timer { environment.clock.cancel(timer) }
        if !effect.isBackground { counts.foreground -= 1 }
        if effect.context.outlives { counts.outliving -= 1 }
        return effect
    }

    func insert(
        _ label: Effect<Action>.Label, _ context: Context, _ ended: @escaping () -> Void,
        handle: (Int) -> Running.Handle
    ) -> Int {
        let sequence = environment.effects.next()
        counts.begun += 1
        counts.running += 1
        if !label.isBackground { counts.foreground += 1 }
        if context.outlives { counts.outliving += 1 }
        let id = "\(label.id)-\(counts.begun)"
        running[sequence] = Running(
            sequence: sequence, id: id, name: label.name, isBackground: label.isBackground, info: label.info,
            cancelled: label.cancelled, context: context, since: revision + 1, handle: handle(sequence), ended: ended)
        trail?.noteBegin(id)
        return sequence
    }

    func drop(_ content: Inbox<Action>.Content, from sequence: Int) {
        if content.isDelivery { noteDropped(from: sequence) }
        if content.isEnd { trail?.noteEnd(of: sequence) }
    }

    func noteDropped(from sequence: Int) {
        counts.dropped += 1
        trail?.noteDropped(from: sequence)
    }

    func setWork(_ work: Effect<Action>.Work, attempt: Int, of sequence: Int) {
        running[sequence]?.work = (work, attempt)
    }
}
