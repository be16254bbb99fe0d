/// What a store's effects did, as far as somebody wants to know.
///
/// Belongs to the core thread. A class of its own: in a generic one each use of these types would be looked up.
final class EffectTrail {
    /// Called for what is dropped.
    var onDrop: ((DroppedDelivery) -> Void)?
    /// The wire ids of those that began since they were last taken.
    private var began: [String] = []
    /// Work that was cancelled and has not come to its end.
    private var cancelled: [Int: DroppedDelivery] = [:]

    func noteBegin(_ id: String) {
        began.append(id)
    }

    func takeBegan() -> [String] {
        if began.isEmpty { return [] }
        defer { began = [] }
        return began
    }

    /// Remembers work that may still deliver something, if that is to be told.
    func noteCancelled(_ sequence: Int, _ id: String, at path: [String]) {
        if onDrop != nil { cancelled[sequence] = DroppedDelivery(effect: id, path: path) }
    }

    func noteDropped(from sequence: Int) {
        onDrop?(cancelled[sequence] ?? DroppedDelivery(effect: nil, path: []))
    }

    func noteEnd(of sequence: Int) {
        cancelled[sequence] = nil
    }
}
