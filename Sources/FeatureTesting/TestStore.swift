import DequeModule
import FeatureKit
import JSON

/// Runs a feature in a test: every change of its state and every action that comes back must be said beforehand.
///
/// ```swift
/// let store = TestStore(Counter())
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.finish()
/// ```
/// Effects run for real, timers on ``clock``, which only the test moves. What was not expected is reported through
/// `fail`, with the difference between the two states.
/// A test ends with ``finish(file:line:)``, or else with ``close()``: a store that goes without either reports what is
/// left then.
/// Not `Sendable`: one test owns it.
public final class TestStore<F: Feature> where F.State: Equatable {
    /// The state, as the test and the feature agree on it.
    public private(set) var state: F.State
    /// The time that the feature lives on.
    public let clock: TestClock
    /// Whether all must be said beforehand; else only what is said is held against the feature.
    public var isExhaustive = true
    /// How long work may take to bring an action, in real time: a test that forgets to answer a source fails then, and
    /// doesn't wait for ever.
    public var patience: Duration {
        get { runner.patience }
        set { runner.patience = newValue }
    }
    /// How the change of the action that was sent or received last may be drawn; nil where nothing is said of it.
    public var animation: Animation? { runner.animation }
    private let feature: F
    private let runner: FeatureRunner<F>
    private let fail: (_ message: String, _ file: StaticString, _ line: UInt) -> Void
    /// Where the store was made.
    private let origin: (file: StaticString, line: UInt)
    /// Whether the test has said that this is the end.
    private var isOver = false

    /// Makes a store at the feature's initial state; nothing has started.
    ///
    /// - Parameters:
    ///   - feature: the feature, with the dependencies that the test wants.
    ///   - timers: whether the test moves the clock, or each timer fires as soon as an action is waited for.
    ///   - file: where it is made, for what is reported when the store goes.
    ///   - line: where it is made, for what is reported when the store goes.
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
        // The runner's own: a feature may draw ids for it, which asking again would not give.
        state = runner.state
    }

    deinit {
        if isExhaustive, !isOver { reportLeft("the store goes without finish(), and", origin.file, origin.line) }
    }

    /// Sends an action as a person would, and expects the state to change as `expected` says.
    ///
    /// What earlier effects have brought must have been received.
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

    /// Sends an action as a person would, and expects the state to stay as it is.
    public func send(_ action: F.Action, file: StaticString = #fileID, line: UInt = #line) {
        send(action, file: file, line: line) { _ in }
    }

    /// Sets a bound value as a front end would, and expects the state to change as `expected` says.
    ///
    /// What the binding's follow-up does is to be received; that of a child comes as the parent's action.
    ///
    /// ```swift
    /// try store.set("title", to: "Buy bread", path: ["todos", "1"]) { $0.todos[id: "1"]?.title = "Buy bread" }
    /// ```
    /// - Parameters:
    ///   - name: the binding's.
    ///   - value: what a front end would send.
    ///   - path: the child whose value it is, by the names and ids on the way; empty for the feature itself.
    ///   - file: where it is said, for what is reported.
    ///   - line: where it is said, for what is reported.
    ///   - expected: the change of the whole state.
    /// - Throws: `ActionRefusal.invalidParams` for a value that doesn't fit, and what `expected`
    ///   throws.
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

    /// Expects that effects bring an action, and waits for it as long as work is on its way.
    ///
    /// - Parameters:
    ///   - name: what the action is called in what is reported.
    ///   - matches: whether it is the action that is meant.
    ///   - file: where it is said, for what is reported.
    ///   - line: where it is said, for what is reported.
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
            let late = "nothing came within \(patience); still running: \(work)"
            let reason = work.isEmpty ? "no effect is on its way to bring it" : late
            return fail("expected to receive \(name), but \(reason)", file, line)
        }
        runner.applyNext()
        if !matches(action) {
            fail("expected to receive \(name), but received \(action)", file, line)
            reportReached(file, line)
            // What the other action changes is no second mistake.
            state = runner.state
            return
        }
        try compare("receiving \(name)", file, line, expected)
    }

    /// Expects that the feature has handed this to whoever is above it.
    public func receive(output expected: Output, file: StaticString = #fileID, line: UInt = #line) {
        guard let output = runner.outputs.popFirst() else {
            fail("expected the output \(expected.name), but there is none", file, line)
            return
        }
        if output != expected { fail("expected the output \(expected), but it is \(output)", file, line) }
    }

    /// Moves the clock, firing each timer on its way.
    public func advance(by milliseconds: Int) {
        runner.advance(by: milliseconds)
    }

    /// Cancels all that runs, as closing the feature does, and forgets what was brought.
    public func close() {
        isOver = true
        runner.cancelAll()
    }

    /// Expects that nothing is left: no effect runs, no timer is armed, nothing was received or put out.
    ///
    /// A store that is not exhaustive is closed.
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

    /// Reports what is there and was not expected.
    private func reportLeft(_ moment: String, _ file: StaticString, _ line: UInt) {
        if let action = runner.received.first { fail("\(moment) \(action) was received and not expected", file, line) }
        for output in runner.outputs { fail("\(moment) there is the output \(output), not expected", file, line) }
        let running = runner.running
        if !running.isEmpty { fail("\(moment) effects still run: \(running.joined(separator: ", "))", file, line) }
    }

    /// Why a front end could not send the feature itself this action now.
    private func refusal(of action: F.Action) -> ActionRefusal? {
        let outermost = Mirror(reflecting: action).children.first?.label
        // A child's action may have the name of one of the feature's own.
        if !runner.childNames.contains(outermost) {
            let name = ActionName.of(action)
            for entry in feature.unavailable(in: state) where entry.action == name { return .unavailable(entry.reason) }
        }
        return feature.refusal(of: action, in: state)
    }

    /// Reports what was used though the test has not provided it.
    private func reportReached(_ file: StaticString, _ line: UInt) {
        for message in runner.reached.take() { fail(message, file, line) }
    }

    /// Applies what effects have brought, where nobody wants to be told.
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
