import FHJSON
import SystemPackage
import Testing

@testable import FHHosting
@testable import FHPeers

@Suite struct OutboxTests {
    @Test func writesWhatATurnGatheredAtOnce() throws {
        let rig = try OutboxRig()
        rig.sink.room = .max
        let instance = try rig.open()
        for number in 0..<10 {
            try rig.act(instance)
            rig.answer(number)
        }
        #expect(rig.sink.writes == 0)
        rig.outbox.flush()
        #expect(rig.sink.writes == 1)
        #expect(try rig.frames().count == 20)
        #expect(rig.outbox.isEmpty)
    }

    @Test func aByteAtATimeGivesTheSameBytes() throws {
        let (fast, slow) = (try OutboxRig(), try OutboxRig())
        for rig in [fast, slow] {
            let instance = try rig.open()
            for number in 0..<20 {
                try rig.act(instance, size: number * 10)
                rig.answer(number, size: number)
            }
        }
        slow.sink.piece = { 1 }
        _ = try fast.drain()
        _ = try slow.drain()
        #expect(slow.sink.bytes == fast.sink.bytes)
        #expect(slow.sink.writes == slow.sink.bytes.count)
    }

    @Test func keepsNoMoreUpdatesThanTheLimit() throws {
        let rig = try OutboxRig { $0.maxQueuedUpdates = 5 }
        let instances = try (0..<3).map { _ in try rig.open() }
        for _ in 0..<1_000 { for instance in instances { try rig.act(instance) } }
        let snapshots = try rig.drain().snapshots
        // Each instance may always have one queued snapshot.
        #expect(snapshots.count <= 5 + 3)
        for instance in instances {
            let own = snapshots.filter { $0["instance"]?.stringValue == instance.name }
            #expect(own.last?.revision == 1_000)
            #expect(own.map { $0["conflated"]?.intValue ?? 1 }.reduce(0, +) == 1_000)
        }
    }

    @Test func keepsNoMoreBytesThanTheLimit() throws {
        let rig = try OutboxRig { $0.maxQueuedBytes = 10_000 }
        let instance = try rig.open()
        for _ in 0..<100 { try rig.act(instance, size: 3_000) }
        let snapshots = try rig.drain().snapshots
        #expect(snapshots.map { $0["conflated"]?.intValue ?? 1 } == [1, 1, 98])
        #expect(snapshots.map(\.revision) == [1, 2, 100])
    }

    @Test func whatHasBegunIsFinished() throws {
        let rig = try OutboxRig { $0.maxQueuedUpdates = 1 }
        let instance = try rig.open()
        try rig.act(instance)
        rig.sink.room = 10
        rig.outbox.flush()
        for _ in 0..<5 { try rig.act(instance) }
        rig.answer(1)
        let frames = try rig.drain()
        #expect(frames.snapshots.map(\.revision) == [1, 6])
        #expect(frames.snapshots.map { $0["conflated"]?.intValue } == [nil, 5])
        #expect(frames.last?["id"]?.intValue == 1)
    }

    /// A slot whose writing has begun is completed, while later messages wait.
    @Test func aSlotThatHasBegunIsFinished() throws {
        let rig = try OutboxRig { $0.maxQueuedUpdates = 1 }
        let instance = try rig.open()
        for _ in 0..<3 { try rig.act(instance) }
        rig.sink.room = 10
        rig.outbox.flush()
        for _ in 0..<3 { try rig.act(instance) }
        rig.host.close(instance, reason: "closed")
        let frames = try rig.drain()
        #expect(frames.snapshots.map(\.revision) == [3, 6])
        #expect(frames.snapshots.map { $0["conflated"]?.intValue } == [3, 3])
        #expect(frames.last?.params(of: "state/closed") != nil)
    }

    @Test func aSlotShowsTheStateOfTheTimeWhenItIsWritten() throws {
        let rig = try OutboxRig { $0.maxQueuedUpdates = 1 }
        let instance = try rig.open()
        try rig.act(instance, size: 1)
        try rig.act(instance, size: 2)
        rig.answer(1)
        try rig.act(instance, size: 3)
        let frames = try rig.drain()
        #expect(frames.count == 2)
        #expect(frames.first?.snapshot?["state"]?["text"]?.stringValue == "xxx")
        #expect(frames.first?.snapshot?["conflated"]?.intValue == 3)
    }

    /// After attaching again, later messages don't overtake the answer, whether the snapshot is a slot or a whole
    /// frame.
    @Test(arguments: [1, 2])
    func whatIsFixedStaysFixed(count: Int) throws {
        let rig = try OutboxRig { $0.maxQueuedUpdates = 1 }
        let instance = try rig.open()
        for _ in 0..<count { try rig.act(instance) }
        rig.outbox.fix(instance.subscriptions[0])
        rig.answer(1)
        for _ in 0..<2 { try rig.act(instance) }
        let frames = try rig.drain()
        #expect(frames.map { $0["id"]?.intValue } == [nil, 1, nil])
        #expect(frames.snapshots.map(\.revision) == [count, count + 2])
        #expect(frames.snapshots.map { $0["conflated"]?.intValue ?? 1 } == [count, 2])
    }

    @Test func whatIsFixedCountsOnce() throws {
        let rig = try OutboxRig { $0.maxQueuedUpdates = 1 }
        let instance = try rig.open()
        for _ in 0..<2 { try rig.act(instance) }
        // The reader takes nothing, but the slot has been written.
        rig.outbox.flush()
        for _ in 0..<2 { try rig.act(instance) }
        rig.outbox.fix(instance.subscriptions[0])
        for _ in 0..<2 { try rig.act(instance) }
        let snapshots = try rig.drain().snapshots
        #expect(snapshots.last?.revision == 6)
        #expect(snapshots.map { $0["conflated"]?.intValue ?? 1 }.reduce(0, +) == 6)
    }

    @Test func isOverfullOfAnswersAndNotOfUpdates() throws {
        let rig = try OutboxRig {
            $0.maxUnreadBytes = 1_000
            $0.maxQueuedUpdates = 2
        }
        let instance = try rig.open()
        for _ in 0..<10 { try rig.act(instance) }
        #expect(!rig.outbox.isOverfull)
        rig.answer(1, size: 1_000)
        #expect(rig.outbox.isOverfull)
        _ = try rig.drain()
        #expect(!rig.outbox.isOverfull)
    }

    @Test func losslessIsOverfullOfUpdates() throws {
        let rig = try OutboxRig(isLossless: true) { $0.maxQueuedUpdates = 2 }
        let instance = try rig.open()
        try rig.act(instance)
        #expect(!rig.outbox.isOverfull)
        for _ in 0..<9 { try rig.act(instance) }
        #expect(rig.outbox.isOverfull)
        let snapshots = try rig.drain().snapshots
        #expect(snapshots.map(\.revision) == Array(1...10))
        #expect(snapshots.allSatisfy { $0["conflated"] == nil })
        #expect(!rig.outbox.isOverfull)
    }

    @Test func aReaderThatIsGoneGetsNothing() throws {
        let rig = try OutboxRig()
        let instance = try rig.open()
        try rig.act(instance)
        rig.sink.failure = .brokenPipe
        rig.outbox.flush()
        #expect(rig.outbox.failure == .brokenPipe)
        #expect(rig.outbox.isEmpty && !rig.outbox.isOverfull)
        for _ in 0..<1_000 { try rig.act(instance) }
        rig.answer(1)
        #expect(rig.outbox.isEmpty)
        #expect(rig.sink.bytes.isEmpty)
    }

    @Test func whatIsAbandonedIsEmpty() throws {
        let rig = try OutboxRig()
        rig.answer(1)
        #expect(!rig.outbox.isEmpty)
        rig.outbox.abandon()
        #expect(rig.outbox.isEmpty)
        _ = try rig.drain()
        #expect(rig.sink.bytes.isEmpty)
    }

    @Test func outputThatIsGivenUpAfterASignalIsNoMistakeOfTheSession() throws {
        let rig = try OutboxRig()
        rig.answer(1)
        rig.session.abandonOutput()
        rig.host.finishTurn()
        #expect(rig.session.hasEnded && rig.session.ending.status == 0)
        #expect(rig.host.sessions.isEmpty)
    }

    /// Frames longer than one write, and longer than the initial buffer.
    @Test func longFramesGoOutWhole() throws {
        let rig = try OutboxRig { $0.maxQueuedBytes = 10 << 20 }
        let instance = try rig.open()
        for number in 0..<10 {
            try rig.act(instance, size: 100_000 + number)
            rig.answer(number, size: 70_000)
            rig.sink.room = 33_333
            rig.outbox.flush()
        }
        let frames = try rig.drain()
        #expect(frames.snapshots.map { $0["state"]?["text"]?.stringValue?.utf8.count } == (0..<10).map { 100_000 + $0 })
        #expect(frames.compactMap { $0["id"]?.intValue } == Array(0..<10))
    }
}
