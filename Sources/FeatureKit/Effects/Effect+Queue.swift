extension Effect {
    /// A place in a queue of effects.
    struct QueuePlace: Sendable {
        /// The name of the queue; one for the whole store.
        let name: String
        /// Whether the effect goes on when the feature that it comes from is taken away.
        let outlives: Bool
    }

    /// Begins when every effect that was queued under this name before has ended.
    ///
    /// The queue belongs to the store: features that come one after the other at different places share it.
    /// An effect that was taken out of the queue by a cancellation does not hold up the others.
    /// - Parameters:
    ///   - name: the name of the queue.
    ///   - outlives: true for a write that must not be lost: it goes on when its feature is taken away, and the store
    ///     counts as saving until it has ended. Only closing the store cancels it.
    ///   - make: makes the effect when its turn has come, on the core thread.
    public static func queued(
        _ name: String, outlivesFeature outlives: Bool = false, _ make: @escaping @Sendable () -> Effect
    ) -> Effect {
        Effect(.queued(QueuePlace(name: name, outlives: outlives), make))
    }
}

extension EffectRuntime {
    /// Effects that run one after the other.
    struct Queue {
        /// Marks what runs for the first of them.
        var first: Scope
        /// The sequence numbers of those that wait.
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

    /// Lets the next effect of a queue begin, unless it has begun already.
    private func leave(_ name: String, _ scope: Scope) {
        guard queues[name]?.first === scope else { return }
        while let next = queues[name]?.waiting.first {
            queues[name]?.waiting.removeFirst()
            guard let effect = remove(next), case .queued(let begin) = effect.handle else { continue }
            return begin()
        }
        queues[name] = nil
    }

    /// Lets queues go on whose first effect was cancelled.
    func leaveCancelled() {
        for (name, queue) in queues {
            let runs = running.values.contains { $0.context.scopes.contains { $0 === queue.first } }
            if !runs { leave(name, queue.first) }
        }
    }
}
