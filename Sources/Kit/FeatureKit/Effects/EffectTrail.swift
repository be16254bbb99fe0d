/// A record of a store's effects for inspection and tracing.
///
/// Isolated to the core thread. The type is not nested in the generic store, because each use would then need a lookup
/// of its metadata.
final class EffectTrail {
    /// Called for each dropped delivery.
    var onDrop: ((DroppedDelivery) -> Void)?
    /// The wire ids of the effects that started since the last call of `takeBegan()`.
    private var began: [String] = []
    /// Cancelled work that has not ended yet, by sequence number.
    private var cancelled: [Int: DroppedDelivery] = [:]

    func noteBegin(_ id: String) {
        began.append(id)
    }

    func takeBegan() -> [String] {
        if began.isEmpty { return [] }
        defer { began = [] }
        return began
    }

    /// If dropped deliveries are observed, records cancelled work, which may still deliver something.
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
