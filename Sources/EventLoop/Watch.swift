import Glibc
public import SystemPackage

/// A descriptor's registration with a ``PollLoop``, made by ``PollLoop/watch(_:for:handler:)``.
///
/// It stays registered until ``cancel()`` or the end of the loop, whether or not someone holds this token.
/// Cancel it before the descriptor is closed. Use it on the loop's thread only; it traps elsewhere.
public final class Watch {
    /// The descriptor under watch, which the watch does not own.
    public let descriptor: FileDescriptor
    /// What is waited for; empty while the watch rests.
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

    /// Changes what is waited for; an empty interest rests the watch, and hides hang-ups too.
    ///
    /// Takes effect within the turn: what is no longer wanted is not reported. Does nothing after ``cancel()``.
    public func update(_ interest: Interest) {
        guard interest != self.interest, slot >= 0, let loop else { return }
        self.interest = interest
        loop.state.table.update(slot, self)
    }

    /// Ends the watch; its handler is not called again, not even for an event of the present turn.
    public func cancel() {
        guard slot >= 0, let loop else { return }
        loop.state.table.remove(slot)
        forget()
    }

    /// Lets go of the handler and of the slot, which the table has already given up.
    func forget() {
        slot = -1
        interest = []
        handler = nil
    }
}

/// What a watch waits for, and what its handler is told.
public struct Interest: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `read` won't block: there are bytes, or the end, or an error to collect.
    public static let read = Interest(rawValue: 1)
    /// `write` won't block for a small write, or will fail.
    public static let write = Interest(rawValue: 2)
    /// The other end is gone: of a pipe that is written to, its last reader.
    public static let hangUp = Interest(rawValue: 4)

    var events: Int16 {
        (contains(.read) ? Int16(POLLIN) : 0) | (contains(.write) ? Int16(POLLOUT) : 0)
    }

    /// What `revents` means to someone who asked for an interest.
    ///
    /// A hang-up, an error and a bad descriptor are everything that was asked for, so that the next call meets them.
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
