import FHJSON
import FeatureKit
import Synchronization
import TestSupport
import Testing

/// Effects that wait for a promise.
@Suite struct PromiseTests {
    typealias Action = Probe.Action

    private let promise = Promise<String>()

    private func asking(_ answer: SourceAnswer<String>) -> Effect<Action> {
        .ask("ask", name: "fetch", answer) { result in
            switch result {
            case .success(let text): .note(text: text)
            case .failure(let failure): .note(text: "failed \(failure.code)")
            }
        }
    }

    @Test func endsWithItsOnlyAction() throws {
        let probe = ProbeStore(["a": asking(.promised(promise) {})])
        try probe.run("a")
        #expect(probe.snapshot["effects"]?[0]?["id"]?.stringValue == "ask-1" && !probe.store.isSettled)
        promise.keep(.success("brought"))
        promise.keep(.success("too late"))
        probe.store.deliver()
        #expect(probe.log == ["run a", "brought"] && probe.store.isSettled)
    }

    @Test func mayBeKeptBeforeSomebodyWaits() throws {
        promise.keep(.failure(Failure("timeout", "")))
        let probe = ProbeStore(["a": asking(.promised(promise) {})])
        try probe.run("a")
        probe.store.deliver()
        #expect(probe.log == ["run a", "failed timeout"] && probe.store.isSettled)
    }

    @Test func isToldThatNobodyWaits() throws {
        let given = Mutex(0)
        let answer = SourceAnswer.promised(promise) { [promise] in
            given.withLock { $0 += 1 }
            promise.keep(.failure(.cancelled))
        }
        let probe = ProbeStore(["a": asking(answer).cancellable("x"), "b": .cancel("x")])
        try probe.run("a")
        try probe.run("b")
        probe.store.deliver()
        #expect(given.withLock { $0 } == 1)
        #expect(probe.log == ["run a", "run b"] && probe.store.isSettled)
        // A cancelled effect delivers nothing, so nothing was dropped.
        #expect(probe.store.activity.droppedCount == 0)
    }

    @Test func isToldAtOnceThatNobodyWaitsAlsoWhereTheActionIsMadeElsewhere() throws {
        let given = Mutex(0)
        // If cancellation needed a task, at least one of many tasks would not have begun.
        for _ in 0..<100 {
            let answer = SourceAnswer.promised(Promise<String>()) { given.withLock { $0 += 1 } }
            let asking: Effect<Action> = .ask(
                "ask", name: "fetch", answer, making: { .note(text: $0) }, failed: { .note(text: $0.code) })
            let probe = ProbeStore(["a": asking.cancellable("x"), "b": .cancel("x")])
            try probe.run("a")
            try probe.run("b")
            #expect(probe.log == ["run a", "run b"] && probe.store.isSettled)
        }
        #expect(given.withLock { $0 } == 100)
    }

    @Test func whatComesAllTheSameIsDropped() throws {
        let probe = ProbeStore(["a": asking(.promised(promise) {}).cancellable("x"), "b": .cancel("x")])
        try probe.run("a")
        try probe.run("b")
        promise.keep(.success("late"))
        probe.store.deliver()
        #expect(probe.log == ["run a", "run b"] && probe.store.activity.droppedCount == 1)
    }

    @Test func aSourceThatFailsAsCancelledIsHeard() throws {
        let probe = ProbeStore(["a": asking(.promised(promise) {})])
        try probe.run("a")
        promise.keep(.failure(.cancelled))
        probe.store.deliver()
        #expect(probe.log == ["run a", "failed cancelled"])
    }

    @Test func aMappedAnswerIsMadeWhereItComesFrom() async throws {
        let answer = SourceAnswer.promised(promise) {}.map { $0.map { $0.count } }
        promise.keep(.success("four"))
        #expect(try await answer.value == 4)
        let later = SourceAnswer<String>.later { () async throws(Failure) in throw .cancelled }
        let failures = Mutex(0)
        let mapped = later.map { result in
            if case .failure = result { failures.withLock { $0 += 1 } }
            return result
        }
        await #expect(throws: Failure.cancelled) { try await mapped.value }
        #expect(failures.withLock { $0 } == 1)
    }

    @Test func oneThatIsLetGoOfFails() {
        let told = Mutex("")
        var promise: Promise<Int>? = Promise()
        promise?.whenKept { result in
            if case .failure(let failure) = result { told.withLock { $0 += failure.code } }
        }
        promise = nil
        #expect(told.withLock { $0 } == "internalError")
    }

    @Test func isForOneEffect() throws {
        let effect = asking(.promised(promise) {})
        let probe = ProbeStore(["a": .merge(effect, effect)])
        try probe.run("a")
        probe.store.deliver()
        #expect(probe.log == ["run a", "failed internalError"])
        promise.keep(.success("brought"))
        probe.store.deliver()
        #expect(probe.log.last == "brought" && probe.store.isSettled)
    }

    @Test func aTimeoutGivesItUp() throws {
        let given = Mutex(false)
        let answer = SourceAnswer.promised(promise) { given.withLock { $0 = true } }
        let probe = ProbeStore(["a": asking(answer).timeout(milliseconds: 10, then: .note(text: "too late"))])
        try probe.run("a")
        probe.clock.advance(by: 10)
        #expect(given.withLock { $0 } && probe.log == ["run a", "too late"] && probe.store.isSettled)
    }

    @Test func whatComesNextWaitsForIt() throws {
        let effect = Effect.concatenate(asking(.promised(promise) {}), .send(.note(text: "next")))
        let probe = ProbeStore(["a": effect])
        try probe.run("a")
        promise.keep(.success("first"))
        probe.store.deliver()
        #expect(probe.log == ["run a", "first", "next"])
    }

    @Test func isKeptFromAnyThread() async throws {
        for round in 0..<200 {
            let promise = Promise<Int>()
            async let value = SourceAnswer.promised(promise) {}.value
            async let kept: Void = Task.detached { promise.keep(.success(round)) }.value
            #expect(try await value == round)
            await kept
        }
    }
}
