import FHJSON
import FeatureKit
import Synchronization
import TestSupport
import Testing

/// The progress of effects, and their cancellation by clients.
@Suite(.hangLimit)
struct ProgressTests {
    /// Work whose progress a test reports, and which ends when the test says so.
    private final class Work: Sendable {
        let begun = Gate()
        let end = Gate()
        private let reporter = Mutex<ProgressReport?>(nil)

        func effect(
            _ id: String = "copy", part: EffectInfo.Part? = nil, isCancellable: Bool = true
        ) -> Effect<Probe.Action> {
            let info = EffectInfo(title: "Copy", part: part, isCancellable: isCancellable)
            let answer = SourceAnswer<JSONText>.later { [self] () async throws(Failure) in
                let report = WorkProgress.report
                reporter.withLock { $0 = report }
                begun.open()
                await end.wait()
                return .null
            }
            return .ask(id, name: "perform", info: info, answer) { result in
                if case .failure(let failure) = result { return .note(text: failure.code) }
                return .note(text: "copied")
            }
        }

        func report(_ fraction: Double?, _ message: String? = nil) {
            reporter.withLock(\.self)?(WorkProgress(fraction: fraction, message: message))
        }
    }

    /// A store in which some work has begun.
    private func begin(
        _ work: Work, part: EffectInfo.Part? = nil, isCancellable: Bool = true
    ) async throws -> ProbeStore {
        let probe = ProbeStore(["copy": work.effect(part: part, isCancellable: isCancellable)])
        try probe.run("copy")
        await work.begun.wait()
        return probe
    }

    private func effect(_ probe: ProbeStore) -> JSONValue { probe.snapshot["effects"]?[0] ?? .null }

    // MARK: Progress

    @Test func theFirstReportIsShownAtOnce() async throws {
        let work = Work()
        let probe = try await begin(work)
        let expected = #"{"id":"copy-1","name":"perform","background":false,"title":"Copy","cancellable":true}"#
        #expect(JSONText(effect(probe)).string == expected)
        work.report(0.25, "a")
        probe.store.deliver()
        #expect(probe.causes.last == Cause(action: "effectProgressed", path: [], origin: .effect))
        #expect(effect(probe)["progress"]?.doubleValue == 0.25)
        #expect(effect(probe)["message"]?.stringValue == "a")
    }

    @Test func thousandsOfReportsAreOneRevisionInAnInterval() async throws {
        let work = Work()
        let probe = try await begin(work)
        for number in 1...10_000 {
            work.report(Double(number) / 20_000)
            probe.store.deliver()
        }
        #expect(probe.store.revision == 2)
        probe.clock.advance(by: 99)
        #expect(probe.store.revision == 2)
        probe.clock.advance(by: 1)
        #expect(probe.store.revision == 3)
        #expect(effect(probe)["progress"]?.doubleValue == 0.5)
        probe.clock.advance(by: 1_000)
        #expect(probe.store.revision == 3)
    }

    @Test func reportsThatWaitForTheCoreThreadAreOne() async throws {
        let work = Work()
        let probe = try await begin(work)
        for number in 1...1_000 { work.report(Double(number) / 1_000) }
        probe.store.collect()
        #expect(probe.store.deliveries.count == 1)
        probe.store.deliver()
        #expect(effect(probe)["progress"]?.doubleValue == 1)
        #expect(probe.store.revision == 2)
    }

    @Test func aProgressThatIsShownAlreadyMakesNoRevision() async throws {
        let work = Work()
        let probe = try await begin(work)
        work.report(0.5)
        probe.store.deliver()
        probe.clock.advance(by: 200)
        work.report(0.5)
        probe.store.deliver()
        #expect(probe.store.revision == 2)
    }

    @Test func aPartHasTheProgressOfTheWhole() async throws {
        let work = Work()
        let probe = try await begin(work, part: EffectInfo.Part(done: 1, count: 4))
        #expect(effect(probe)["progress"]?.doubleValue == 0.25)
        work.report(0.5)
        probe.store.deliver()
        #expect(effect(probe)["progress"]?.doubleValue == 0.375)
    }

    @Test func theEndOvertakesAProgressThatWaits() async throws {
        let work = Work()
        let probe = try await begin(work)
        work.report(0.1)
        probe.store.deliver()
        work.report(0.9)
        probe.store.deliver()
        work.end.open()
        await probe.reach(3)
        #expect(probe.log == ["run copy", "copied"])
        #expect(probe.clock.nextDeadline == nil)
        probe.clock.advance(by: 1_000)
        #expect(probe.store.revision == 3)
    }

    // MARK: Cancelling

    private func cancel(_ id: String, in probe: ProbeStore) throws(ActionRefusal) {
        let params = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.endObject()
        }
        try probe.send("cancelEffect", params.value)
    }

    @Test func aCancelledEffectHasItsConsequenceInTheSameRevision() async throws {
        let work = Work()
        let probe = try await begin(work)
        try cancel("copy-1", in: probe)
        #expect(probe.causes.last?.action == "cancelEffect")
        #expect(probe.causes.last?.cancelled == ["copy-1"])
        #expect(probe.log == ["run copy", "cancelled"])
        #expect(probe.store.isSettled)
        work.report(0.5)
        work.end.open()
        while probe.store.activity.droppedCount == 0 { await probe.pass() }
        #expect(probe.store.revision == 2)
    }

    @Test func otherEffectsCantBeCancelled() async throws {
        let work = Work()
        let probe = try await begin(work, isCancellable: false)
        #expect(throws: refusal("notCancellable", "copy-1 can't be cancelled; none can be cancelled now")) {
            try cancel("copy-1", in: probe)
        }
        #expect(throws: refusal("gone", "no effect copy-2 is running; none can be cancelled now")) {
            try cancel("copy-2", in: probe)
        }
        #expect(probe.store.revision == 1)
        work.end.open()
        await probe.reach(2)
    }

    private func refusal(_ reason: String, _ detail: String) -> ActionRefusal { .unavailable(reason, detail: detail) }

    @Test func aCancelledRequestEndsTheEffectsOfItsActionAndOfItsConsequences() async throws {
        let (own, later, other) = (Work(), Work(), Work())
        let probe = ProbeStore([
            "own": .merge(own.effect("own"), .send(.run(name: "later"))), "later": later.effect("later"),
            "other": other.effect("other"),
        ])
        try probe.run("own")
        try probe.run("other")
        #expect(probe.snapshot["effects"]?.count == 3)
        let sender = Sender(session: 1, request: .none)
        probe.store.cancelEffects(startedBy: 1, for: sender)
        #expect(probe.causes.suffix(2).map(\.cancelled) == [["own-1"], ["later-2"]])
        #expect(probe.causes.suffix(2).map(\.origin) == [.front(sender), .front(sender)])
        #expect(effect(probe)["id"]?.stringValue == "other-3")
        for work in [own, later, other] { work.end.open() }
        await probe.reach(6)
        #expect(probe.log.last == "copied")
    }
}
