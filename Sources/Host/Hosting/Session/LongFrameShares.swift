import OrderedCollections

/// Limits the memory for long frames.
///
/// Only a few sessions have a share at a time. The other sessions wait, and their input stays unread.
///
/// Belongs to the core thread. If the frame of a session makes no progress while other sessions wait, the session loses
/// its share and ends.
final class LongFrameShares {
    /// The maximum length in bytes of a frame that needs no share.
    static let freeByteCount = 1 << 20
    /// The maximum number of sessions with a share.
    static let count = 4

    private let time: HostTime
    /// The time in milliseconds after which a frame without progress is discarded if other sessions wait.
    private let patienceMs: Int
    /// The sessions with a share, each with the number of bytes received at the last check.
    private var holders: [ObjectIdentifier: (session: Session, byteCount: Int)] = [:]
    /// The sessions without a share, in the order in which they get one.
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

    /// Requests or releases a share, as the session's frame requires.
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
