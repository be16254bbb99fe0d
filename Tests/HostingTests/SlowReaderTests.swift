import FHHosting
import FHJSON
import Testing

@testable import FHPeers

/// A client that does not read: protocol/transport.md, "A front end that does not read".
@Suite struct SlowReaderTests {
    private func adds(_ count: Int, firstID: Int = 1_000) -> String {
        (0..<count).map { number in
            #"{"jsonrpc":"2.0","id":\#(firstID + number),"method":"feature/send","params":\#(FrontEnd.action("add"))}"#
                + "\n"
        }.joined()
    }

    /// Checks that each snapshot's revision is the previous one plus the number of conflated revisions.
    private func checkRevisions(_ snapshots: [JSONValue], from start: Int = 0) -> Int {
        var last = start
        for snapshot in snapshots {
            last += snapshot["conflated"]?.intValue ?? 1
            #expect(snapshot.revision == last)
            #expect(snapshot["state"]?["count"]?.intValue == last)
        }
        return last
    }

    @Test func newerUpdatesTakeThePlaceOfOlderOnes() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.setReading(false)
            await host.send(a.number, adds(500))
            await a.setReading(true)
            let frames = await a.until(1_499)
            #expect(checkRevisions(frames.snapshots) == 500)
            // 64 snapshots are queued, and the last one conflates all others.
            #expect(frames.snapshots.count == 64)
            #expect(frames.snapshots.dropLast().allSatisfy { $0["conflated"] == nil })
            #expect(frames.compactMap { $0["id"]?.intValue } == Array(1_000..<1_500))
            #expect(checkRevisions(await a.act("add").snapshots, from: 500) == 501)
        }
    }

    @Test func upTo64UpdatesNoneIsLeftOut() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.setReading(false)
            await host.send(a.number, adds(64))
            await a.setReading(true)
            let snapshots = await a.until(1_063).snapshots
            #expect(snapshots.count == 64)
            #expect(checkRevisions(snapshots) == 64)
        }
    }

    @Test func oneSlowSessionDelaysNoOther() async throws {
        try await withHost { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await b.open()
            await a.setReading(false)
            for number in 0..<300 { #expect(await b.act("add").snapshots.map(\.revision) == [number + 1]) }
            await a.setReading(true)
            let snapshots = await a.ask("ping").snapshots
            #expect(checkRevisions(snapshots) == 300)
            #expect(snapshots.count == 64)
            #expect(snapshots.allSatisfy { $0.origin == "peer" })
        }
    }

    @Test func whatIsClosedShowsItsLastStateFirst() async throws {
        try await withHost {
            $0.limits.maxQueuedUpdates = 1
        } _: { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await b.open()
            await a.setReading(false)
            for _ in 0..<10 { await b.act("add") }
            await b.answer("feature/close", #"{"instance":"p"}"#)
            await a.setReading(true)
            let frames = await a.ask("ping")
            #expect(checkRevisions(frames.snapshots) == 10)
            #expect(frames.dropLast().last?.params(of: "state/closed")?.revision == 10)
        }
    }

    @Test func whoLeavesIsStillToldWhatWaited() async throws {
        try await withHost {
            $0.limits.maxQueuedUpdates = 1
        } _: { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await b.open()
            await a.setReading(false)
            for _ in 0..<10 { await b.act("add") }
            await host.send(
                a.number, #"{"jsonrpc":"2.0","id":1,"method":"state/unsubscribe","params":{"instance":"p"}}"# + "\n")
            for _ in 0..<10 { await b.act("add") }
            await a.setReading(true)
            let frames = await a.ask("ping")
            #expect(checkRevisions(frames.snapshots) == 10)
        }
    }

    /// Messages before an answer with a snapshot are never newer than that snapshot.
    @Test func attachingAnewGoesNotBack() async throws {
        try await withHost {
            $0.limits.maxQueuedUpdates = 1
        } _: { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open()
            await b.open()
            await a.setReading(false)
            for _ in 0..<10 { await b.act("add") }
            await host.send(
                a.number, #"{"jsonrpc":"2.0","id":1,"method":"state/subscribe","params":{"instance":"p"}}"# + "\n")
            for _ in 0..<10 { await b.act("add") }
            await a.setReading(true)
            let frames = await a.ask("ping")
            var revisions = frames.compactMap { $0.snapshot?.revision ?? $0["result"]?["revision"]?.intValue }
            #expect(revisions == revisions.sorted())
            #expect(revisions.popLast() == 20)
            #expect(checkRevisions(frames.snapshots) == 20)
        }
    }

    @Test func onTheVirtualClockTheInputWaitsInstead() async throws {
        try await withHost {
            $0.isClockVirtual = true
        } _: { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open(more: #","keep":true"#)
            await a.setReading(false)
            await host.send(a.number, adds(300))
            let held = await b.answer("feature/snapshot", #"{"instance":"p"}"#)["result"]?.revision
            #expect(held == 64)
            await a.setReading(true)
            let frames = await a.until(1_299)
            #expect(frames.snapshots.count == 300)
            #expect(checkRevisions(frames.snapshots) == 300)
            #expect(frames.compactMap { $0["id"]?.intValue } == Array(1_000..<1_300))
        }
    }

    /// Without this wait, other clients would make the queue of the slow client grow without bound.
    @Test func onTheVirtualClockWhoDoesNotReadHoldsUpOthers() async throws {
        try await withHost {
            $0.isClockVirtual = true
        } _: { host in
            let (a, b, c) = (await host.frontEnd(), await host.frontEnd(), await host.frontEnd())
            await a.open(more: #","keep":true"#)
            await a.setReading(false)
            await host.send(b.number, adds(300))
            let held = await c.answer("feature/snapshot", #"{"instance":"p"}"#)["result"]?.revision
            #expect(held == 64)
            await a.setReading(true)
            #expect(await b.until(1_299).compactMap { $0["id"]?.intValue } == Array(1_000..<1_300))
            let frames = await host.frames(a.number) { $0["params"]?.revision == 300 }
            #expect(checkRevisions(frames.snapshots) == 300)
        }
    }

    @Test func unreadAnswersStopTheInput() async throws {
        try await withHost {
            $0.limits.maxUnreadBytes = 1_000
        } _: { host in
            let (a, b) = (await host.frontEnd(), await host.frontEnd())
            await a.open(more: #","keep":true"#)
            await a.setReading(false)
            await host.send(a.number, adds(300))
            let held = try #require(await b.answer("feature/snapshot", #"{"instance":"p"}"#)["result"]?.revision)
            #expect(held > 0 && held < 300)
            await a.setReading(true)
            let frames = await a.until(1_299)
            #expect(frames.compactMap { $0["id"]?.intValue } == Array(1_000..<1_300))
            #expect(checkRevisions(frames.snapshots) == 300)
        }
    }

    /// Unread messages can still be read after the end of the client's input.
    @Test func theEndOfTheInputDropsNothing() async throws {
        try await withHost { host in
            let a = await host.frontEnd()
            await a.open()
            await a.setReading(false)
            await host.send(a.number, adds(200))
            await a.endInput()
            await a.setReading(true)
            let frames = await a.untilEnd()
            #expect(frames.compactMap { $0["id"]?.intValue } == Array(1_000..<1_200))
            #expect(checkRevisions(frames.snapshots) == 200)
        }
    }
}
