import FHJSON
import FeatureKit
import Synchronization
import TestSupport
import Testing

@Suite struct EffectTests {
    typealias Action = Probe.Action

    private func note(_ text: String) -> Effect<Action> { .send(.note(text: text)) }

    private func work(_ name: String, until gate: Gate) -> Effect<Action> {
        .task(name) {
            await gate.wait()
            return .note(text: name)
        } failed: {
            .note(text: "failed \($0)")
        }
    }

    @Test func aWaitInTheBackgroundHoldsNobodyUp() throws {
        let probe = ProbeStore([
            "tick": Effect.send(.note(text: "tick")).delay(milliseconds: 10, isBackground: true)
        ])
        try probe.run("tick")
        #expect(probe.store.isSettled)
        #expect(probe.snapshot["effects"]?[0]?["background"]?.boolValue == true)
        probe.clock.advance(by: 10)
        #expect(probe.log == ["run tick", "tick"])
    }

    @Test func sentActionsAreRevisionsOfTheirOwnInTheSameTurn() throws {
        let probe = ProbeStore(["a": .merge(note("1"), note("2"))])
        try probe.run("a")
        #expect(probe.log == ["run a", "1", "2"])
        #expect(probe.causes.map(\.action) == ["run", "note", "note"])
        let front = Cause.Origin.front(Sender(session: 1, request: .integer(7)))
        #expect(probe.causes.map(\.origin) == [front, .effect, .effect])
        #expect(probe.settled == [false, false, true])
    }

    @Test func aTaskEndsWithItsOnlyAction() async throws {
        let gate = Gate()
        let probe = ProbeStore(["a": work("w", until: gate)])
        try probe.run("a")
        #expect(probe.snapshot["effects"]?[0]?["id"]?.stringValue == "w-1")
        #expect(!probe.store.isSettled)
        gate.open()
        await probe.reach(2)
        #expect(probe.log == ["run a", "w"])
        #expect(probe.snapshot["effects"]?.count == 0)
        #expect(probe.settled == [false, true])
        #expect(probe.causes[1].origin == .effect)
    }

    @Test func concatenatedEffectsRunOneAfterTheOther() async throws {
        let (first, second) = (Gate(), Gate())
        let probe = ProbeStore(["a": .concatenate(work("1", until: first), note("between"), work("2", until: second))])
        second.open()
        try probe.run("a")
        #expect(probe.snapshot["effects"]?.count == 1)
        first.open()
        await probe.reach(4)
        #expect(probe.log == ["run a", "1", "between", "2"])
        #expect(probe.settled == [false, false, false, true])
    }

    @Test func mergedEffectsRunSideBySide() async throws {
        let (first, second) = (Gate(), Gate())
        let probe = ProbeStore(["a": .merge(work("1", until: first), work("2", until: second))])
        try probe.run("a")
        #expect(probe.snapshot["effects"]?.count == 2)
        second.open()
        await probe.reach(2)
        first.open()
        await probe.reach(3)
        #expect(probe.log == ["run a", "2", "1"])
    }

    @Test func aCancelledEffectEndsInItsCancellersSnapshotAndBringsNothing() async throws {
        let (old, new) = (Gate(), Gate())
        let probe = ProbeStore([
            "old": work("old", until: old).cancellable("x"), "new": work("new", until: new), "stop": .cancel("x"),
        ])
        try probe.run("old")
        try probe.run("stop")
        #expect(probe.causes[1].cancelled == ["old-1"])
        #expect(probe.store.isSettled)
        old.open()
        try probe.run("new")
        new.open()
        await probe.reach(4)
        #expect(probe.log == ["run old", "run stop", "run new", "new"])
    }

    @Test func cancelInFlightLetsOnlyTheNewestOn() async throws {
        let (first, second) = (Gate(), Gate())
        let probe = ProbeStore([
            "1": work("1", until: first).cancellable("x", cancelInFlight: true),
            "2": work("2", until: second).cancellable("x", cancelInFlight: true),
        ])
        try probe.run("1")
        try probe.run("2")
        #expect(probe.causes[1].cancelled == ["1-1"])
        first.open()
        second.open()
        await probe.reach(3)
        #expect(probe.log == ["run 1", "run 2", "2"])
    }

    @Test func whatFollowsACancelledEffectInItsOwnScopeNeverRuns() throws {
        let probe = ProbeStore([
            "a": Effect.concatenate(work("1", until: Gate()), note("after")).cancellable("x"), "stop": .cancel("x"),
        ])
        try probe.run("a")
        try probe.run("stop")
        #expect(probe.log == ["run a", "run stop"])
        #expect(probe.store.isSettled)
    }

    @Test func delayWaitsOnTheClock() throws {
        let probe = ProbeStore(["a": note("late").delay(milliseconds: 100)])
        try probe.run("a")
        probe.clock.advance(by: 99)
        #expect(probe.log == ["run a"])
        #expect(!probe.store.isSettled)
        probe.clock.advance(by: 1)
        #expect(probe.log == ["run a", "late"])
        #expect(probe.causes[1].origin == .clock)
        #expect(probe.store.isSettled)
    }

    @Test func debounceRunsTheLastOneOnce() throws {
        let probe = ProbeStore(["a": note("done").debounce("d", milliseconds: 300)])
        for _ in 0..<3 {
            try probe.run("a")
            probe.clock.advance(by: 299)
        }
        #expect(probe.log == ["run a", "run a", "run a"])
        probe.clock.advance(by: 1)
        #expect(probe.log == ["run a", "run a", "run a", "done"])
        #expect(probe.causes[1].cancelled == ["delay-1"])
    }

    @Test(arguments: [true, false])
    func throttleRunsTheFirstAndThenAtMostTheLatest(latest: Bool) throws {
        let probe = ProbeStore([
            "a": note("a").throttle("t", milliseconds: 100, latest: latest),
            "b": note("b").throttle("t", milliseconds: 100, latest: latest),
        ])
        try probe.run("a")
        try probe.run("a")
        try probe.run("b")
        #expect(probe.log == ["run a", "a", "run a", "run b"])
        probe.clock.advance(by: 100)
        #expect(probe.log == ["run a", "a", "run a", "run b"] + (latest ? ["b"] : []))
        #expect(probe.store.isSettled)
    }

    @Test func retryBacksOffAndThenReportsTheFailure() async throws {
        struct Broken: Error {}
        let attempts = Mutex(0)
        let probe = ProbeStore([
            "a": .task("w", retry: RetryPolicy(attempts: 3, first: 100)) {
                attempts.withLock { $0 += 1 }
                throw Broken()
            } failed: { _ in
                .note(text: "failed")
            }
        ])
        try probe.run("a")
        for wait in [100, 200] {
            await probe.reachTimer()
            #expect(probe.clock.nextDeadline == probe.clock.now + wait)
            probe.clock.advance(by: wait)
        }
        await probe.reach(2)
        #expect(attempts.withLock { $0 } == 3)
        #expect(probe.log == ["run a", "failed"])
    }

    @Test func timeoutCancelsAndSendsItsAction() async throws {
        let probe = ProbeStore([
            "a": work("slow", until: Gate()).timeout(milliseconds: 50, then: .note(text: "timeout"))
        ])
        try probe.run("a")
        #expect(probe.snapshot["effects"]?.count == 2)
        probe.clock.advance(by: 50)
        #expect(probe.log == ["run a", "timeout"])
        #expect(probe.causes[1].cancelled == ["slow-1"])
        #expect(probe.store.isSettled)
    }

    @Test func aDeadlineThatWasMetIsGone() async throws {
        let gate = Gate()
        let probe = ProbeStore(["a": work("w", until: gate).timeout(milliseconds: 50, then: .note(text: "timeout"))])
        try probe.run("a")
        gate.open()
        await probe.reach(2)
        #expect(probe.clock.nextDeadline == nil)
        #expect(probe.log == ["run a", "w"])
    }

    @Test func aStreamSendsManyActionsAndEndsWithTheLast() async throws {
        let probe = ProbeStore([
            "a": .run("s") { send in
                for number in 1...3 { send(.note(text: "\(number)")) }
            }
        ])
        try probe.run("a")
        while !probe.store.isSettled { await probe.reach(probe.store.revision + 1) }
        #expect(probe.log == ["run a", "1", "2", "3"])
    }

    @Test func anEndWithoutAnActionIsARevisionOfItsOwn() async throws {
        let probe = ProbeStore(["a": .run("s") { _ in }])
        try probe.run("a")
        await probe.reach(2)
        #expect(probe.causes[1].action == "effectEnded")
        #expect(probe.settled == [false, true])
    }

    @Test func aBackgroundEffectDoesNotCountForSettled() async throws {
        let gate = Gate()
        let probe = ProbeStore([
            "a": .run("watch", isBackground: true) { send in
                send(.note(text: "seen"))
                await gate.wait()
            }
        ])
        try probe.run("a")
        #expect(probe.settled == [true])
        await probe.reach(2)
        #expect(probe.snapshot["effects"]?[0]?["background"]?.boolValue == true)
        gate.open()
    }

    @Test func aStoreThatAnswersItselfForEverLetsGo() throws {
        let probe = ProbeStore(["a": .send(.run(name: "a"))])
        try probe.run("a")
        #expect(!probe.store.isSettled)
        #expect(probe.store.revision < 5_000)
        probe.store.close()
    }

    @Test func aClosedStoreAppliesNothing() async throws {
        let gate = Gate()
        let probe = ProbeStore(["a": work("w", until: gate)])
        try probe.run("a")
        probe.store.close()
        gate.open()
        probe.store.deliver()
        #expect(probe.log == ["run a"])
        #expect(probe.store.activity.count == 0)
    }
}

extension ProbeStore {
    /// Waits until a timer is armed.
    func reachTimer() async {
        while clock.nextDeadline == nil { await pass() }
    }
}
