/// The sessions of a host.
///
/// Isolated to the core thread.
final class SessionTable: Sequence {
    private var open: [Session] = []
    /// The number of sessions that have begun so far.
    private(set) var begunCount = 0
    private var callCount = 0
    /// True if a session may have input to handle.
    var needPump = false

    var isEmpty: Bool { open.isEmpty }

    func makeIterator() -> IndexingIterator<[Session]> { open.makeIterator() }

    func takeNumber() -> Int {
        begunCount += 1
        return begunCount
    }

    func add(_ session: Session) { open.append(session) }

    /// Removes and returns the sessions that have ended and whose output is written or dropped.
    func takeGone() -> [Session] {
        let gone = open.filter { $0.hasEnded && $0.outbox.isEmpty }
        if !gone.isEmpty { open.removeAll { session in gone.contains { $0 === session } } }
        return gone
    }

    func nextCallNumber() -> Int {
        callCount += 1
        return callCount
    }
}
