/// The work to do after an action: nothing, more actions, or work outside the core thread that sends actions back.
///
/// An effect is a description; the ``Store`` runs it. Timers run on the store's clock. The names of effects are scoped
/// to the path of the feature, so that two features of one type never cancel each other's effects.
///
/// ```swift
/// return .task("load") {
///     .loaded(try await service.posts())
/// } failed: { error in
///     .failed(Failure(error))
/// }
/// ```
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
        case notice(Notice, undo: Action?)
        case lifetime(Effect)
        case outlivingTask(Effect)
        case cancelChildren([String])
        case queued(QueuePlace, @Sendable () -> Effect)
    }

    /// Delivers the single action of awaited work, such as a promise; the flag is true if the work was cancelled.
    typealias Tell = @Sendable (Action, _ wasCancelled: Bool) -> Void

    /// The description of a running effect in a snapshot's `effects`.
    struct Label: Sendable {
        let id: String
        let name: String
        let isBackground: Bool
        /// The description for users.
        var info = EffectInfo()
        /// The action that is applied if a client cancels the effect; nil if clients can't cancel it.
        var cancelled: Action?

        init(id: String, name: String, isBackground: Bool, info: EffectInfo = EffectInfo(), cancelled: Action? = nil) {
            self.id = id
            self.name = name
            self.isBackground = isBackground
            self.info = info
            self.cancelled = cancelled
        }
    }

    /// A piece of work that ends in one action.
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

    /// No effect.
    public static var none: Effect { Effect(.none) }

    /// Applies another action in the same turn of the event loop, as a separate revision.
    public static func send(_ action: Action) -> Effect { Effect(.send(action)) }

    /// Emits an output to the enclosing feature, as part of the action whose reducer returns it.
    ///
    /// A reducer returns the effect directly or in a ``merge(_:)-(Effect<Action>...)``. If there is no enclosing
    /// feature, the handler ``AnyStore/onOutput`` receives the output.
    public static func output(_ output: Output) -> Effect { Effect(.output(output)) }

    /// An animation hint for the change that is made by the action whose reducer returns this effect.
    ///
    /// A reducer returns the effect directly or in a ``merge(_:)-(Effect<Action>...)``. The hint applies only to the
    /// revision of the action, and to the whole instance. The last of several hints counts; the hint of a parent comes
    /// after the hint of its child.
    public static func animation(_ hint: Animation) -> Effect { Effect(.animation(hint)) }

    /// Runs work that ends in exactly one action, outside the core thread.
    ///
    /// The snapshot after this action no longer lists the effect. A cancelled effect delivers nothing.
    /// - Parameters:
    ///   - id: the prefix of the effect's wire id (`append` gives `append-3`).
    ///   - name: the kind of work shown in `effects`; by default the id.
    ///   - retry: the policy for repeating failed attempts; nil to make only one attempt.
    ///   - attempt: the work, off the core thread; it should end early when its task is cancelled.
    ///   - failed: makes the action from the error of the last attempt.
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
    /// If the work ends later than it sends its last action, the end is a separate revision with the cause
    /// `effectEnded`.
    /// - Parameters:
    ///   - id: the prefix of the effect's wire id (`watch` gives `watch-3`).
    ///   - name: the kind of work shown in `effects`; by default the id.
    ///   - isBackground: true for a watch or a tick that continues as long as the feature exists. Such work doesn't
    ///     count for `settled`.
    ///   - body: the work, off the core thread; actions sent after cancellation are dropped.
    public static func run(
        _ id: String, name: String? = nil, isBackground: Bool = false,
        _ body: @escaping @Sendable (Send<Action>) async -> Void
    ) -> Effect {
        Effect(.stream(Label(id: id, name: name ?? id, isBackground: isBackground), body))
    }

    /// Runs effects concurrently.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Runs effects concurrently.
    public static func merge(_ effects: [Effect]) -> Effect {
        let some = effects.filter { !$0.isNone }
        return some.count > 1 ? Effect(.merge(some)) : some.first ?? .none
    }

    /// Runs effects one after the other.
    ///
    /// Each effect starts when the previous effect has ended and the actions of the previous effect are applied.
    public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

    /// Runs effects one after the other.
    public static func concatenate(_ effects: [Effect]) -> Effect {
        let some = effects.filter { !$0.isNone }
        return some.count > 1 ? Effect(.concatenate(some)) : some.first ?? .none
    }

    /// Cancels the running and waiting effects under a name given to ``cancellable(_:cancelInFlight:)``,
    /// ``debounce(_:milliseconds:)`` or ``throttle(_:milliseconds:latest:)``.
    ///
    /// The name is scoped to the feature that returns this effect: a child's effects under the same name continue.
    public static func cancel(_ id: String) -> Effect { Effect(.cancel(id)) }

    var isNone: Bool {
        if case .none = operation { true } else { false }
    }
}

/// Sends actions from an effect to its store, from any thread.
///
/// Actions sent after the effect was cancelled are dropped.
public struct Send<Action: Sendable>: Sendable {
    let deliver: @Sendable (Action) -> Void

    /// Posts the action, which is applied on the core thread.
    public func callAsFunction(_ action: Action) {
        deliver(action)
    }
}

/// Exponential back-off for a failing ``Effect/task(_:name:retry:_:failed:)``.
///
/// The waits are `first`, `first·2`, `first·4`, … milliseconds, up to ``limit``.
public struct RetryPolicy: Sendable, Equatable {
    /// The maximum number of attempts, including the first.
    public let attempts: Int
    /// The wait before the second attempt, in milliseconds.
    public let first: Int
    /// The longest wait, in milliseconds.
    public let limit: Int

    /// Makes a policy; all waits are in milliseconds.
    public init(attempts: Int, first: Int, limit: Int = 30_000) {
        self.attempts = attempts
        self.first = first
        self.limit = limit
    }

    /// The wait in milliseconds after an attempt; nil after the last attempt.
    ///
    /// - Parameter attempt: the number of the attempt, counted from 1.
    public func wait(after attempt: Int) -> Int? {
        guard attempt < attempts else { return nil }
        return min(limit, first << min(attempt - 1, 20))
    }
}
