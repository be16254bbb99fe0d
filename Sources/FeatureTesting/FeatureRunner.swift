import DequeModule
import FeatureKit

/// A feature with its effects, where each action that an effect brings waits until the test takes it.
final class FeatureRunner<F: Feature> {
    private typealias Context = EffectRuntime<F.Action>.Context

    private(set) var state: F.State
    /// What the feature has handed to whoever is above it, and was not taken yet.
    var outputs: Deque<Output> = []
    /// Whether timers fire as soon as nothing else is on its way.
    var isImmediate = false
    /// How the change of the last action may be drawn.
    private(set) var animation: Animation?
    /// How long work may take to bring an action, in real time.
    var patience = Duration.seconds(10)
    /// What is used meanwhile though the test has not provided it.
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
        effects.dropQueued = { [unowned self] path in
            waiting.removeAll { $0.context.path.starts(with: path) && !$0.context.outlives }
        }
    }

    deinit {
        effects.cancelAll()
    }

    /// What the children are called, which the cases of their actions are too.
    var childNames: [String?] { children.map(\.name) }
    /// What effects have brought and was not taken yet.
    var received: [F.Action] { waiting.map(\.action) }
    /// The effects that run, timers and watches included.
    var running: [String] { effects.running.values.map(\.id).sorted() }
    /// The work that is on its way to bring an action.
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

    /// What is at a path, with its bound values; nil if there is nothing.
    func place(at path: [String]) -> BindingPlaces<F>.Place? { places.place(at: path, in: &state) }

    /// Whether a bound value of a place can be set now.
    func isEnabled(_ name: String, at place: BindingPlaces<F>.Place) -> Bool { place.isEnabled(name, in: &state) }

    /// Sets a value as a binding does, of the feature at a path; its follow-up waits to be taken.
    func set(_ setting: (inout F.State) -> Effect<F.Action>, at path: [String]) {
        forget?(&state)
        reached.watch { effects.start(setting(&state), Context(path: path, scopes: [], origin: .effect)) }
    }

    /// Forgets what a state says of the action before, as is done before each.
    func forgetHints(in state: inout F.State) { forget?(&state) }

    /// Moves the clock, firing each timer on its way.
    func advance(by milliseconds: Int) {
        reached.watch { clock.advance(by: milliseconds) }
    }

    /// The next action that an effect brings; nil if no work is on its way to bring one, or none has brought one in the
    /// time that it may take.
    func next() async -> F.Action? {
        var left = patience
        while true {
            // What has come to its end may be followed by the next effect.
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

    /// Cancels all that runs, and forgets what was brought.
    func cancelAll() {
        effects.cancelAll()
        waiting = []
        outputs = []
    }

    /// Takes the next action and reduces it.
    func applyNext() {
        guard let (action, _, applied) = waiting.popFirst() else { return }
        send(action)
        reached.watch(applied)
    }

    /// Waits until effects have brought something, at most for a while.
    ///
    /// - Returns: how long that was.
    private func wait(atMost limit: Duration) async -> Duration {
        // A machine that stood still for long has not let the work go on either: that counts as one nap.
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
