/// The execution of each operation of an effect.
extension EffectRuntime {
    func begin(_ work: Effect<Action>.Work, attempt: Int, _ context: Context, _ done: @escaping () -> Void) {
        let body = work.attempt
        let sequence = begin(work.label, context, done) { inbox, sequence in
            let report = ProgressReport { inbox.post(.progress($0), from: sequence) }
            await WorkProgress.$report.withValue(report) {
                do {
                    inbox.post(.last(try await body()), from: sequence)
                } catch {
                    inbox.post(.failed(error), from: sequence)
                }
            }
        }
        setWork(work, attempt: attempt, of: sequence)
    }

    @discardableResult
    func begin(
        _ label: Effect<Action>.Label, _ context: Context, _ done: @escaping () -> Void,
        body: @escaping @Sendable (Inbox<Action>, Int) async -> Void
    ) -> Int {
        let inbox = inbox
        return insert(label, context, done) { sequence in
            .task(Task { await body(inbox, sequence) })
        }
    }

    /// Starts a timer on the clock.
    ///
    /// - Parameters:
    ///   - ended: called if the timer is cancelled; continues the work that waits for the end of the delayed effect.
    ///   - fire: called when the timer fires; starts the delayed effect.
    /// - Returns: the sequence number of the timer.
    @discardableResult
    func wait(
        _ milliseconds: Int, name: String, isBackground: Bool = false, _ context: Context,
        ended: @escaping () -> Void, then fire: @escaping () -> Void
    ) -> Int {
        let label = Effect<Action>.Label(id: name, name: name, isBackground: isBackground)
        let clock = environment.clock
        return insert(label, context, ended) { sequence in
            .timer(
                clock.schedule(after: milliseconds) { [weak self] in
                    guard let self, remove(sequence) != nil else { return }
                    fire()
                })
        }
    }

    func merge(_ effects: [Effect<Action>], _ context: Context, _ done: @escaping () -> Void) {
        var left = effects.count
        for effect in effects {
            start(effect, context) {
                left -= 1
                if left == 0 { done() }
            }
        }
    }

    func concatenate(
        _ effects: ArraySlice<Effect<Action>>, _ context: Context, _ done: @escaping () -> Void
    ) {
        guard let first = effects.first else { return done() }
        start(first, context) { [weak self] in
            if context.isCancelled { return }
            self?.concatenate(effects.dropFirst(), context, done)
        }
    }

    func throttle(
        _ id: String, _ milliseconds: Int, latest: Bool, _ effect: Effect<Action>, _ context: Context,
        _ done: @escaping () -> Void
    ) {
        let key = context.path + [id]
        let now = environment.clock.now
        let last = throttled[key]
        let left = last.map { milliseconds - (now - $0.since) } ?? 0
        if left > 0, !latest { return done() }
        // Of the effects that arrive during an interval, only the newest runs.
        let superseded = last?.timer.flatMap { running[$0] }
        if let superseded { stop(superseded) }
        var inner = context
        inner.scopes.append(Scope(id: id, path: context.path))
        if left > 0 {
            let timer = wait(left, name: "throttle", inner, ended: done) { [weak self] in
                guard let self else { return }
                throttled[key] = Throttled(since: environment.clock.now)
                var fired = inner
                fired.origin = .clock
                start(effect, fired, done: done)
            }
            throttled[key]?.timer = timer
        } else {
            throttled[key] = Throttled(since: now)
            start(effect, inner, done: done)
        }
        // Called last, because the closure may start an effect that is throttled under the same name.
        superseded?.ended()
    }

    func timeout(
        _ milliseconds: Int, _ effect: Effect<Action>, then action: Action, _ context: Context,
        _ done: @escaping () -> Void
    ) {
        let scope = Scope(id: "", path: context.path)
        var inner = context
        inner.scopes.append(scope)
        var deadline: Int?
        var isOver = false
        start(effect, inner) { [weak self] in
            isOver = true
            if let deadline, let effect = self?.remove(deadline), case .timer(let timer) = effect.handle {
                self?.environment.clock.cancel(timer)
            }
            if !scope.isCancelled { done() }
        }
        if isOver { return }
        let label = Effect<Action>.Label(id: "deadline", name: "deadline", isBackground: true)
        deadline = insert(label, context, {}) { sequence in
            .timer(
                environment.clock.schedule(after: milliseconds) { [weak self] in
                    guard let self, remove(sequence) != nil else { return }
                    cancel(scope)
                    var fired = context
                    fired.origin = .clock
                    enqueue(action, fired, done)
                })
        }
    }

    func isWatch(_ sequence: Int) -> Bool {
        if case .subscription? = running[sequence]?.handle { true } else { false }
    }

    /// Receives all messages from effects, and queues the actions in them.
    package func receiveAll() {
        for message in inbox.fetch() {
            if case .ended(let effect) = receive(message.content, from: message.effect) { effect.ended() }
        }
    }

    /// Receives one message and queues the action in it.
    func receive(_ content: Inbox<Action>.Content, from sequence: Int) -> Received {
        guard let effect = running[sequence] else {
            drop(content, from: sequence)
            return .nothing
        }
        var context = effect.context
        context.origin = .effect
        switch content {
        case .action(let action):
            enqueue(action, context) {}
        case .last(let action), .cancelled(let action):
            remove(sequence)
            enqueue(action, context, effect.ended)
        case .progress(let progress):
            note(progress, of: sequence)
            return .nothing
        case .ended:
            remove(sequence)
            return .ended(effect)
        case .failed(let error):
            remove(sequence)
            guard let (work, attempt) = effect.work else { return .ended(effect) }
            if !(error is CancellationError), let wait = work.retry?.wait(after: attempt) {
                self.wait(wait, name: "retry", effect.context, ended: effect.ended) { [weak self] in
                    self?.begin(work, attempt: attempt + 1, effect.context, effect.ended)
                }
                return .waiting
            }
            enqueue(work.failed(error), context, effect.ended)
        }
        return .queued
    }

    enum Received {
        /// No action was queued: the effect was no longer running, or has reported its progress.
        case nothing
        /// An action was queued.
        case queued
        /// The effect ended without an action.
        case ended(Running)
        /// An attempt has failed; the next attempt begins after a wait.
        case waiting
    }

    private func cancel(_ scope: Scope) {
        scope.isCancelled = true
        for effect in running.values.sorted(by: { $0.sequence < $1.sequence })
        where effect.context.scopes.contains(where: { $0 === scope }) {
            stop(effect)
        }
    }
}
