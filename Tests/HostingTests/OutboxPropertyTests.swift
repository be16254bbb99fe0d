import FHJSON
import TestSupport
import Testing

@testable import FHHosting
@testable import FHPeers

/// A reader receives the correct frames, whatever the messages are and however fast the reader is.
@Suite struct OutboxPropertyTests {
    @Test func whateverTheReaderDoes() throws {
        for seed in 0..<120 as Range<UInt64> {
            var run = try OutboxRun(seed: seed)
            try run.play(steps: 200)
            try run.check()
        }
    }

    @Test func losslessLeavesNothingOut() throws {
        for seed in 0..<40 as Range<UInt64> {
            var run = try OutboxRun(seed: seed, isLossless: true)
            try run.play(steps: 200)
            try run.check()
        }
    }

    /// The reader attaches again, like a client that has lost its state.
    @Test func attachingAnewGoesNotBack() throws {
        for seed in 0..<60 as Range<UInt64> {
            var run = try OutboxRun(seed: seed, isAttaching: true)
            try run.play(steps: 200)
            try run.check()
        }
    }
}

/// A random run of an outbox, with the frames that the reader must receive.
private struct OutboxRun {
    /// The expected state of a subscription.
    private struct Subject {
        let instance: Instance
        var lastRevision = 0
        /// The revisions at which a limit may have been reached.
        var crowded: Set<Int> = []
        var isClosed = false
    }

    private let seed: UInt64
    private let isLossless: Bool
    private let isAttaching: Bool
    private let rig: OutboxRig
    private let limits: Limits
    private let longestFrame: Int
    private var random: SeededGenerator
    private var subjects: [Subject] = []
    /// For each answer, the revisions of all instances when the answer was sent.
    private var answers: [[Int]] = []
    /// Upper bounds of the queued updates and bytes.
    private var waitingUpdates = 0
    private var waitingBytes = 0

    init(seed: UInt64, isLossless: Bool = false, isAttaching: Bool = false) throws {
        self.seed = seed
        self.isLossless = isLossless
        self.isAttaching = isAttaching
        var random = SeededGenerator(seed: seed)
        var limits = Limits()
        limits.maxQueuedUpdates = .random(in: 1...8, using: &random)
        limits.maxQueuedBytes = [500, 5_000, 200_000].randomElement(using: &random) ?? 500
        let chosen = limits
        rig = try OutboxRig(isLossless: isLossless) { $0 = chosen }
        self.limits = limits
        // A separate generator, because the sink draws in the middle of calls.
        var pieces = SeededGenerator(seed: ~seed)
        let longest = [10, 500, 100_000].randomElement(using: &random) ?? 1
        longestFrame = longest * 500
        rig.sink.piece = { .random(in: 1...longest, using: &pieces) }
        self.random = random
        for _ in 0..<Int.random(in: 1...4, using: &self.random) { try open() }
    }

    private mutating func open() throws {
        subjects.append(Subject(instance: try rig.open()))
    }

    mutating func play(steps: Int) throws {
        for _ in 0..<steps {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<55: try act()
            case 55..<70:
                if isAttaching { attach() }
                rig.answer(answers.count, size: size())
                answers.append(subjects.map(\.lastRevision))
            case 70..<85:
                rig.sink.room += .random(in: 0...2_000, using: &random)
                rig.outbox.flush()
            case 85..<88:
                rig.sink.room = .max
                rig.outbox.flush()
                rig.sink.room = 0
            case 88..<90: close()
            case 90..<91: try open()
            default: rig.outbox.flush()
            }
            if rig.outbox.isEmpty { (waitingUpdates, waitingBytes) = (0, 0) }
        }
    }

    /// Writes the queued snapshots now, because the next answer must not be older.
    private func attach() {
        for subject in subjects {
            for subscription in subject.instance.subscriptions { rig.outbox.fix(subscription) }
        }
    }

    /// Draws a size that is mostly small, and sometimes larger than one write.
    private mutating func size() -> Int {
        switch Int.random(in: 0..<60, using: &random) {
        case 0: .random(in: 0...min(100_000, longestFrame), using: &random)
        case 1..<10: .random(in: 0...3_000, using: &random)
        default: .random(in: 0...50, using: &random)
        }
    }

    private mutating func act() throws {
        guard let index = subjects.indices.filter({ !subjects[$0].isClosed }).randomElement(using: &random) else {
            return
        }
        let size = size()
        let isCrowded = waitingUpdates >= limits.maxQueuedUpdates || waitingBytes >= limits.maxQueuedBytes
        try rig.act(subjects[index].instance, size: size)
        subjects[index].lastRevision += 1
        if isCrowded { subjects[index].crowded.insert(subjects[index].lastRevision) }
        waitingUpdates += 1
        waitingBytes += size + 600
    }

    private mutating func close() {
        guard let index = subjects.indices.filter({ !subjects[$0].isClosed }).randomElement(using: &random) else {
            return
        }
        rig.host.close(subjects[index].instance, reason: "closed")
        subjects[index].isClosed = true
    }

    /// Checks the frames; stops at the first error, because later errors may be consequences of the first.
    mutating func check() throws {
        let frames = try rig.drain()
        try #require(rig.outbox.isEmpty && !rig.outbox.isOverfull, "seed \(seed)")
        try checkAnswers(frames)
        for subject in subjects { try check(subject, frames) }
    }

    /// Checks that all answers come in order, each after the updates that precede the answer.
    private func checkAnswers(_ frames: [JSONValue]) throws {
        try #require(frames.compactMap { $0["id"]?.intValue } == Array(answers.indices), "seed \(seed)")
        var seen: [String: Int] = [:]
        for frame in frames {
            if let snapshot = frame.snapshot, let name = snapshot["instance"]?.stringValue {
                seen[name] = snapshot.revision
            }
            guard let id = frame["id"]?.intValue, answers.indices.contains(id) else { continue }
            for (subject, revision) in zip(subjects, answers[id]) {
                let newest = seen[subject.instance.name, default: 0]
                try #require(isAttaching ? newest == revision : newest >= revision, "seed \(seed), answer \(id)")
            }
        }
    }

    private func check(_ subject: Subject, _ frames: [JSONValue]) throws {
        let name = subject.instance.name
        let own = frames.compactMap { $0["params"] }.filter { $0["instance"]?.stringValue == name }
        var last = 0
        for snapshot in own where snapshot["reason"] == nil {
            let count = snapshot["conflated"]?.intValue ?? 1
            let revisions = last + 1...max(last + 1, last + count)
            last += count
            try #require(snapshot.revision == last, "seed \(seed)")
            try #require(snapshot["state"]?["count"]?.intValue == last, "seed \(seed)")
            guard snapshot["conflated"] != nil else { continue }
            try #require(count > 1 && !isLossless, "seed \(seed)")
            // A revision was left out, so a limit must have been reached.
            try #require(revisions.contains { subject.crowded.contains($0) }, "seed \(seed)")
        }
        try #require(last == subject.lastRevision, "seed \(seed)")
        try #require(own.filter { $0["reason"] != nil }.count == (subject.isClosed ? 1 : 0), "seed \(seed)")
        if subject.isClosed {
            try #require(own.last?["reason"] != nil && own.last?.revision == last, "seed \(seed)")
        }
    }
}
