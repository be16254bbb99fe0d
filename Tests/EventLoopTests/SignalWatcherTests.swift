import FHEventLoop
import Glibc
import TestSupport
import Testing

/// Signal dispositions belong to the process, so these tests run one at a time.
@Suite(.serialized, .hangLimit)
struct SignalWatcherTests {
    @Test(arguments: [SIGTERM, SIGINT]) func aSignalIsACallbackOnTheLoop(signal: Int32) throws {
        let loop = try PollLoop()
        var seen: [Int32] = []
        let watcher = try SignalWatcher(on: loop) { signal in
            #expect(loop.isOnLoopThread)
            seen.append(signal)
            // The second signal arrives while the first is being handled.
            if seen.count == 1 { raiseHere(signal) } else { loop.stop() }
        }
        loop.schedule(afterMilliseconds: 0) { raiseHere(signal) }
        loop.runHere()
        watcher.cancel()
        #expect(seen == [signal, signal])
    }

    @Test func cancellingGivesTheSignalBack() throws {
        let loop = try PollLoop()
        let before = disposition(of: SIGUSR1)
        let watcher = try SignalWatcher([SIGUSR1], on: loop) { _ in }
        #expect(disposition(of: SIGUSR1) != before)
        watcher.cancel()
        watcher.cancel()
        #expect(disposition(of: SIGUSR1) == before)
    }

    @Test func whatOneWatcherLeavesTheNextDoesNotGet() throws {
        let loop = try PollLoop()
        let first = try SignalWatcher([SIGUSR1], on: loop) { _ in Issue.record("cancelled") }
        raiseHere(SIGUSR1)
        first.cancel()
        var seen: [Int32] = []
        let second = try SignalWatcher([SIGUSR1, SIGUSR2], on: loop) {
            seen.append($0)
            loop.stop()
        }
        loop.schedule(afterMilliseconds: 0) { raiseHere(SIGUSR2) }
        loop.runHere()
        second.cancel()
        #expect(seen == [SIGUSR2])
    }

    @Test func anUnknownSignalThrowsAndLeavesNothing() throws {
        let loop = try PollLoop()
        let before = disposition(of: SIGUSR1)
        #expect(throws: (any Error).self) {
            try SignalWatcher([SIGUSR1, SIGKILL], on: loop) { _ in }
        }
        #expect(disposition(of: SIGUSR1) == before)
        try SignalWatcher([SIGUSR1], on: loop) { _ in }.cancel()
    }

    /// Raises a signal, and returns once its handler has run; unblocks the signal, which the runtime's threads block.
    private func raiseHere(_ signal: Int32) {
        var opened = sigset_t()
        var previous = sigset_t()
        sigemptyset(&opened)
        sigaddset(&opened, signal)
        pthread_sigmask(SIG_UNBLOCK, &opened, &previous)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    private func disposition(of signal: Int32) -> Int {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }
}
