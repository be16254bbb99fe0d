import FHFlowFeature
import FHJSON
import FeatureKit
import TestSupport
import Testing

/// Compares nested sheets and flows with a small model after each random action.
@Suite struct PresentationPropertyTests {
    @Test func whateverIsSentEachBlockedActionEndsOnceAndNothingThatIsGoneActs() throws {
        var endings: Set<PresentationModel.Ending> = []
        var runs = 0
        try forEachSeed(20) { seed, random in
            var run = PresentationRun(seed: seed)
            for _ in 0..<80 {
                try run.step(&random)
                if Int.random(in: 0..<60, using: &random) == 0 {
                    endings.formUnion(run.close())
                    run = PresentationRun(seed: seed)
                }
            }
            endings.formUnion(run.close())
            runs += 1
        }
        // Fewer seeds, or a single replayed seed, need not reach all ends.
        if runs == 20 { #expect(endings == Set(PresentationModel.Ending.allCases)) }
    }
}

/// An instance and its model, from the opening of the instance to its close.
private struct PresentationRun {
    private let seed: UInt64
    private let driver = FlowDriver(LevelModal.walk(timeoutMs: nil), LevelModal.configuration)
    private let model = PresentationModel()
    /// The causes of the revisions, in order.
    private let causes = Causes()
    private var seenCount: Int
    private var keys: Set<String> = []
    private var words = 0

    private final class Causes {
        var all: [Cause] = []
    }

    init(seed: UInt64) {
        self.seed = seed
        seenCount = model.applied.count
        driver.store.onRevision = { [causes, unowned store = driver.store] in causes.all.append(store.cause) }
        check("start")
    }

    mutating func step(_ random: inout SeededGenerator) throws {
        if Int.random(in: 0..<5, using: &random) == 0 {
            let milliseconds = Int.random(in: 1...12, using: &random)
            driver.clock.advance(by: milliseconds)
            model.advance(by: milliseconds)
            return check("\(milliseconds) ms")
        }
        let (level, act) = choice(&random)
        let what = "\(act.wire.name) \(act.params(in: level)) at \(level.path)"
        if let refusal = model.refusal(of: act, in: level) {
            #expect(throws: ActionRefusal.unavailable(refusal), "seed \(seed): \(what)") {
                try driver.send(act.wire.name, act.params(in: level), at: level.path)
            }
        } else {
            try driver.send(act.wire.name, act.params(in: level), at: level.path)
            model.send(act, to: level)
        }
        check(what)
    }

    /// Returns a random user action and its level, often an action that would lose changes or that ends a block.
    private mutating func choice(_ random: inout SeededGenerator) -> (Level, PresentationModel.Act) {
        let levels = model.root.all
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            guard let blocked = model.blocked else { break }
            let ways: [(Level, PresentationModel.Act)] = [
                (blocked.level, .confirmDiscard), (blocked.level, .keepEditing),
                (blocked.level.parent ?? blocked.level, .reset), (model.blockedBy ?? blocked.level, .setDirty(false)),
            ]
            return ways.randomElement(using: &random) ?? ways[0]
        case 1, 2:
            guard var level = levels.filter(\.isDirty).randomElement(using: &random) else { break }
            while let parent = level.parent, Bool.random(using: &random) { level = parent }
            return (level, losing(in: level, &random))
        default: break
        }
        let level = levels.randomElement(using: &random) ?? model.root
        return (level, act(in: level, &random))
    }

    /// Returns an action that removes the sheets over a level, its pages, or the level itself.
    private func losing(in level: Level, _ random: inout SeededGenerator) -> PresentationModel.Act {
        var acts: [PresentationModel.Act] = [.cancel]
        if let sheet = level.sheet {
            acts += [.dismiss(key: sheet.key), .press(key: sheet.key, button: "leave")]
            acts.append(.present(sheet.modal, isReplacing: true))
        }
        if level.isFlow {
            let key = level.stack.randomElement(using: &random)?.key ?? ""
            acts += [.pop(nil), .pop(2), .popTo(key: key), .popToRoot, .replace(["home"]), .replace(["page"])]
        }
        return acts.randomElement(using: &random) ?? .cancel
    }

    /// Returns any action, mostly one that makes changes or opens more.
    private mutating func act(in level: Level, _ random: inout SeededGenerator) -> PresentationModel.Act {
        words += 1
        let sheets = [level.sheet].compactMap(\.self) + level.queue
        let key = sheets.randomElement(using: &random)?.key ?? "p0"
        let modal = LevelModal.allCases.randomElement(using: &random) ?? .page
        let route = LevelModal.routes.randomElement(using: &random) ?? "page"
        // Nothing more is opened beyond a number of levels.
        let isFull = model.root.all.count > 16
        switch Int.random(in: 0..<16, using: &random) {
        case 0...3: return isFull ? .dismiss(key: key) : .present(modal, isReplacing: false)
        case 4, 5: return .dismiss(key: key)
        case 6: return .press(key: key, button: Bool.random(using: &random) ? "stay" : "leave")
        case 7: return Bool.random(using: &random) ? .confirmDiscard : .keepEditing
        default: break
        }
        if level.isFlow {
            // A level that has ended only accepts a reset.
            if level.status != "active" { return .reset }
            switch Int.random(in: 0..<16, using: &random) {
            case 0...9: return isFull ? .popToRoot : .push(route)
            case 10, 11: return .pop([nil, 1, 2, 3].randomElement(using: &random) ?? nil)
            case 12: return .popTo(key: level.stack.randomElement(using: &random)?.key ?? "")
            case 13, 14: return .replace(["home", route])
            default: return [.complete, .fail, .reset].randomElement(using: &random) ?? .complete
            }
        }
        switch Int.random(in: 0..<16, using: &random) {
        case 0...8: return .setDirty(Int.random(in: 0..<5, using: &random) > 0)
        case 9...12: return .later("late \(words)")
        case 13: return .submit
        case 14: return .note("\(words)")
        default: return [.discard, .expire, .fail, .reset].randomElement(using: &random) ?? .discard
        }
    }

    /// Closes the instance, and checks that nothing of the instance continues to run.
    ///
    /// - Returns: The ends of the blocked actions.
    func close() -> Dictionary<PresentationModel.Ending, Int>.Keys {
        driver.store.close()
        model.close()
        #expect(driver.store.activity.count == 0, "seed \(seed)")
        #expect(driver.clock.nextDeadline == nil, "seed \(seed)")
        let revision = driver.store.revision
        driver.clock.advance(by: 1_000)
        #expect(driver.store.revision == revision, "seed \(seed)")
        #expect(model.endings.values.reduce(0, +) == model.blockedCount, "seed \(seed)")
        return model.endings.keys
    }

    // MARK: Invariants

    private mutating func check(_ what: String) {
        let what: Comment = "seed \(seed): after \(what)"
        let snapshot = driver.snapshot()
        compare(model.root, snapshot, what)
        // A blocked action must not run before its confirmation or twice, and a removed level must not act.
        let applied = model.applied[seenCount...]
        let found = zip(causes.all, applied).map { cause, applied in
            // The key of a level that was added and removed within one turn is unknown.
            zip(cause.path, applied.level.path).map { $1.isEmpty ? $1 : $0 }
                + cause.path.dropFirst(applied.level.path.count)
        }
        #expect(causes.all.map(\.action) == applied.map(\.act.wire.name), what)
        #expect(found == applied.map(\.level.path), what)
        causes.all = []
        seenCount = model.applied.count
        let activity = driver.store.activity
        #expect(activity.count == model.effects(in: model.root), what)
        let blocked = snapshot["blocked"]
        #expect(blocked?["action"]?.stringValue == model.blocked?.act.wire.name, what)
        #expect((blocked?["path"]).list.compactMap(\.stringValue) == model.blocked?.level.path ?? [], what)
        #expect((blocked?["by"]).list.compactMap(\.stringValue) == model.blockedBy?.path ?? [], what)
    }

    /// Compares a level, the levels above it and the levels inside it, and stores the keys of new features.
    private mutating func compare(_ level: Level, _ snapshot: JSONValue?, _ what: Comment) {
        let presentation = snapshot?["presentation"]
        #expect(presentation?.isNull == (level.sheet == nil), what)
        if let sheet = level.sheet { name(&sheet.key, presentation, what) }
        let queue = (snapshot?["queue"]).list
        #expect(queue.count == level.queue.count, what)
        for (sheet, entry) in zip(level.queue, queue) { name(&sheet.key, entry, what) }
        let child = presentation?["child"]
        #expect((child == nil) == (level.sheet?.level == nil), what)
        if let above = level.sheet?.level { compare(above, child, what) }

        #expect((snapshot?["effects"]).list.count == model.effects(in: level), what)
        // A blocked action may be invalid by the time of its confirmation.
        for act in [PresentationModel.Act.confirmDiscard, .keepEditing] {
            let refusal = snapshot?["unavailable"]?[act.wire.name]?.stringValue
            #expect(refusal == model.refusal(of: act, in: level), what)
        }

        let state = snapshot?["state"]
        guard level.isFlow else {
            let log = (state?["log"]).list.compactMap(\.stringValue).map { $0.hasPrefix("take") ? "take" : $0 }
            return #expect(log == level.log, what)
        }
        #expect(state?["status"]?.stringValue == level.status, what)
        let stack = (state?["stack"]).list
        #expect(stack.map { $0["route"]?.stringValue } == level.stack.map(\.route), what)
        for (page, entry) in zip(level.stack, stack) {
            name(&page.key, entry, what)
            // A page below the top is visible only in a separate snapshot.
            let isThere = driver.store.has(path: page.path)
            compare(page, entry["child"] ?? (isThere ? driver.snapshot(path: page.path) : nil), what)
        }
    }

    /// Stores the key from a snapshot, which must be new; compares the key if one is stored already.
    private mutating func name(_ key: inout String, _ entry: JSONValue?, _ what: Comment) {
        let seen = entry?["key"]?.stringValue ?? ""
        if key.isEmpty {
            key = seen
            #expect(keys.insert(seen).inserted, what)
        }
        #expect(key == seen, what)
    }
}
