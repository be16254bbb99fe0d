import FHJSONRPC

/// The part of the handshake that a session has received.
///
/// A notification `initialize` counts as received, but does not begin the session.
enum Handshake {
    case none
    /// `initialize` was received as a notification, before any request.
    case initialized
    /// The first request was received.
    case begun
    /// `shutdown` was received. Only `exit` is expected.
    case shutDown(hasBegun: Bool)

    /// True if a request was received.
    var hasBegun: Bool {
        switch self {
        case .none, .initialized: false
        case .begun: true
        case .shutDown(let hasBegun): hasBegun
        }
    }

    var isShutDown: Bool { if case .shutDown = self { true } else { false } }

    /// True if `initialize` can still be received.
    var isNew: Bool { if case .none = self { true } else { false } }

    /// Records that a request was handled.
    mutating func noteRequest() { self = isShutDown ? .shutDown(hasBegun: true) : .begun }

    mutating func noteShutdown() { self = .shutDown(hasBegun: hasBegun) }
}

/// The settings that a client has given in `initialize`.
struct ClientSettings {
    /// True if the user prefers reduced motion.
    ///
    /// Then snapshots have no animation hints.
    var reducesMotion = false
    /// The person who reads the session's snapshots; nil before `initialize`, or for a host without readers.
    ///
    /// A session that begins without `initialize` gets its reader with the first snapshot.
    var reader: (any SnapshotReader)?
    /// The kind of updates for subscriptions that don't specify one.
    var updates = UpdateKind.snapshot
    /// The timer that checks that the client's process exists, as long as the process may read output.
    var processWatch: HostTimer?
}

/// The progress of a session towards its end.
package struct SessionEnding {
    enum Phase {
        case open
        /// No more input is read, but pending requests are completed.
        case draining
        /// Like ``draining``, but the time for pending requests is over. The session only waits for writes.
        case overdue
        case ended
    }

    private(set) var phase = Phase.open
    /// The exit status for a process that has only this session.
    package var status: Int32 = 0
    /// The timer that answers pending requests when their time is over; nil if their time is not limited now.
    var timer: HostTimer?

    /// True if no more input is read and the session has not ended.
    var isDraining: Bool { phase == .draining || phase == .overdue }

    mutating func drain() {
        if phase == .open { phase = .draining }
    }

    mutating func noteOverdue() {
        if phase != .ended { phase = .overdue }
    }

    mutating func end(status: Int32) {
        phase = .ended
        self.status = status
        cancelTimer()
    }

    mutating func cancelTimer() {
        timer?.cancel()
        timer = nil
    }
}

/// The owner of a session's connection.
///
/// It reads the input of the session.
///
/// Isolated to the core thread.
package protocol SessionTransport: AnyObject {
    /// Called when the input may have to pause or resume.
    func gateChanged()
    /// Called when the session has ended, and its output is written or dropped.
    func sessionGone()
}
