import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting
import TestSupport
import Testing

@testable import FHListFeature

/// A list over a ``HeldSource``, under random actions.
///
/// All random values are drawn from one seed, so that a run can be repeated. Calls are performed and answered at times
/// of the virtual clock, and each answer is applied before the next event.
final class ListRun {
    private struct Event {
        let time: Int
        let call: Int
        let isAnswer: Bool
    }

    let seed: UInt64
    var generator: SeededGenerator
    let source: HeldSource
    private(set) var store: Store<List>
    private(set) var isGood = true
    /// The latest steps, for the message of a failure.
    private(set) var trace: [String] = []
    var checker = ListChecker()
    private let clock = VirtualClock()
    private let configuration: ListConfiguration
    private var wakes: AsyncStream<Void>.Iterator
    private var events: [Event] = []
    private var knownCalls = 0
    private var rowCount = 0

    init(seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        var draws = generator
        let rows = (0..<Int.random(in: 0...14, using: &draws)).map { RowDraws.row("r\($0)", &draws) }
        source = HeldSource(
            HeldRows(
                rows, hasCursors: Int.random(in: 0..<4, using: &draws) == 0, tellsTotal: Bool.random(using: &draws)),
            capabilities: Bool.random(using: &draws) ? [.all, .query, .offsets] : [.all, .query], seed: seed &+ 1)
        var configuration = ListConfiguration(
            title: "Test", source: source, pageSize: Int.random(in: 1...5, using: &draws),
            columns: [Column(key: "name", role: .title)], selection: .multiple,
            prefetchDistance: Int.random(in: 0...2, using: &draws), ids: IDGenerator(seed: seed))
        configuration.filters = [NamedFilter(id: "open", title: "Open", predicate: .equals("done", .bool(false)))]
        if Int.random(in: 0..<4, using: &draws) == 0 { configuration.filter = "open" }
        if Int.random(in: 0..<4, using: &draws) == 0 { configuration.sort = [SortKey("size")] }
        if Int.random(in: 0..<3, using: &draws) == 0 { configuration.maxPages = Int.random(in: 1...2, using: &draws) }
        if Bool.random(using: &draws) { configuration.jumpDistance = Int.random(in: 0...4, using: &draws) }
        self.configuration = configuration
        generator = draws
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        store = Store(List(configuration), StoreEnvironment(clock: clock) { continuation.yield() })
        open(continuation)
    }

    private func open(_ continuation: AsyncStream<Void>.Continuation) {
        checker = ListChecker()
        store.onRevision = { [unowned self] in
            checker.look(at: store, source) { self.fail($0) }
        }
        store.start()
        noteCalls()
    }

    /// Closes the list; later answers have no receiver.
    func close() {
        let (before, revision) = (list, store.revision)
        store.close()
        source.changeOwner()
        if clock.nextDeadline != nil { fail("a closed list has a timer") }
        for event in events where !event.isAnswer { source.perform(event.call) }
        for event in events where event.isAnswer { source.answer(event.call) }
        events = []
        clock.advance(by: 100_000)
        store.deliver()
        if list != before || store.revision != revision { fail("a closed list changes") }
    }

    /// Closes the list and opens another over the same source.
    func reopen() {
        close()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        store = Store(List(configuration), StoreEnvironment(clock: clock) { continuation.yield() })
        open(continuation)
    }

    // MARK: The client

    var list: ListState { store.state.base }

    /// Sends an action that may be refused; fails if a refusal makes a revision.
    func send(_ action: String, _ params: String = "{}") {
        note("\(action) \(params)")
        guard let params = try? JSONValue(parsing: params) else { preconditionFailure("not JSON: \(params)") }
        let revision = store.revision
        do {
            try store.send(action, params, path: [], from: Sender(session: 1, request: .none))
            if store.revision == revision { fail("\(action) made no revision") }
        } catch {
            note("refused: \(error)")
            if case .unavailable = error {} else { fail("\(action) was refused as \(error)") }
            if store.revision != revision { fail("\(action) was refused and made a revision") }
        }
        noteCalls()
    }

    /// Returns the id of a new row.
    func newID() -> String {
        rowCount += 1
        return "n\(rowCount)"
    }

    // MARK: The source

    /// Changes rows on behalf of another client, optionally with a notification.
    func changeSource(isTold: Bool, _ body: (inout PlainRows, inout SeededGenerator) -> Void) async {
        source.change(body)
        note("changed by somebody else: \(source.held.table.ids.joined(separator: " "))\(isTold ? ", told" : "")")
        if isTold { await tell(SourceChange()) }
    }

    func tell(_ change: SourceChange) async {
        guard source.feed.listenerCount > 0 else { return fail("nobody listens to the source") }
        let revision = store.revision
        source.feed.tell(change)
        while store.revision == revision { await wake() }
        noteCalls()
    }

    /// Advances the clock; the source performs and answers calls.
    func advance(by milliseconds: Int) async {
        note("\(milliseconds) ms")
        let end = clock.now + milliseconds
        while isGood, let next = events.indices.min(by: { events[$0].time < events[$1].time }),
            events[next].time <= end
        {
            let event = events.remove(at: next)
            clock.advance(by: max(0, event.time - clock.now))
            noteCalls()
            if event.isAnswer { await hear(event.call) } else { source.perform(event.call) }
        }
        clock.advance(by: max(0, end - clock.now))
        noteCalls()
    }

    /// Advances the clock until nothing is pending.
    func settle() async {
        var rounds = 0
        while isGood, !store.isSettled || !events.isEmpty {
            await advance(by: 500)
            rounds += 1
            if rounds > 1_000 { fail("it never settles") }
        }
    }

    private func hear(_ call: Int) async {
        note("answer \(call): \(source.call(call).fate)")
        let (revision, dropped) = (store.revision, store.activity.droppedCount)
        checker.heard = call
        source.answer(call)
        while store.revision == revision, store.activity.droppedCount == dropped { await wake() }
        checker.heard = nil
        noteCalls()
    }

    private func wake() async {
        store.deliver()
        var iterator = wakes
        await iterator.next()
        wakes = iterator
        store.deliver()
    }

    /// Schedules the operations and answers of new calls.
    private func noteCalls() {
        while knownCalls < source.callCount {
            let call = source.call(knownCalls)
            note("call \(knownCalls)\(call.isAtOnce ? " at once" : ""): \(call.operation), \(call.fate)")
            if !call.isAtOnce {
                let done = clock.now + Int.random(in: 0...300, using: &generator)
                let answered = done + Int.random(in: 0...300, using: &generator)
                events.append(Event(time: done, call: knownCalls, isAnswer: false))
                events.append(Event(time: answered, call: knownCalls, isAnswer: true))
            }
            knownCalls += 1
        }
    }

    // MARK: The trace

    func note(_ line: String) {
        trace.append(line)
        if trace.count > 60 { trace.removeFirst() }
    }

    func fail(_ what: String) {
        guard isGood else { return }
        isGood = false
        let last = trace.joined(separator: "\n")
        Issue.record(
            """
            TEST_SEED=\(seed): \(what)
            \(JSONText(store.snapshot()))
            the source has \(source.held.table.rows.map { $0.value.string }.joined(separator: " "))
            \(last)
            """)
    }
}
