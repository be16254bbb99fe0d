import FeatureKit
import FeatureTesting
import Synchronization
import TestSupport
import Testing

/// Effects whose child was removed, or whose store was closed or released.
@Suite struct GoneEffectTests {
    /// Effects of removed children change nothing, and none runs at the end.
    ///
    /// Each of 3,000 children is removed during a timer, during work that never ends, or during work that may already
    /// have delivered its action.
    @Test func removedChildrenNeverChangeState() async throws {
        var draws = SeededGenerator.announced("removedChildrenNeverChangeState")
        let family = StoreDriver(Family())
        var lives: [String: Int] = [:]
        var fetches: [String: Int] = [:]
        var (born, removed, lost) = (0, 0, 0)

        func log(_ id: String) -> [String] { family.store.state.base.kids[id: id]?.log ?? [] }
        func remove(_ id: String) throws {
            lost += (fetches.removeValue(forKey: id) ?? 0) - log(id).count { $0.hasPrefix("fetched") }
            lives[id] = nil
            try family.send("remove", #"{"id":"\#(id)"}"#)
        }

        while removed < 3_000 {
            let id = "k\(Int.random(in: 0..<5, using: &draws))"
            if lives[id] == nil {
                born += 1
                lives[id] = born
                try family.send("add", #"{"id":"\#(id)"}"#)
            }
            // Each effect records the child in whose lifetime it began.
            let life = lives[id] ?? 0
            switch Int.random(in: 0..<3, using: &draws) {
            case 0:
                let wait = Int.random(in: 1..<7, using: &draws)
                try family.send("wait", #"{"text":"waited \#(life)","ms":\#(wait)}"#, at: ["kids", id])
            case 1: try family.send("hang", at: ["kids", id])
            default:
                try family.send("fetch", #"{"text":"fetched \#(life)"}"#, at: ["kids", id])
                fetches[id, default: 0] += 1
            }
            if Int.random(in: 0..<3, using: &draws) > 0 {
                try remove(id)
                removed += 1
                #expect(!family.cancelled.isEmpty)
            }
            family.clock.advance(by: Int.random(in: 0..<4, using: &draws))
            if Bool.random(using: &draws) { family.store.deliver() }
            for (id, life) in lives {
                let own = ["began", "waited \(life)", "fetched \(life)"]
                #expect(log(id).allSatisfy(own.contains), "\(log(id)) in the life \(life)")
            }
        }
        for id in Array(lives.keys) { try remove(id) }
        #expect(family.store.activity.count == 0 && family.store.isSettled)
        // Deliveries for removed children still arrive, and all are dropped.
        let revision = family.store.revision
        while family.store.activity.droppedCount < lost {
            await Task.yield()
            family.store.deliver()
        }
        #expect(family.store.activity.droppedCount == lost && family.store.revision == revision)
    }

    /// The work of a closed or released store is cancelled, its watch and timers are removed, and nothing retains the
    /// store.
    @Test(arguments: [true, false])
    func noEffectOutlivesItsStore(isClosed: Bool) async throws {
        let feed = ChangeFeed()
        let work = WorkCount()
        let effects: [String: Effect<Probe.Action>] = [
            "work": work.effect, "watch": .subscription("watch") { _ in feed.listen { _ in } },
            "timer": .send(.note(text: "late")).delay(milliseconds: 10),
            "deadline": work.effect.timeout(milliseconds: 10, then: .note(text: "late")),
        ]
        for _ in 0..<100 {
            var probe: ProbeStore? = ProbeStore(effects)
            for name in effects.keys { try probe?.run(name) }
            #expect(probe?.store.activity.count == 5 && feed.listenerCount == 1)
            await work.begin(2)
            #expect(work.ended == 0)
            let clock = try #require(probe?.clock)
            weak let store = probe?.store
            if isClosed { probe?.store.close() }
            let kept = isClosed ? probe : nil
            probe = nil
            #expect(work.takeEnded() == 2 && feed.listenerCount == 0 && clock.nextDeadline == nil)
            #expect((store == nil) == (kept == nil))
        }
    }
}

/// A counter of work that ends only when it is cancelled.
private final class WorkCount: Sendable {
    private let counts = Mutex((begun: 0, ended: 0))

    var effect: Effect<Probe.Action> {
        .run("work") { _ in
            await withTaskCancellationHandler {
                self.counts.withLock { $0.begun += 1 }
                for await _ in AsyncStream<Never>.makeStream().stream {}
            } onCancel: {
                self.counts.withLock { $0.ended += 1 }
            }
        }
    }

    /// The number of effects whose work was cancelled.
    var ended: Int { counts.withLock(\.ended) }

    /// Waits until `count` effects have begun their work.
    func begin(_ count: Int) async {
        while counts.withLock({ $0.begun < count }) { await Task.yield() }
    }

    /// Returns the number of effects whose work was cancelled, and resets the counts.
    func takeEnded() -> Int {
        counts.withLock { counts in
            defer { counts = (0, 0) }
            return counts.ended
        }
    }
}
