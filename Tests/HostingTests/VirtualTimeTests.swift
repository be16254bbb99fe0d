import FHHosting
import FHJSON
import FeatureKit
import TestSupport
import Testing

@testable import FHPeers

@Suite struct VirtualTimeTests {
    private func withVirtualHost(
        realWaitMs: Int = 240_000, _ body: (FrontEnd, TestHost) async throws -> Void
    ) async throws {
        try await withHost {
            $0.isClockVirtual = true
            $0.limits.realWaitMs = realWaitMs
        } _: { host in
            let front = await host.frontEnd()
            await front.open()
            try await body(front, host)
        }
    }

    private func advance(_ front: FrontEnd, _ ms: Int) async -> [JSONValue] {
        await front.ask("clock/advance", #"{"ms":\#(ms)}"#)
    }

    private func now(_ frames: [JSONValue]) -> Int? { frames.last?["result"]?["now"]?.intValue }

    // MARK: Timers

    @Test func timersFireInTheOrderOfTheirDeadlines() async throws {
        try await withVirtualHost { front, _ in
            for (text, ms) in [("c", 300), ("a", 100), ("b", 200), ("a2", 100)] {
                await front.act("delay", #"{"text":"\#(text)","ms":\#(ms)}"#)
            }
            let frames = await advance(front, 250)
            #expect(frames.snapshots.map(\.lastNote) == ["a", "a2", "b"])
            #expect(frames.snapshots.map(\.action) == ["note", "note", "note"])
            #expect(frames.snapshots.map(\.origin) == ["clock", "clock", "clock"])
            #expect(frames.snapshots.map(\.revision) == [5, 6, 7])
            #expect(frames.snapshots.map { $0["effects"]?.elements.count } == [3, 2, 1])
            #expect(frames.snapshots.last?.isSettled == false)
            #expect(now(frames) == 250)
            #expect(await advance(front, 49).snapshots.isEmpty)
            let last = await advance(front, 1)
            #expect(last.snapshots.map(\.lastNote) == ["c"])
            #expect(last.snapshots.map(\.isSettled) == [true])
            #expect(now(last) == 300)
        }
    }

    @Test func nothingFiresWithoutAnAdvance() async throws {
        try await withVirtualHost { front, _ in
            await front.act("delay", #"{"text":"a","ms":0}"#)
            #expect(await front.ask("ping").count == 1)
            #expect(await advance(front, 0).snapshots.map(\.lastNote) == ["a"])
        }
    }

    @Test func theNewestOfADebounceWins() async throws {
        try await withVirtualHost { front, _ in
            await front.act("debounce", #"{"text":"a","ms":100}"#)
            #expect(await advance(front, 60).snapshots.isEmpty)
            let second = await front.act("debounce", #"{"text":"ab","ms":100}"#).snapshots
            #expect(second.first?["cause"]?["cancelled"]?.description == #"["delay-1"]"#)
            #expect(second.first?["effects"]?.elements.count == 1)
            #expect(await advance(front, 99).snapshots.isEmpty)
            let fired = await advance(front, 1)
            #expect(fired.snapshots.map(\.lastNote) == ["ab"])
            #expect(fired.snapshots.map(\.origin) == ["clock"])
            #expect(now(fired) == 160)
        }
    }

    @Test func anAdvanceFiresAlsoWhatTimersArm() async throws {
        try await withVirtualHost { front, _ in
            await front.act("chain", #"{"text":"x","ms":10}"#)
            await front.act("delay", #"{"text":"15","ms":15}"#)
            let frames = await advance(front, 1_000_000)
            #expect(frames.snapshots.map(\.action) == ["delay", "note", "note"])
            #expect(frames.snapshots.map(\.lastNote) == [nil, "15", "x"])
            #expect(now(frames) == 1_000_000)
        }
    }

    @Test func timersOfTwoInstancesFireInOneOrder() async throws {
        try await withVirtualHost { front, _ in
            await front.answer("feature/open", #"{"feature":"probe","instance":"q"}"#)
            await front.act("delay", #"{"text":"p2","ms":2}"#)
            await front.answer(
                "feature/send", #"{"instance":"q","action":"delay","params":{"text":"q1","ms":1}}"#)
            await front.answer(
                "feature/send", #"{"instance":"q","action":"delay","params":{"text":"q2","ms":2}}"#)
            #expect(await advance(front, 5).snapshots.map(\.lastNote) == ["q1", "p2", "q2"])
        }
    }

    @Test func timeDoesNotOverflow() async throws {
        try await withVirtualHost { front, _ in
            await front.act("delay", #"{"text":"a","ms":9223372036854775807}"#)
            #expect(now(await advance(front, 1)) == 1)
            let frames = await advance(front, .max)
            #expect(now(frames) == .max)
            #expect(frames.snapshots.map(\.lastNote) == ["a"])
        }
    }

    // MARK: Waits

    @Test func aWaitThatOnlyTimeCouldEndIsAnsweredAtOnce() async throws {
        try await withVirtualHost { front, _ in
            let sent = await front.act(
                "delay", #"{"text":"a","ms":100}"#, more: #","await":"settled","timeoutMs":3600000"#)
            #expect(sent.last?["result"]?.description == #"{"revision":1,"settled":false}"#)
            let settled = await front.ask("feature/settle", #"{"instance":"p","timeoutMs":3600000}"#)
            #expect(settled.count == 1)
            #expect(settled.last?["result"]?.description == #"{"revision":1,"settled":false}"#)
            _ = await advance(front, 100)
            let done = await front.answer("feature/settle", #"{"instance":"p"}"#)
            #expect(done["result"]?.description == #"{"revision":2,"settled":true}"#)
        }
    }

    @Test func aWaitAppliesWorkThatNeedsNoTime() async throws {
        try await withVirtualHost { front, _ in
            let frames = await front.act(
                "work", #"{"text":"a","ms":0}"#, more: #","await":"settled","timeoutMs":3600000"#)
            // The work begins after a timer with no delay, which only fires when the clock advances.
            #expect(frames.last?["result"]?.isSettled == false)
            let advanced = await advance(front, 0)
            #expect(advanced.snapshots.map(\.lastNote) == ["a"])
            #expect(advanced.snapshots.map(\.origin) == ["effect"])
        }
    }

    // MARK: Work

    @Test func anAdvanceWaitsForTheWorkThatItsTimersBegin() async throws {
        try await withVirtualHost { front, _ in
            await front.act("work", #"{"text":"first","ms":10}"#)
            await front.act("delay", #"{"text":"second","ms":20}"#)
            let frames = await advance(front, 30)
            #expect(frames.snapshots.map(\.lastNote) == ["first", "second"])
            #expect(frames.snapshots.map(\.origin) == ["effect", "clock"])
        }
    }

    /// The second work ends first, but is applied second.
    @Test func workIsAppliedInTheOrderInWhichItBegan() async throws {
        try await withVirtualHost { front, _ in
            await front.act("waitForGate", #"{"text":"first"}"#)
            await front.act("openGate", #"{"text":"second"}"#)
            let frames = await front.ask("feature/settle", #"{"instance":"p","timeoutMs":3600000}"#)
            #expect(frames.snapshots.map(\.lastNote) == ["first", "second"])
            #expect(frames.last?["result"]?.isSettled == true)
        }
    }

    @Test func workThatNeverEndsHoldsNoAdvanceForEver() async throws {
        try await withVirtualHost(realWaitMs: 1) { front, _ in
            await front.act("hang")
            await front.act("delay", #"{"text":"a","ms":10}"#)
            let frames = await advance(front, 20)
            #expect(frames.snapshots.map(\.lastNote) == ["a"])
            #expect(now(frames) == 20)
        }
    }

    /// A step of virtual time waits at most `realWaitMs`, but the wait for an edit at the end of the input has no
    /// limit.
    @Test func anEditAtTheEndOfTheInputIsWaitedForWhateverTheClock() async throws {
        let gate = Gate()
        try await withHost(Catalog([FeatureRegistration { Probe(gate: gate) }])) {
            $0.isClockVirtual = true
            $0.limits.realWaitMs = 1
            $0.limits.drainMs = 3_600_000
        } _: { host in
            let front = await host.frontEnd()
            await front.open()
            await front.act("save")
            await front.endInput()
            // Timers fire in the order of their deadlines, so a timer of `realWaitMs` would already have fired.
            await host.pass(milliseconds: 20)
            gate.open()
            #expect(await front.untilEnd().snapshots.map(\.lastNote) == ["saved"])
            #expect(await front.status == 0)
        }
    }

    @Test func theEndOfAnEffectWaitsForAnAdvance() async throws {
        try await withVirtualHost { front, _ in
            await front.act("quiet")
            #expect(await front.ask("ping").count == 1)
            let frames = await advance(front, 0)
            #expect(frames.snapshots.map(\.action) == ["effectEnded"])
        }
    }

    @Test func theSameInputGivesTheSameOutput() async throws {
        var outputs: [[JSONValue]] = []
        for _ in 0..<3 {
            try await withVirtualHost { front, host in
                for number in 0..<20 {
                    await front.notify(
                        "feature/send", FrontEnd.action("work", #"{"text":"\#(number)","ms":\#(number % 4)}"#))
                    await front.notify(
                        "feature/send", FrontEnd.action("delay", #"{"text":"d\#(number)","ms":\#(number % 3)}"#))
                }
                await front.send(#"{"jsonrpc":"2.0","id":"end","method":"clock/advance","params":{"ms":10}}"#)
                outputs.append(await host.frames(front.number) { $0["id"]?.stringValue == "end" })
            }
        }
        #expect(outputs[0].snapshots.count == 80)
        #expect(outputs[0] == outputs[1] && outputs[1] == outputs[2])
    }
}
