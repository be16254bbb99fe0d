/// What is to be done after an action: nothing, more actions, or work outside the core thread that brings actions back.
///
/// An effect is a description; the ``Store`` runs it. Timers run on the store's clock.
/// Cancelling is by name: names belong to the feature (and to its place in its parent), so two instances never collide.
public struct Effect<Action: Sendable>: Sendable {
    indirect enum Operation: Sendable {
        case none
        case send(Action)
        case task(Work)
        case stream(Label, @Sendable (Send<Action>) async -> Void)
        case subscription(Label, @Sendable (Send<Action>) -> Subscription)
        case awaiting(Label, @Sendable (@escaping Tell) -> Subscription)
        case merge([Effect])
        case concatenate([Effect])
        case cancel(String)
        case cancellable(String, inFlight: Bool, Effect)
        case delay(milliseconds: Int, isBackground: Bool, Effect)
        case throttle(String, milliseconds: Int, latest: Bool, Effect)
        case timeout(milliseconds: Int, Effect, then: Action)
        case child(String, Effect)
        case output(Output)
        case animation(Animation)
        case lifetime(Effect)
        case cancelChild(String)
        case queued(QueuePlace, @Sendable () -> Effect)
    }

    /// Brings the one action of what is awaited, and whether that was given up.
    typealias Tell = @Sendable (Action, _ wasCancelled: Bool) -> Void

    /// What a snapshot's `effects` shows of a running effect.
    struct Label: Sendable {
        let id: String
        let name: String
        let isBackground: Bool
    }

    /// One piece of work that ends in one action.
    struct Work: Sendable {
        let label: Label
        let retry: RetryPolicy?
        let attempt: @Sendable () async throws -> Action
        let failed: @Sendable (any Error) -> Action
    }

    let operation: Operation

    init(_ operation: Operation) {
        self.operation = operation
    }

    /// Nothing to do.
    public static var none: Effect { Effect(.none) }

    /// Applies another action in the same turn, as a revision of its own.
    public static func send(_ action: Action) -> Effect { Effect(.send(action)) }

    /// Hands something to the feature above, as part of the action that it is returned from.
    ///
    /// Returned by a reducer as it is or in a ``merge(_:)-(Effect<Action>...)``; where nobody is above, nothing happens.
    public static func output(_ output: Output) -> Effect { Effect(.output(output)) }

    /// Says how the change of the action that it is returned from may be drawn.
    ///
    /// Returned by a reducer as it is or in a ``merge(_:)-(Effect<Action>...)``. It is of that revision alone, and of the
    /// instance as a whole, whichever part of it states it; where several do, the last one counts, a parent's own after
    /// its child's.
    public static func animation(_ hint: Animation) -> Effect { Effect(.animation(hint)) }

    /// Runs work outside the core thread that ends in exactly one action.
    ///
    /// The action's snapshot no longer shows the effect. A cancelled one delivers nothing.
    /// - Parameters:
    ///   - id: what the effect's wire id begins with (`append` gives `append-3`).
    ///   - name: what kind of work it is, for people who look at `effects`; the id by default.
    ///   - retry: how often a failing attempt is repeated before `failed` makes an action of the error.
    ///   - attempt: the work, off the core thread; it should end early when its task is cancelled.
    ///   - failed: makes an action of the last attempt's error.
    public static func task(
        _ id: String, name: String? = nil, retry: RetryPolicy? = nil,
        _ attempt: @escaping @Sendable () async throws -> Action,
        failed: @escaping @Sendable (any Error) -> Action
    ) -> Effect {
        let label = Label(id: id, name: name ?? id, isBackground: false)
        return Effect(.task(Work(label: label, retry: retry, attempt: attempt, failed: failed)))
    }

    /// Runs work that sends any number of actions.
    ///
    /// Where its last action and its end don't coincide, its end is a revision of its own, `effectEnded`.
    /// - Parameters:
    ///   - id: what the effect's wire id begins with (`watch` gives `watch-3`).
    ///   - name: what kind of work it is, for people who look at `effects`; the id by default.
    ///   - isBackground: true for a watch or a tick that goes on as long as the feature lives; it doesn't count for
    ///     `settled`.
    ///   - body: the work, off the core thread; what it sends after it was cancelled is dropped.
    public static func run(
        _ id: String, name: String? = nil, isBackground: Bool = false,
        _ body: @escaping @Sendable (Send<Action>) async -> Void
    ) -> Effect {
        Effect(.stream(Label(id: id, name: name ?? id, isBackground: isBackground), body))
    }

    /// Runs effects side by side.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Runs effects side by side.
    public static func merge(_ effects: [Effect]) -> Effect {
        let some = effects.filter { !$0.isNone }
        return some.count > 1 ? Effect(.merge(some)) : some.first ?? .none
    }

    /// Runs effects one after the other; each begins when the one before it has ended and its actions are applied.
    public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

    /// Runs effects one after the other.
    public static func concatenate(_ effects: [Effect]) -> Effect {
        let some = effects.filter { !$0.isNone }
        return some.count > 1 ? Effect(.concatenate(some)) : some.first ?? .none
    }

    /// Cancels what runs, or waits to be run, under a name given to ``cancellable(_:cancelInFlight:)``,
    /// ``debounce(_:milliseconds:)`` or ``throttle(_:milliseconds:latest:)``.
    ///
    /// The name is one of the feature whose effect this is: what a child runs under the same name goes on.
    public static func cancel(_ id: String) -> Effect { Effect(.cancel(id)) }

    var isNone: Bool {
        if case .none = operation { true } else { false }
    }
}

/// Sends actions from an effect to its store, from any thread.
///
/// What is sent after the effect was cancelled is dropped.
public struct Send<Action: Sendable>: Sendable {
    let deliver: @Sendable (Action) -> Void

    /// Posts the action; it is applied on the core thread.
    public func callAsFunction(_ action: Action) {
        deliver(action)
    }
}

/// How a failing ``Effect/task(_:name:retry:_:failed:)`` is repeated: after `first`, `first·2`, `first·4` … milliseconds.
public struct RetryPolicy: Sendable, Equatable {
    /// How many attempts there are at most, the first one included.
    public let attempts: Int
    /// The wait before the second attempt, in milliseconds.
    public let first: Int
    /// The longest wait, in milliseconds.
    public let limit: Int

    /// Makes a policy.
    public init(attempts: Int, first: Int, limit: Int = 30_000) {
        self.attempts = attempts
        self.first = first
        self.limit = limit
    }

    /// The wait in milliseconds after the attempt of this number (from 1); nil after the last one.
    public func wait(after attempt: Int) -> Int? {
        guard attempt < attempts else { return nil }
        return min(limit, first << min(attempt - 1, 20))
    }
}
