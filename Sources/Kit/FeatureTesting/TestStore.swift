import DequeModule
import FHJSON
import FeatureKit

/// Runs a feature in a test that must declare every change of state and every action from effects in advance.
///
/// ```swift
/// let store = TestStore(Counter()) { message, _, _ in Issue.record("\(message)") }
/// store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.finish()
/// ```
///
/// The work of effects is really performed; only their timers run on ``clock``, which the test advances. The closure
/// `fail` receives everything unexpected, with the difference between the expected and the actual state. A test ends
/// with ``finish(file:line:)`` or ``close()``: a store that is deallocated without either of these calls reports the
/// remaining work. A store is not `Sendable`, because it belongs to one test.
public final class TestStore<F: Feature> where F.State: Equatable {
    /// The state as the test expects it.
    public private(set) var state: F.State
    /// The clock of the feature's effects.
    public let clock: TestClock
    /// True if the test must declare everything in advance; false to check only what it declares.
    public var isExhaustive = true
    /// The maximum real time for which the store waits until work delivers an action.
    ///
    /// A test that forgets to answer a source fails after this time instead of hanging.
    public var timeout: Duration {
        get { runner.timeout }
        set { runner.timeout = newValue }
    }
    /// The animation hint of the last action; nil for none.
    public var animation: Animation? { runner.animation }
    private let feature: F
    private let runner: FeatureRunner<F>
    private let fail: (_ message: String, _ file: StaticString, _ line: UInt) -> Void
    /// The source location where the store was made.
    private let origin: (file: StaticString, line: UInt)
    /// True after ``finish(file:line:)`` or ``close()``.
    private var isOver = false

    /// Makes a store in the feature's initial state; no effect runs yet.
    ///
    /// - Parameters:
    ///   - feature: the feature, with the dependencies of the test.
    ///   - timers: the control of the clock, by the test or automatic.
    ///   - file: the source location for reports when the store is deallocated.
    ///   - line: the source location for reports when the store is deallocated.
    ///   - fail: reports a failed expectation, for instance with Swift Testing's `Issue.record`.
    public init(
        _ feature: F, timers: Timers = .moved, file: StaticString = #fileID, line: UInt = #line,
        fail: @escaping (_ message: String, _ file: StaticString, _ line: UInt) -> Void
    ) {
        self.feature = feature
        self.fail = fail
        origin = (file, line)
        clock = TestClock()
        runner = FeatureRunner(feature, clock: clock)
        runner.isImmediate = timers == .immediate
        // The state is copied from the runner, because a second call of `initialState` may generate other ids.
        state = runner.state
    }

    deinit {
        if isExhaustive, !isOver { reportLeft("the store goes without finish(), and", origin.file, origin.line) }
    }

    /// Sends a user's action, and expects the change of state that `expected` makes.
    ///
    /// Fails if effects have sent actions that the test has not received yet.
    public func send(
        _ action: F.Action, file: StaticString = #fileID, line: UInt = #line,
        _ expected: (inout F.State) throws -> Void
    ) rethrows {
        expectNothingReceived("before sending \(action)", file, line)
        takeReceived()
        if let refusal = refusal(of: action) { fail("\(action) would be refused: \(refusal)", file, line) }
        runner.send(action)
        try compare("sending \(action)", file, line, expected)
    }

    /// Sends a user's action, and expects no change of state.
    public func send(_ action: F.Action, file: StaticString = #fileID, line: UInt = #line) {
        send(action, file: file, line: line) { _ in }
    }

    /// Sets a bound value as a client does, and expects the change of state that `expected` makes.
    ///
    /// If the binding has a follow-up action, the test must receive it. The follow-up action of a child arrives as an
    /// action of the parent.
    ///
    /// ```swift
    /// try store.set("title", to: "Buy bread", path: ["todos", "1"]) { $0.todos[id: "1"]?.title = "Buy bread" }
    /// ```
    /// - Parameters:
    ///   - name: the name of the binding.
    ///   - value: the value, as a client sends it.
    ///   - path: the path of the child, by names and ids; empty for the feature itself.
    ///   - file: the source location for reports.
    ///   - line: the source location for reports.
    ///   - expected: the change of the whole state.
    /// - Throws: `ActionRefusal.invalidParams` for an invalid value, and errors of `expected`.
    public func set<Value: Encodable>(
        _ name: String, to value: Value, path: [String] = [], file: StaticString = #fileID, line: UInt = #line,
        _ expected: (inout F.State) throws -> Void = { _ in }
    ) throws {
        let moment = "setting \((path + [name]).joined(separator: "/"))"
        expectNothingReceived("before \(moment)", file, line)
        takeReceived()
        guard let place = runner.place(at: path) else {
            return fail("\(moment) would be refused: there is no child \(path.joined(separator: "/"))", file, line)
        }
        let params = try JSONText.build { (json) throws in
            json.beginObject()
            json.key("value")
            try json.encode(value)
            json.endObject()
        }
        guard let setting = try place.setting(name, params.value) else {
            let known = place.names.joined(separator: ", ")
            return fail("there is no binding \(name); there are: \(known)", file, line)
        }
        if !runner.isEnabled(name, at: place) { fail("\(moment) would be refused: it is disabled", file, line) }
        runner.set(setting, at: path)
        try compare(moment, file, line, expected)
    }

    /// Expects an action from an effect, and waits for it while work is in progress, up to ``timeout``.
    ///
    /// - Parameters:
    ///   - name: the name of the action in reports.
    ///   - matches: returns true for the expected action.
    ///   - file: the source location for reports.
    ///   - line: the source location for reports.
    ///   - expected: the change of the state.
    public func receive(
        _ name: String, where matches: (F.Action) -> Bool, file: StaticString = #fileID, line: UInt = #line,
        _ expected: (inout F.State) throws -> Void = { _ in }
    ) async rethrows {
        var next = await runner.next()
        while !isExhaustive, let action = next, !matches(action) {
            runner.applyNext()
            next = await runner.next()
        }
        guard let action = next else {
            let work = runner.work.joined(separator: ", ")
            let late = "nothing came within \(timeout); still running: \(work)"
            let reason = work.isEmpty ? "no effect is on its way to bring it" : late
            return fail("expected to receive \(name), but \(reason)", file, line)
        }
        runner.applyNext()
        if !matches(action) {
            fail("expected to receive \(name), but received \(action)", file, line)
            reportReached(file, line)
            // The change of state by the unexpected action is not reported as a second failure.
            state = runner.state
            return
        }
        try compare("receiving \(name)", file, line, expected)
    }

    /// Expects that the next output of the feature equals `expected`.
    public func receive(output expected: Output, file: StaticString = #fileID, line: UInt = #line) {
        guard let output = runner.outputs.popFirst() else {
            fail("expected the output \(expected.name), but there is none", file, line)
            return
        }
        if output != expected { fail("expected the output \(expected), but it is \(output)", file, line) }
    }

    /// Advances the clock, and fires each timer that becomes due.
    public func advance(by milliseconds: Int) {
        runner.advance(by: milliseconds)
    }

    /// Cancels all effects, as closing the feature does, and drops the actions and outputs that were not received.
    public func close() {
        isOver = true
        runner.cancelAll()
    }

    /// Expects that no effect is running, no timer is scheduled, and no action or output remains to be received.
    ///
    /// If ``isExhaustive`` is false, the function closes the store instead.
    public func finish(file: StaticString = #fileID, line: UInt = #line) async {
        if !isExhaustive {
            reportReached(file, line)
            return close()
        }
        _ = await runner.next()
        isOver = true
        reportReached(file, line)
        reportLeft("at the end", file, line)
    }

    /// Reports the actions and outputs that the test has not received, and the effects that are still running.
    private func reportLeft(_ moment: String, _ file: StaticString, _ line: UInt) {
        if let action = runner.received.first { fail("\(moment) \(action) was received and not expected", file, line) }
        for output in runner.outputs { fail("\(moment) there is the output \(output), not expected", file, line) }
        let running = runner.running
        if !running.isEmpty { fail("\(moment) effects still run: \(running.joined(separator: ", "))", file, line) }
    }

    /// The reason why the feature would refuse this action of a client now; nil if the feature would accept it.
    private func refusal(of action: F.Action) -> ActionRefusal? {
        let outermost = Mirror(reflecting: action).children.first?.label
        // A child's action may have the same name as an action of the feature.
        if !runner.childNames.contains(outermost) {
            let name = ActionName.of(action)
            for entry in feature.unavailable(in: state) where entry.action == name { return .unavailable(entry.reason) }
        }
        return feature.refusal(of: action, in: state)
    }

    /// Reports the used dependencies that the test has not provided.
    private func reportReached(_ file: StaticString, _ line: UInt) {
        for message in runner.reached.take() { fail(message, file, line) }
    }

    /// If the store is not exhaustive, applies the actions that effects have sent.
    private func takeReceived() {
        while !isExhaustive, !runner.received.isEmpty { runner.applyNext() }
        if !isExhaustive { state = runner.state }
    }

    private func expectNothingReceived(_ moment: String, _ file: StaticString, _ line: UInt) {
        if isExhaustive, let action = runner.received.first {
            fail("\(moment) \(action) was received; receive it first", file, line)
        }
    }

    private func compare(
        _ what: String, _ file: StaticString, _ line: UInt, _ expected: (inout F.State) throws -> Void
    ) rethrows {
        reportReached(file, line)
        let actual = runner.state
        if isExhaustive { runner.forgetHints(in: &state) } else { state = actual }
        try expected(&state)
        if state != actual {
            fail("after \(what) the state differs:\n\(StateDifference(expected: state, actual: actual))", file, line)
            state = actual
        }
    }
}
