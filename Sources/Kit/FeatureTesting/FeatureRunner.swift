import DequeModule
import FeatureKit

/// Runs a feature with its effects; each action that an effect sends waits until the test receives it.
final class FeatureRunner<F: Feature> {
    private typealias Context = EffectRuntime<F.Action>.Context

    private(set) var state: F.State
    /// The outputs that the feature has emitted and the test has not received yet.
    var outputs: Deque<Output> = []
    /// True if timers fire as soon as no other work is in progress.
    var isImmediate = false
    /// The animation hint of the last action; nil for none.
    private(set) var animation: Animation?
    /// The maximum real time for which the runner waits until work delivers an action.
    var timeout = Duration.seconds(10)
    /// The record of used dependencies that the test has not provided.
    let reached = ReachedDependencies()
    private let feature: F
    private let clock: VirtualClock
    private let children: [Child<F>]
    private let places: BindingPlaces<F>
    private let forget: (@Sendable (inout F.State) -> Void)?
    private let effects: EffectRuntime<F.Action>
    private var waiting: Deque<(action: F.Action, context: Context, applied: () -> Void)> = []
    private var wakes: AsyncStream<Void>.Iterator
    private let wake: AsyncStream<Void>.Continuation

    init(_ feature: F, clock: VirtualClock) {
        self.feature = feature
        self.clock = clock
        children = feature.children
        places = BindingPlaces(feature)
        forget = feature.forgetAllHints(children)
        state = feature.initialState
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        wake = continuation
        effects = EffectRuntime(environment: StoreEnvironment(clock: clock) { continuation.yield() })
        effects.enqueue = { [unowned self] action, context, applied in
            waiting.append((action, context, applied))
        }
        effects.dropQueued = { [unowned self] removed in
            waiting.removeAll { !$0.context.outlives && removed.contains($0.context.path) }
        }
    }

    deinit {
        effects.cancelAll()
    }

    /// The names of the children, which are also the names of the cases of their actions.
    var childNames: [String?] { children.map(\.name) }
    /// The actions that effects have delivered and the test has not received yet.
    var received: [F.Action] { waiting.map(\.action) }
    /// The ids of the running effects, including timers and subscriptions.
    var running: [String] { effects.running.values.map(\.id).sorted() }
    /// The ids of the foreground work that will deliver an action.
    var work: [String] { effects.running.values.filter(\.isForegroundWork).map(\.id).sorted() }

    /// Reduces an action and starts its effects.
    func send(_ action: F.Action) {
        forget?(&state)
        reached.watch {
            var effect = feature.reduceAll(children, into: &state, action)
            animation = effect.animation
            outputs.append(contentsOf: effect.takeOutputs())
            effects.start(effect, Context(path: [], scopes: [], origin: .effect))
        }
    }

    /// Returns the feature at a path with its bound values; nil if there is no feature at the path.
    func place(at path: [String]) -> BindingPlaces<F>.Place? { places.place(at: path, in: &state) }

    /// True if the bound value with this name can be set now.
    ///
    /// - Parameter place: the feature with the bound value.
    func isEnabled(_ name: String, at place: BindingPlaces<F>.Place) -> Bool { place.isEnabled(name, in: &state) }

    /// Sets a bound value of the feature at a path; the follow-up action waits until the test receives it.
    func set(_ setting: (inout F.State) -> Effect<F.Action>, at path: [String]) {
        forget?(&state)
        reached.watch { effects.start(setting(&state), Context(path: path, scopes: [], origin: .effect)) }
    }

    /// Clears the change hints of a state: the parts that describe only the newest revision.
    func forgetHints(in state: inout F.State) { forget?(&state) }

    /// Advances the clock, and fires each timer that becomes due.
    func advance(by milliseconds: Int) {
        reached.watch { clock.advance(by: milliseconds) }
    }

    /// Waits for the next action from an effect and returns it, but does not remove it.
    ///
    /// Returns nil if no work is in progress, or if no action arrives within the timeout.
    func next() async -> F.Action? {
        var left = timeout
        while true {
            // An effect that ends may start the next effect of a concatenation or of a queue.
            reached.watch { effects.receiveAll() }
            if let first = waiting.first { return first.action }
            if effects.running.values.contains(where: \.isForegroundWork) {
                if left <= .zero { return nil }
                let waited = await wait(atMost: left)
                left -= waited
            } else if isImmediate, let deadline = clock.nextDeadline {
                advance(by: deadline - clock.now)
            } else {
                return nil
            }
        }
    }

    /// Cancels all effects, and drops the actions and outputs that the test has not received.
    func cancelAll() {
        effects.cancelAll()
        waiting = []
        outputs = []
    }

    /// Removes the next action from the queue of actions that effects have sent, and reduces it.
    func applyNext() {
        guard let (action, _, applied) = waiting.popFirst() else { return }
        send(action)
        reached.watch(applied)
    }

    /// Waits until an effect has delivered something, but at most one second and at most `limit`.
    ///
    /// - Returns: the duration of the wait.
    private func wait(atMost limit: Duration) async -> Duration {
        // While the machine is suspended, the work is suspended too. A suspension therefore counts at most as long as
        // the planned wait.
        let nap = min(limit, .seconds(1))
        let start = ContinuousClock.now
        let alarm = Task { [wake] in
            try await Task.sleep(for: nap)
            wake.yield()
        }
        defer { alarm.cancel() }
        var iterator = wakes
        await iterator.next()
        wakes = iterator
        return min(nap, start.duration(to: ContinuousClock.now))
    }
}
