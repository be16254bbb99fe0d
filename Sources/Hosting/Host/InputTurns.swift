import DequeModule
import EventLoop

/// Who may have more input than can be handled in one go: a session, or a plugin.
protocol InputPeer: AnyObject {
    /// Handles input until its slice is over.
    func goOn()
}

/// How a peer takes its turns.
struct InputTurn {
    /// The length of a slice: half a millisecond, short beside what a person notices and long beside a turn of the loop.
    private static let sliceNanoseconds = 500_000
    /// How long a peer counts as busy after it has used up a slice: a tenth of a second.
    private static let busyNanoseconds = 100_000_000

    /// Whether the peer has used up its slice, and waits for its next turn.
    var isWaiting = false
    /// The end of the present slice, on the clock of `monotonicNanoseconds`; nil outside of one.
    private var sliceEnd: Int?
    private var busyUntil = 0

    /// Whether it used up a slice a short while ago: then it waits for its turn with all that comes.
    var isBusy: Bool { busyUntil > 0 && monotonicNanoseconds() < busyUntil }

    /// Whether the present slice is used up.
    var isOver: Bool { sliceEnd.map { monotonicNanoseconds() >= $0 } ?? false }

    /// Begins a slice.
    mutating func begin() { sliceEnd = monotonicNanoseconds() + Self.sliceNanoseconds }

    /// Ends the slice, where there is one.
    mutating func end() { sliceEnd = nil }

    /// Says that more is there than the slice had time for.
    mutating func wait() {
        isWaiting = true
        busyUntil = monotonicNanoseconds() + Self.busyNanoseconds
    }
}

/// Divides the core thread's time among peers whose input does not end.
///
/// A peer that has used up its slice waits for its next turn with its further input unread, and one of those who wait
/// gets a slice in each turn of the loop. So whoever sends little waits for one slice, however many send much.
///
/// Belongs to the core thread.
final class InputTurns {
    private let loop: PollLoop
    private var waiting: Deque<any InputPeer> = []

    init(on loop: PollLoop) {
        self.loop = loop
    }

    /// Queues a peer, which must not be queued already.
    func wait(_ peer: any InputPeer) {
        waiting.append(peer)
        // There is a next turn, also where nothing comes.
        loop.post {}
    }

    /// Gives the first of those who wait its slice.
    func goOn() {
        waiting.popFirst()?.goOn()
        if !waiting.isEmpty { loop.post {} }
    }
}
