import OrderedCollections

/// Limits the memory for long frames by shares.
///
/// A session needs a share to receive a frame of more than ``freeByteCount`` bytes. At most ``count`` sessions have a
/// share at a time. Further sessions with long frames wait for a share, and their input stays unread.
///
/// If the frame of a session with a share makes no progress while other sessions wait, the session loses its share and
/// ends.
///
/// Belongs to the core thread.
final class LongFrameShares {
    /// The maximum length in bytes of a frame that needs no share.
    static let freeByteCount = 1 << 20
    /// The maximum number of sessions with a share.
    static let count = 4

    private let time: HostTime
    /// The time in milliseconds after which a session whose frame makes no progress ends, if other sessions wait.
    private let patienceMs: Int
    /// The sessions with a share, each with the number of received bytes of its frame at the last check.
    private var holders: [ObjectIdentifier: (session: Session, byteCount: Int)] = [:]
    /// The sessions that wait for a share, in the order in which they get one.
    private var waiting: OrderedDictionary<ObjectIdentifier, Session> = [:]
    private var timer: HostTimer?

    init(_ time: HostTime, patienceMs: Int) {
        self.time = time
        self.patienceMs = patienceMs
    }

    /// True if a session waits for a share.
    func isWaiting(_ session: Session) -> Bool {
        !waiting.isEmpty && waiting[ObjectIdentifier(session)] != nil
    }

    /// Requests a share if the session's frame needs one, and otherwise releases the session's share.
    func update(_ session: Session) {
        let key = ObjectIdentifier(session)
        let isHolder = holders[key] != nil
        if session.input.longByteCount > Self.freeByteCount {
            if isHolder || isWaiting(session) { return }
            waiting[key] = session
        } else {
            guard isHolder || !waiting.isEmpty else { return }
            holders[key] = nil
            waiting[key] = nil
        }
        grant()
    }

    private func grant() {
        while holders.count < Self.count, !waiting.isEmpty {
            let (key, session) = waiting.removeFirst()
            holders[key] = (session, session.input.longByteCount)
            session.transport?.gateChanged()
        }
        if waiting.isEmpty {
            timer?.cancel()
            timer = nil
        } else if timer == nil {
            timer = time.schedule(afterMilliseconds: patienceMs) { [weak self] in self?.look() }
        }
    }

    /// Ends the sessions whose frames have made no progress since the last check.
    private func look() {
        timer = nil
        for (key, (session, byteCount)) in holders {
            if session.input.longFrame == nil, session.input.longByteCount == byteCount {
                session.failStalledFrame()
            } else {
                holders[key]?.byteCount = session.input.longByteCount
            }
        }
        grant()
    }
}
