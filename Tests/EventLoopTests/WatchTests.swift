import FHEventLoop
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite(.hangLimit)
struct WatchTests {
    @Test func aHandlerIsCalledUntilItIsRead() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        try ends.second.writeAll("ab".utf8)
        var seen: [UInt8] = []
        loop.watch(ends.first, for: .read) { ready in
            #expect(ready == .read)
            seen += ends.first.readSome(1)
            if seen.count == 2 { loop.stop() }
        }
        loop.runHere()
        #expect(seen == Array("ab".utf8))
    }

    @Test func aWatchThatAHandlerCancelsIsNotCalledInThatTurn() throws {
        let loop = try PollLoop()
        let (one, other) = (try Ends.pipe(), try Ends.pipe())
        try one.second.writeAll("x".utf8)
        try other.second.writeAll("x".utf8)
        var watches: [Watch] = []
        var calls = 0
        // The first handler cancels both watches.
        for ends in [one, other] {
            watches.append(
                loop.watch(ends.first, for: .read) { _ in
                    calls += 1
                    for watch in watches { watch.cancel() }
                    loop.post { loop.post { loop.stop() } }
                })
        }
        loop.runHere()
        #expect(calls == 1)
        #expect(watches.allSatisfy { $0.interest.isEmpty })
    }

    @Test func aReusedDescriptorGetsNoEventOfTheOneBefore() throws {
        let loop = try PollLoop()
        let (first, old, new) = (try Ends.pipe(), try Ends.pipe(), try Ends.pipe())
        try first.second.writeAll("x".utf8)
        try old.second.writeAll("x".utf8)
        var log: [String] = []
        var oldWatch: Watch?
        loop.watch(first.first, for: .read) { _ in
            _ = first.first.readSome()
            log.append("first")
            oldWatch?.cancel()
            // An empty pipe gets the same number and the same slot.
            #expect(dup2(new.first.rawValue, old.first.rawValue) == old.first.rawValue)
            loop.watch(old.first, for: .read) { _ in
                log.append("new")
                loop.stop()
            }
            loop.schedule(afterMilliseconds: 0) {
                log.append("written")
                _ = try? new.second.writeAll("y".utf8)
            }
        }
        oldWatch = loop.watch(old.first, for: .read) { _ in log.append("old") }
        loop.runHere()
        #expect(log == ["first", "written", "new"])
    }

    @Test func aRestedWatchIsQuietEvenWhenItsPeerHangsUp() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        ends.closeSecond()
        var calls = 0
        let watch = loop.watch(ends.first, for: .read) { ready in
            #expect(ready == .read)
            calls += 1
            loop.stop()
        }
        watch.update([])
        var turns = 0
        loop.beforePoll {
            turns += 1
            #expect(turns > 5 || calls == 0)
            if turns == 5 { watch.update(.read) }
            loop.post {}
        }
        loop.runHere()
        #expect(calls == 1)
    }

    @Test func restingAWatchTakesEffectWithinTheTurn() throws {
        let loop = try PollLoop()
        let (one, other) = (try Ends.pipe(), try Ends.pipe())
        try one.second.writeAll("x".utf8)
        try other.second.writeAll("x".utf8)
        var watches: [Watch] = []
        var calls = 0
        for ends in [one, other] {
            watches.append(
                loop.watch(ends.first, for: .read) { _ in
                    calls += 1
                    for watch in watches { watch.update([]) }
                    loop.post { loop.post { loop.stop() } }
                })
        }
        loop.runHere()
        #expect(calls == 1)
    }

    @Test func aBrokenPipeAndABadDescriptorAreWritable() throws {
        let loop = try PollLoop()
        let broken = try Ends.pipe()
        broken.closeFirst()
        // Another test may reuse the number of a descriptor that was closed.
        let number = FileDescriptor(rawValue: 1_000_000)
        var ready: [Interest] = []
        for descriptor in [broken.second, number] {
            var watch: Watch?
            watch = loop.watch(descriptor, for: .write) {
                ready.append($0)
                watch?.cancel()
                if ready.count == 2 { loop.stop() }
            }
        }
        loop.runHere()
        #expect(ready == [.write, .write])
    }

    @Test func aSocketIsReadAndWrittenThroughOneWatch() throws {
        let loop = try PollLoop()
        let ends = try Ends.socket()
        try ends.second.writeAll("x".utf8)
        var ready: Interest = []
        loop.watch(ends.first, for: [.read, .write]) {
            ready = $0
            loop.stop()
        }
        loop.runHere()
        #expect(ready == [.read, .write])
    }

    @Test func slotsAreUsedAgain() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        try ends.second.writeAll("x".utf8)
        var calls = 0
        for _ in 0..<10_000 {
            loop.watch(ends.first, for: .read) { _ in Issue.record("cancelled") }.cancel()
        }
        for _ in 0..<3 {
            loop.watch(ends.first, for: .read) { _ in
                calls += 1
                loop.stop()
            }
        }
        loop.runHere()
        #expect(calls == 3)
    }

    @Test func aHandlerIsReleasedWhenItsWatchIsCancelled() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        let (watch, ghost) = {
            let object = Tally()
            return (loop.watch(ends.first, for: .read) { _ in object.add() }, Ghost(object))
        }()
        #expect(ghost.object != nil)
        watch.cancel()
        #expect(ghost.object == nil)
        watch.cancel()
        watch.update(.read)
        #expect(watch.interest.isEmpty)
    }
}
