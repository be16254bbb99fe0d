import DequeModule
import FHEventLoop

/// A session or a plugin whose input is handled in time slices.
package protocol InputPeer: AnyObject {
    /// Handles input until the slice is used up.
    func goOn()
}

/// The time slice of a peer.
package struct InputTurn {
    /// The length of a slice, 0.1 ms.
    ///
    /// This is as long as an action takes on an idle host, and much longer than a turn of the loop.
    private static let sliceNanoseconds = 100_000
    /// The time, 0.1 s, for which a peer counts as busy after it has used up a slice.
    private static let busyNanoseconds = 100_000_000

    /// The minimum number of bytes of a large read.
    ///
    /// This is more than the length of a few messages. A busy peer whose reads are that large stays busy, even if it
    /// uses up no slice.
    private static let largePieceBytes = 1 << 10

    /// True if the peer waits for its next time slice.
    package var isWaiting = false
    /// The end of the current slice, on the clock of `monotonicNanoseconds`; nil if there is no current slice.
    private var sliceEnd: Int?
    private var busyUntil = 0

    package init() {}

    /// True if the peer has recently used up a time slice.
    ///
    /// Its further input then waits for its next time slice.
    package func isBusy(at now: Int = monotonicNanoseconds()) -> Bool { now < busyUntil }

    /// True if the current slice is used up.
    package func isOver(at now: Int = monotonicNanoseconds()) -> Bool { sliceEnd.map { now >= $0 } ?? false }

    package mutating func begin(at now: Int = monotonicNanoseconds()) { sliceEnd = now + Self.sliceNanoseconds }

    package mutating func end() { sliceEnd = nil }

    /// Marks the peer as waiting and busy, because its input exceeds the slice.
    package mutating func wait(at now: Int = monotonicNanoseconds()) {
        isWaiting = true
        busyUntil = now + Self.busyNanoseconds
    }

    /// Marks a busy peer as waiting, because the bytes that were just read wait for its next slice.
    ///
    /// A peer whose reads are small from now on does not stay busy.
    ///
    /// - Parameter count: the number of bytes that were just read.
    package mutating func wait(withBytes count: Int, at now: Int = monotonicNanoseconds()) {
        if count >= Self.largePieceBytes { return wait(at: now) }
        isWaiting = true
    }
}

/// Divides the core thread's time among peers with continuous input.
///
/// When a peer has used up its slice, its further input stays unread until its next slice. Each turn of the loop gives
/// one waiting peer a slice. So a peer with little input waits for at most one slice, regardless of the number of busy
/// peers.
///
/// Belongs to the core thread.
package final class InputTurns {
    private let loop: PollLoop
    private var waiting: Deque<any InputPeer> = []

    package init(on loop: PollLoop) {
        self.loop = loop
    }

    /// Queues a peer, which must not be queued already.
    package func wait(_ peer: any InputPeer) {
        waiting.append(peer)
        // This guarantees a next turn, even without input.
        loop.post {}
    }

    /// Gives the first waiting peer its slice.
    ///
    /// This is called at the end of a turn, after the input of the other peers is handled.
    package func goOn() {
        guard let peer = waiting.popFirst() else { return }
        peer.goOn()
        // The next turn writes the output of this slice.
        loop.post {}
    }
}
