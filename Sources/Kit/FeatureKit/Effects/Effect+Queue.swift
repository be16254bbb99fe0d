extension Effect {
    /// A place in a queue of effects.
    struct QueuePlace: Sendable {
        /// The name of the queue, which is unique in the store.
        let name: String
        /// True if the effect continues after its feature is removed.
        let outlives: Bool
    }

    /// Starts the effect when all effects queued earlier under this name have ended.
    ///
    /// The queue belongs to the store, so that all features of the instance share it. A cancelled effect leaves the
    /// queue and doesn't block the effects behind it.
    /// - Parameters:
    ///   - name: the name of the queue.
    ///   - outlives: true for a write that must not be lost: the write continues when its feature is removed, and the
    ///     store counts as saving until it has ended. Only closing the store cancels it.
    ///   - make: makes the effect on the core thread, when the effect can start.
    public static func queued(
        _ name: String, outlivesFeature outlives: Bool = false, _ make: @escaping @Sendable () -> Effect
    ) -> Effect {
        Effect(.queued(QueuePlace(name: name, outlives: outlives), make))
    }
}

extension EffectRuntime {
    /// A queue of effects that run one after the other.
    struct Queue {
        /// The scope of the effect that is running.
        var first: Scope
        /// The sequence numbers of the waiting effects.
        var waiting: [Int] = []
    }

    func enter(
        _ place: Effect<Action>.QueuePlace, _ make: @escaping @Sendable () -> Effect<Action>, _ context: Context,
        _ done: @escaping () -> Void
    ) {
        var inner = context
        if place.outlives {
            inner.outlives = true
            inner.scopes = []
        }
        let begin: () -> Void = { [weak self] in self?.begin(make, in: place.name, inner, done) }
        if queues[place.name] == nil { return begin() }
        let label = Effect<Action>.Label(id: "queued", name: "queued", isBackground: false)
        let sequence = insert(label, inner, done) { _ in .queued(begin) }
        queues[place.name]?.waiting.append(sequence)
    }

    private func begin(
        _ make: @Sendable () -> Effect<Action>, in name: String, _ context: Context, _ done: @escaping () -> Void
    ) {
        let scope = Scope(id: "", path: context.path)
        queues[name, default: Queue(first: scope)].first = scope
        var inner = context
        inner.scopes.append(scope)
        start(make(), inner) { [weak self] in
            self?.leave(name, scope)
            done()
        }
    }

    /// Starts the next effect of a queue, if this scope is still the scope of the queue's running effect.
    private func leave(_ name: String, _ scope: Scope) {
        guard queues[name]?.first === scope else { return }
        while let next = queues[name]?.waiting.first {
            queues[name]?.waiting.removeFirst()
            guard let effect = remove(next), case .queued(let begin) = effect.handle else { continue }
            return begin()
        }
        queues[name] = nil
    }

    /// Advances the queues whose running effect was cancelled.
    func leaveCancelled() {
        for (name, queue) in queues {
            let runs = running.values.contains { $0.context.scopes.contains { $0 === queue.first } }
            if !runs { leave(name, queue.first) }
        }
    }
}
