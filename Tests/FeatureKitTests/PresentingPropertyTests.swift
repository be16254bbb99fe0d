import FHJSON
import FeatureKit
import TestSupport
import Testing

@Suite struct PresentingPropertyTests {
    @Test func whateverIsSentTheScreensHoldTogether() throws {
        try forEachSeed(20) { seed, random in
            let run = RandomRun(seed: seed)
            for _ in 0..<60 { try run.step(&random) }
        }
    }
}

/// Random actions at random levels, with invariants that hold after each.
private final class RandomRun {
    private let seed: UInt64
    private let screen = ScreenStore([
        "start": .send(.run(name: "late")),
        "late": Effect.send(.note(text: "late")).delay(milliseconds: 20),
        "watch": Effect.send(.note(text: "tick")).throttle("t", milliseconds: 15, latest: true),
    ])
    private var used: Set<String> = []
    private var alive: Set<String> = []
    private var effects: Set<String> = []

    init(seed: UInt64) {
        self.seed = seed
        screen.store.start()
    }

    func step(_ random: inout SeededGenerator) throws {
        let depth = Int.random(in: 0...deepest, using: &random)
        let path = Array(repeating: "presentation", count: depth)
        let modal = ["child", "bare", "say", "ask", "refused", "fixed", "note"].randomElement(using: &random) ?? ""
        let key = keys(at: path).randomElement(using: &random) ?? "p0"
        let actions: [(String, String)] = [
            ("present", #"{"modal":"\#(modal)"}"#), ("present", #"{"modal":"\#(modal)"}"#),
            ("present", #"{"modal":"\#(modal)","policy":"replace"}"#), ("dismiss", #"{"key":"\#(key)"}"#),
            ("pressButton", #"{"key":"\#(key)","buttonId":"ok"}"#), ("confirmDiscard", "{}"), ("keepEditing", "{}"),
            ("setDirty", #"{"isDirty":\#(Bool.random(using: &random))}"#), ("submit", #"{"text":"x"}"#),
            ("cancel", "{}"), ("run", #"{"name":"late"}"#), ("run", #"{"name":"watch"}"#), ("reset", "{}"),
            ("setActive", #"{"id":"1"}"#), ("setTaskId", #"{"id":"\#(Int.random(in: 0...2, using: &random))"}"#),
        ]
        if Int.random(in: 0..<6, using: &random) == 0 { screen.clock.advance(by: 10) }
        let (action, params) = actions[Int.random(in: 0..<actions.count, using: &random)]
        let revision = screen.store.revision
        do {
            try screen.send(action, params, at: path)
            #expect(screen.store.revision > revision, "seed \(seed): \(action) made no revision")
        } catch is ActionRefusal {
            #expect(screen.store.revision == revision, "seed \(seed): \(action) was refused and made a revision")
        }
        check("\(action) \(params) at \(depth)")
    }

    private var deepest: Int {
        var depth = 0
        while depth < 4, screen.store.has(path: Array(repeating: "presentation", count: depth + 1)) { depth += 1 }
        return depth
    }

    private func keys(at path: [String]) -> [String] {
        [screen.key(at: path)].compactMap(\.self) + screen.queue(at: path)
    }

    private func check(_ what: String) {
        let snapshot = screen.snapshot
        var now: [String] = []
        var level: JSONValue? = snapshot
        var depth = 0
        while let feature = level {
            let key = feature["presentation"]?["key"]?.stringValue
            let queue = feature["queue"].list.compactMap { $0["key"]?.stringValue }
            #expect(key != nil || queue.isEmpty, "seed \(seed): after \(what) something waits for nothing")
            now += [key].compactMap(\.self) + queue
            level = feature["presentation"]?["child"]
            depth += 1
        }
        #expect(Set(now).count == now.count, "seed \(seed): after \(what) a key is there twice")
        let fresh = Set(now).subtracting(alive)
        #expect(used.isDisjoint(with: fresh), "seed \(seed): after \(what) a key came again")
        used.formUnion(now)
        alive = Set(now)

        let running = screen.effects()
        #expect(Set(running).count == running.count)
        // Each effect belongs to an existing level; no effect of a removed level runs.
        let levels = (0..<depth).map { screen.effects(at: Array(repeating: "presentation", count: $0)) }
        #expect(Set(levels.first ?? []) == Set(running), "seed \(seed): after \(what)")
        #expect(screen.store.activity.count == running.count, "seed \(seed): after \(what) hidden effects run")
        #expect(screen.store.isSettled == running.isEmpty, "seed \(seed): after \(what)")
        if let blocked = snapshot["blocked"], !blocked.isNull {
            let by = blocked["by"].list.compactMap(\.stringValue)
            #expect(screen.store.has(path: by), "seed \(seed): after \(what) what blocks is gone")
            let path = blocked["path"].list.compactMap(\.stringValue)
            #expect(screen.snapshot(path: path)["unavailable"]?["confirmDiscard"] == nil, "seed \(seed)")
        }
    }
}
