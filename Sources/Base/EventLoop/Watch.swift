import Glibc
public import SystemPackage

/// The registration of a descriptor with a ``PollLoop``; see ``PollLoop/watch(_:for:handler:)``.
///
/// The watch stays registered until ``cancel()`` or the end of the loop, even if this object is not retained. Cancel
/// the watch before you close the descriptor. Use the watch on the loop's thread only; it traps on other threads.
public final class Watch {
    /// The watched descriptor, which the watch does not own.
    public let descriptor: FileDescriptor
    /// The watched events; empty while the watch is paused.
    public private(set) var interest: Interest

    private weak var loop: PollLoop?
    private(set) var handler: ((Interest) -> Void)?
    private var slot = -1

    init(
        _ descriptor: FileDescriptor, _ interest: Interest, _ loop: PollLoop, _ handler: @escaping (Interest) -> Void
    ) {
        self.descriptor = descriptor
        self.interest = interest
        self.loop = loop
        self.handler = handler
        slot = loop.state.table.insert(self)
    }

    /// Changes the watched events.
    ///
    /// An empty interest pauses the watch. Then hang-ups are not reported either.
    ///
    /// The change applies within the current turn: events that are no longer watched are not reported. Does nothing
    /// after ``cancel()``.
    public func update(_ interest: Interest) {
        guard interest != self.interest, slot >= 0, let loop else { return }
        self.interest = interest
        loop.state.table.update(slot, self)
    }

    /// Ends the watch.
    ///
    /// The handler is not called again, even if the descriptor has an event in the current turn.
    public func cancel() {
        guard slot >= 0, let loop else { return }
        loop.state.table.remove(slot)
        forget()
    }

    /// Releases the handler and forgets the slot, which the table has already freed.
    func forget() {
        slot = -1
        interest = []
        handler = nil
    }
}

/// A set of events of a descriptor: the events to watch, or the events that are reported.
public struct Interest: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A `read` won't block: it returns bytes, the end or an error.
    public static let read = Interest(rawValue: 1)
    /// A `write` of a few bytes won't block, or it will fail.
    public static let write = Interest(rawValue: 2)
    /// The peer is gone.
    ///
    /// For the write end of a pipe, the last reader is gone.
    public static let hangUp = Interest(rawValue: 4)

    var events: Int16 {
        (contains(.read) ? Int16(POLLIN) : 0) | (contains(.write) ? Int16(POLLOUT) : 0)
    }

    /// Converts the events that `poll(2)` has reported for a watch with the interest `asked`.
    ///
    /// For a hang-up, an error or a closed descriptor, the result is `asked`, so that the next `read` or `write`
    /// reports the condition.
    init(revents: Int16, of asked: Interest) {
        if revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            self = asked
            return
        }
        let seen = revents & asked.events
        self = []
        if seen & Int16(POLLIN) != 0 { formUnion(.read) }
        if seen & Int16(POLLOUT) != 0 { formUnion(.write) }
    }
}
