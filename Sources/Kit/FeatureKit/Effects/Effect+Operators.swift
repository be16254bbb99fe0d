extension Effect {
    /// Makes the effect cancellable by name.
    ///
    /// - Parameters:
    ///   - id: the name that ``cancel(_:)`` expects. The same name in a child names other effects.
    ///   - cancelInFlight: true to first cancel the effects that already run under the name.
    public func cancellable(_ id: String, cancelInFlight: Bool = false) -> Effect {
        Effect(.cancellable(id, inFlight: cancelInFlight, self))
    }

    /// Lets the effect continue when the lifetime task that started it is cancelled, for example by `setTaskId`.
    ///
    /// An example is a write that waits for a load. The load belongs to the lifetime task, but the user requested the
    /// write.
    public func outlivingTask() -> Effect {
        Effect(.outlivingTask(self))
    }

    /// Starts the effect after a delay on the store's clock.
    ///
    /// - Parameters:
    ///   - milliseconds: the delay.
    ///   - isBackground: true for a tick that recurs as long as the feature exists; such a delay doesn't count for
    ///     `settled`.
    public func delay(milliseconds: Int, isBackground: Bool = false) -> Effect {
        Effect(.delay(milliseconds: milliseconds, isBackground: isBackground, self))
    }

    /// Starts the effect after a delay, if no other effect arrives under this name meanwhile.
    ///
    /// A new effect under the name cancels the previous effect: its timer and, if it has started, its work.
    public func debounce(_ id: String, milliseconds: Int) -> Effect {
        delay(milliseconds: milliseconds).cancellable(id, cancelInFlight: true)
    }

    /// Starts at most one effect in each interval under this name.
    ///
    /// An interval begins when an effect starts. The next effect does not cancel an effect that has started.
    ///
    /// - Parameters:
    ///   - id: the name; ``Effect/cancel(_:)`` cancels the running and the waiting effects under the name.
    ///   - milliseconds: the length of the interval.
    ///   - latest: true to start, at the end of an interval, the newest of the effects that arrived during the
    ///     interval; false to drop these effects.
    public func throttle(_ id: String, milliseconds: Int, latest: Bool) -> Effect {
        Effect(.throttle(id, milliseconds: milliseconds, latest: latest, self))
    }

    /// Cancels the effect after a timeout, and sends `action` instead.
    ///
    /// The timer is a background effect, which doesn't count for `settled`.
    public func timeout(milliseconds: Int, then action: Action) -> Effect {
        Effect(.timeout(milliseconds: milliseconds, self, then: action))
    }

    /// Converts the effect for a parent by passing its actions through `embed`.
    public func map<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
        switch operation {
        case .none: .none
        case .send(let action): .send(embed(action))
        case .task(let work):
            Effect<Parent>(
                .task(
                    .init(
                        label: .init(work.label, embed), retry: work.retry,
                        attempt: { embed(try await work.attempt()) },
                        failed: { embed(work.failed($0)) })))
        case .stream(let label, let body):
            Effect<Parent>(
                .stream(.init(label, embed)) { send in
                    await body(Send { send(embed($0)) })
                })
        case .subscription(let label, let listen):
            Effect<Parent>(.subscription(.init(label, embed)) { send in listen(Send { send(embed($0)) }) })
        case .awaiting(let label, let listen):
            Effect<Parent>(.awaiting(.init(label, embed)) { tell in listen { tell(embed($0), $1) } })
        case .merge(let effects): .merge(effects.map { $0.map(embed) })
        case .concatenate(let effects): .concatenate(effects.map { $0.map(embed) })
        case .cancel(let id): .cancel(id)
        case .cancellable(let id, let inFlight, let effect):
            Effect<Parent>(.cancellable(id, inFlight: inFlight, effect.map(embed)))
        case .delay(let milliseconds, let isBackground, let effect):
            Effect<Parent>(.delay(milliseconds: milliseconds, isBackground: isBackground, effect.map(embed)))
        case .throttle(let id, let milliseconds, let latest, let effect):
            Effect<Parent>(.throttle(id, milliseconds: milliseconds, latest: latest, effect.map(embed)))
        case .timeout(let milliseconds, let effect, let action):
            Effect<Parent>(.timeout(milliseconds: milliseconds, effect.map(embed), then: embed(action)))
        case .child(let name, let effect): Effect<Parent>(.child(name, effect.map(embed)))
        case .output(let output): .output(output)
        case .animation(let hint): .animation(hint)
        case .notice(let notice, let undo): .notice(notice, undo: undo.map(embed))
        case .lifetime(let effect): Effect<Parent>(.lifetime(effect.map(embed)))
        case .outlivingTask(let effect): Effect<Parent>(.outlivingTask(effect.map(embed)))
        case .cancelChildren(let names): Effect<Parent>(.cancelChildren(names))
        case .queued(let place, let make):
            Effect<Parent>(.queued(.init(name: place.name, outlives: place.outlives)) { make().map(embed) })
        }
    }

    /// Returns the effect with the child's name added to its path, so that the effect belongs to the child.
    package func inChild(_ name: String) -> Effect {
        isNone ? self : Effect(.child(name, self))
    }
}

extension Effect.Label {
    init<Other: Sendable>(_ other: Effect<Other>.Label, _ embed: (Other) -> Action) {
        self.init(
            id: other.id, name: other.name, isBackground: other.isBackground, info: other.info,
            cancelled: other.cancelled.map(embed))
    }
}
