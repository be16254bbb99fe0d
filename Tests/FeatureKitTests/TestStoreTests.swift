import FeatureKit
import FeatureTesting
import Synchronization
import TestSupport
import Testing

/// A feature with a dependency, a delay and work.
private struct Clocked: Feature {
    static let id = "clocked"

    struct State: Sendable, Equatable, Codable {
        var dates: [Int] = []
        var notes: [String] = []
    }
    enum Action: Sendable, Equatable, Codable {
        case ask
        case askInEffect
        /// Uses the dependency in an effect after a delay; `askBehind` in the second of two effects, and `askInVain` in
        /// an effect without an action.
        case askLate
        case askBehind
        case askInVain
        case dated(Int)
        case failed(Failure)
        case waitTwice
        case note(text: String)
    }

    static let actions = ActionSet<Action>([.ask, .askInEffect, .waitTwice])

    let initialState = State()
    let date: DateSource

    func unavailable(in state: State) -> [Unavailable] {
        state.dates.count == 2 ? [Unavailable("ask", "enough"), Unavailable("note", "enough")] : []
    }

    func refusal(of action: Action, in state: State) -> ActionRefusal? {
        action == .note(text: "") ? .unavailable("empty") : nil
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .ask: state.dates.append(date.now())
        case .askInEffect: return asking
        case .askLate: return asking.delay(milliseconds: 1_000)
        case .askBehind: return .concatenate(.run("first") { _ in }, asking)
        case .askInVain: return .run("vain") { [date] _ in _ = date.now() }
        case .dated(let date): state.dates.append(date)
        case .failed(let failure): state.notes.append(failure.code)
        case .waitTwice:
            return .concatenate(
                .send(.note(text: "one")).delay(milliseconds: 1_000),
                .send(.note(text: "two")).delay(milliseconds: 1_000))
        case .note(let text): state.notes.append(text)
        }
        return .none
    }

    private var asking: Effect<Action> {
        .task("date", { [date] in .dated(date.now()) }, failed: { .failed(Failure($0)) })
    }
}

/// The reports of a `TestStore`.
private final class Reports {
    var all: [String] = []

    func store(_ date: DateSource = .constant(7), timers: Timers = .moved) -> TestStore<Clocked> {
        TestStore(Clocked(date: date), timers: timers) { message, _, _ in self.all.append(message) }
    }
}

@Suite struct TestStoreTests {
    private let reports = Reports()

    @Test func whatWasNotSaidIsReportedWithTheDifference() {
        let store = reports.store()
        store.send(.ask) { $0.dates = [8] }
        #expect(reports.all.count == 1)
        #expect(reports.all[0].contains("expected") && reports.all[0].contains("8") && reports.all[0].contains("7"))
        store.send(.note(text: "a")) { $0.notes = ["a"] }
        #expect(reports.all.count == 1)
    }

    @Test func whatAFrontEndCouldNotSendIsReported() {
        let store = reports.store()
        store.send(.note(text: "")) { $0.notes = [""] }
        store.send(.ask) { $0.dates = [7] }
        store.send(.ask) { $0.dates = [7, 7] }
        #expect(reports.all.count == 1 && reports.all[0].contains("empty"))
        store.send(.ask) { $0.dates = [7, 7, 7] }
        #expect(reports.all.count == 2 && reports.all[1].contains("enough"))
    }

    @Test func whatIsLeftIsReported() async {
        let store = reports.store()
        store.send(.waitTwice)
        await store.finish()
        #expect(reports.all == ["at the end effects still run: delay-1"])
        store.advance(by: 1_000)
        store.send(.note(text: "early")) { $0.notes = ["early"] }
        #expect(reports.all.count == 2 && reports.all[1].contains("receive it first"))
    }

    @Test func aStoreThatGoesUnfinishedReportsWhatIsLeft() async {
        func leave(_ end: (TestStore<Clocked>) async -> Void) async {
            let store = reports.store()
            store.send(.waitTwice)
            store.advance(by: 1_000)
            await end(store)
        }
        await leave { _ in }
        let left = "the store goes without finish(), and note(text: \"one\") was received and not expected"
        #expect(reports.all == [left])
        await leave { $0.close() }
        await leave { $0.isExhaustive = false }
        #expect(reports.all == [left])
        await leave { await $0.finish() }
        #expect(reports.all.count == 2, "what finish() has reported is not reported again")
    }

    @Test func anActionThatIsNotTheOneThatIsMeantIsOneMistake() async {
        let store = reports.store(timers: .immediate)
        store.send(.waitTwice)
        await store.receive("two", where: { $0 == .note(text: "two") }) { $0.notes = ["two"] }
        #expect(reports.all == ["expected to receive two, but received note(text: \"one\")"])
        await store.receive("two", where: { $0 == .note(text: "two") }) { $0.notes = ["one", "two"] }
        await store.finish()
        #expect(reports.all.count == 1)
    }

    @Test func anAnswerThatNobodyGivesIsNotWaitedForForEver() async {
        let source = SimulatedSource()
        var reports: [String] = []
        let store = TestStore(Asking(source: source)) { message, _, _ in reports.append(message) }
        store.send(.ask(call: .fetch))
        store.timeout = .milliseconds(20)
        await store.receive("the answer", where: { $0 == .answered(failure: nil) }) { $0.failures = ["none"] }
        #expect(
            reports == ["expected to receive the answer, but nothing came within 0.02 seconds; still running: ask-1"])
        await store.finish()
        #expect(reports.last == "at the end effects still run: ask-1")
        store.timeout = .seconds(60)
        source.answer(0)
        await store.receive("the answer", where: { $0 == .answered(failure: nil) }) { $0.failures = ["none"] }
        await store.finish()
        #expect(reports.count == 2)
    }

    @Test func aDependencyThatNobodyProvidedFailsTheTestThatReachesIt() async {
        let store = reports.store(.unimplemented)
        store.send(.note(text: "a")) { $0.notes = ["a"] }
        #expect(reports.all == [])
        store.send(.ask) { $0.dates = [0] }
        #expect(reports.all == ["DateSource.now is not implemented in this test"])
        store.send(.askInEffect)
        await store.receive("dated", where: { $0 == .dated(0) }) { $0.dates = [0, 0] }
        #expect(reports.all.count == 2)
        await store.finish()
    }

    @Test(arguments: [Clocked.Action.askLate, .askBehind])
    fileprivate func aDependencyIsMissedWhereverItsEffectBegins(ask: Clocked.Action) async {
        let store = reports.store(.unimplemented, timers: .immediate)
        store.send(ask)
        await store.receive(.dated(0)) { $0.dates = [0] }
        #expect(reports.all == ["DateSource.now is not implemented in this test"])
        await store.finish()
        #expect(reports.all.count == 1)
    }

    @Test func aDependencyIsMissedWhereItsEffectBringsNothing() async {
        let store = reports.store(.unimplemented)
        store.send(.askInVain)
        await store.finish()
        #expect(reports.all == ["DateSource.now is not implemented in this test"])
    }

    @Test func timersFireByThemselvesWhereTheTestSaysSo() async {
        let store = reports.store(timers: .immediate)
        store.send(.waitTwice)
        await store.receive("one", where: { $0 == .note(text: "one") }) { $0.notes = ["one"] }
        await store.receive("two", where: { $0 == .note(text: "two") }) { $0.notes = ["one", "two"] }
        await store.finish()
        #expect(reports.all == [] && store.clock.now == 2_000)
    }

    @Test func aStoreThatIsNotExhaustiveHoldsOnlyWhatIsSaidAgainstTheFeature() async {
        let store = reports.store(timers: .immediate)
        store.isExhaustive = false
        store.send(.ask)
        store.send(.waitTwice)
        await store.receive("two", where: { $0 == .note(text: "two") }) { $0.notes = ["one", "two"] }
        store.send(.waitTwice)
        await store.finish()
        #expect(reports.all == [] && store.state.dates == [7])
        store.send(.ask) { $0.dates = [] }
        #expect(reports.all.count == 1)
    }
}

/// Bindings of children.
@Suite struct ChildBindingTests {
    private let kid = ["kids", "a"]

    @Test func aTestSetsAChildsBoundValueAndReceivesItsFollowUp() async throws {
        let store = TestStore(Family(["a"]), fail: report)
        try store.set("nick", to: "Al", path: kid) { $0.kids[id: "a"]?.nick = "Al" }
        await store.receive(.kids(.element(id: "a", action: .named))) { $0.kids[id: "a"]?.log = ["named"] }
        store.send(.replacePet(id: "rex")) { $0.pet = Kid.State(id: "rex") }
        await store.receive(.pet(.began)) { $0.pet?.log = ["began"] }
        try store.set("nick", to: "Rexy", path: ["pet"]) { $0.pet?.nick = "Rexy" }
        await store.receive(.pet(.named)) { $0.pet?.log = ["began", "named"] }
        await store.finish()
    }

    @Test func whatCantBeSetIsReported() throws {
        var reports: [String] = []
        let store = TestStore(Family(["a"])) { message, _, _ in reports.append(message) }
        store.isExhaustive = false
        try store.set("nick", to: "Al", path: ["kids", "b"])
        try store.set("name", to: "Al", path: kid)
        try store.set("nick", to: "final", path: kid)
        try store.set("nick", to: "Al", path: kid)
        #expect(
            reports == [
                "setting kids/b/nick would be refused: there is no child kids/b",
                "there is no binding name; there are: nick",
                "setting kids/a/nick would be refused: it is disabled",
            ])
        #expect(throws: ActionRefusal.self) { try store.set("nick", to: 7, path: kid) }
    }
}

@Suite struct DependencyTests {
    @Test func oneSeedGivesTheSameNumbers() {
        let (one, two, other) = (RandomSource.seeded(1), RandomSource.seeded(1), RandomSource.seeded(2))
        let numbers = (0..<100).map { _ in one.number(1...1_000_000) }
        #expect((0..<100).map { _ in two.number(1...1_000_000) } == numbers)
        #expect((0..<100).map { _ in other.number(1...1_000_000) } != numbers)
        #expect(numbers.allSatisfy { (1...1_000_000).contains($0) } && Set(numbers).count > 90)
    }

    @Test func whatNobodyProvidedThrowsAndGivesPlaceholders() {
        let failure = Unimplemented.reached("PostService.posts")
        #expect(failure.code == "unimplemented" && !failure.retryable)
        #expect(RandomSource.unimplemented.number(3...5) == 3 && IDGenerator.unimplemented.next() == "id")
        let said = Mutex<[String]>([])
        Unimplemented.$report.withValue(.init { message in said.withLock { $0.append(message) } }) {
            _ = (DateSource.unimplemented.now(), RandomSource.unimplemented.number(0...1))
            _ = IDGenerator.unimplemented.next()
        }
        let names = ["DateSource.now", "RandomSource.number", "IDGenerator.next"]
        #expect(said.withLock { $0 } == names.map { "\($0) is not implemented in this test" })
    }

    @Test func idsAreTheSameFromOneSeedAndElseNeverTwice() {
        let (one, two) = (IDGenerator(seed: 1), IDGenerator(seed: 1))
        let ids = (0..<1_000).map { _ in one.next() }
        #expect((0..<1_000).map { _ in two.next() } == ids && Set(ids).count == 1_000)
        let letters = Set("0123456789abcdefghjkmnpqrstvwxyz")
        #expect((ids + [IDGenerator.live.next()]).allSatisfy { $0.count == 12 && letters.isSuperset(of: $0) })
        #expect(IDGenerator.live.next() != IDGenerator.live.next())
        #expect(IDGenerator { "mine" }.next() == "mine")
    }

    @Test func theLiveDateIsOfThisCentury() {
        #expect((1_700_000_000_000...4_102_444_800_000).contains(DateSource.live.now()))
    }
}
