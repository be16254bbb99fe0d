import DequeModule

/// Bounds how much memory the long frames of all sessions take together: so many sessions may have one, and the others
/// wait with their input unread.
///
/// Belongs to the core thread. A session whose frame makes no headway while others wait has to give up its share.
final class LongFrameShares {
    /// Frames up to this length need no share.
    static let freeByteCount = 1 << 20
    /// How many sessions may have one at a time.
    static let count = 4

    private let time: HostTime
    /// How long a frame may stand still while others wait, in milliseconds.
    private let patienceMs: Int
    /// How many bytes had come of each holder's frame when that was looked at last.
    private var holders: [ObjectIdentifier: (session: Session, byteCount: Int)] = [:]
    private var waiting: Deque<Session> = []
    private var timer: HostTimer?

    init(_ time: HostTime, patienceMs: Int) {
        self.time = time
        self.patienceMs = patienceMs
    }

    /// Whether a session waits for its share.
    func isWaiting(_ session: Session) -> Bool {
        !waiting.isEmpty && waiting.contains { $0 === session }
    }

    /// Asks for a share or gives it back, as the session's frame requires.
    func update(_ session: Session) {
        let key = ObjectIdentifier(session)
        let isHolder = holders[key] != nil
        if session.longByteCount > Self.freeByteCount {
            if isHolder || isWaiting(session) { return }
            waiting.append(session)
        } else {
            guard isHolder || !waiting.isEmpty else { return }
            holders[key] = nil
            waiting.removeAll { $0 === session }
        }
        grant()
    }

    private func grant() {
        while holders.count < Self.count, let session = waiting.popFirst() {
            holders[ObjectIdentifier(session)] = (session, session.longByteCount)
            session.onGate()
        }
        if waiting.isEmpty {
            timer?.cancel()
            timer = nil
        } else if timer == nil {
            timer = time.schedule(afterMilliseconds: patienceMs) { [weak self] in self?.look() }
        }
    }

    /// Takes the shares of those whose frames stand still.
    private func look() {
        timer = nil
        for (key, (session, byteCount)) in holders {
            if session.longFrame == nil, session.longByteCount == byteCount {
                session.failStalledFrame()
            } else {
                holders[key]?.byteCount = session.longByteCount
            }
        }
        grant()
    }
}
