import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// The effects after an effect that is cancelled or superseded before it has begun.
@Suite struct EffectEndTests {
    typealias Action = Probe.Action

    private struct Broken: Error {}

    private func note(_ text: String) -> Effect<Action> { .send(.note(text: text)) }

    /// Work that never ends.
    private let hang = Effect<Action>.run("w") { _ in _ = try? await Task.sleep(for: .seconds(3_600)) }

    /// Work that fails and is retried after 100 milliseconds, under the name `x`.
    private var retried: Effect<Action> {
        Effect<Action>.task("w", retry: RetryPolicy(attempts: 3, first: 100)) {
            throw Broken()
        } failed: { _ in
            .note(text: "failed")
        }
        .cancellable("x")
    }

    @Test func whatIsCancelledBeforeItIsTriedAgainTakesItsDeadlineAlong() async throws {
        let probe = ProbeStore([
            "a": retried.timeout(milliseconds: 5_000, then: .note(text: "late")), "stop": .cancel("x"),
        ])
        try probe.run("a")
        while probe.clock.nextDeadline != 100 { await probe.pass() }
        try probe.run("stop")
        #expect(probe.clock.nextDeadline == nil && probe.store.isSettled)
        probe.clock.advance(by: 10_000)
        #expect(probe.log == ["run a", "run stop"])
    }

    @Test func whatFollowsRunsWhereWorkIsCancelledBeforeItIsTriedAgain() async throws {
        let probe = ProbeStore(["a": .concatenate(retried, note("next")), "stop": .cancel("x")])
        try probe.run("a")
        await probe.reachTimer()
        try probe.run("stop")
        #expect(probe.log == ["run a", "run stop", "next"])
        #expect(probe.store.isSettled)
    }

    @Test func whatFollowsAThrottledEffectRunsAlsoWhereANewerOneTakesItsPlace() throws {
        let probe = ProbeStore([
            "a": .concatenate(note("a").throttle("t", milliseconds: 100, latest: true), note("next"))
        ])
        for _ in 0..<3 { try probe.run("a") }
        #expect(probe.log == ["run a", "a", "next", "run a", "run a", "next"])
        probe.clock.advance(by: 100)
        #expect(probe.log.suffix(2) == ["a", "next"] && probe.log.count == 8)
        #expect(probe.store.isSettled)
    }

    @Test func aThrottledEffectIsCancelledByItsNameWhetherItWaitsOrRuns() throws {
        let throttled = hang.throttle("t", milliseconds: 100, latest: true)
        let probe = ProbeStore(["a": throttled, "stop": .cancel("t")])
        try probe.run("a")
        try probe.run("a")
        try probe.run("stop")
        #expect(probe.causes.last?.cancelled == ["w-1", "throttle-2"])
        #expect(probe.store.isSettled && probe.clock.nextDeadline == nil)
    }

    @Test func aThrottledEffectThatHasBegunGoesOnWhenTheNextOneComes() throws {
        let probe = ProbeStore(["a": hang.throttle("t", milliseconds: 100, latest: true)])
        try probe.run("a")
        try probe.run("a")
        probe.clock.advance(by: 100)
        try probe.run("a")
        #expect(probe.causes.allSatisfy { $0.cancelled == [] })
        #expect(probe.snapshot["effects"]?.count == 3)
    }
}
