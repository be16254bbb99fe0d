import FHJSON
import FeatureKit
import OrderedCollections

/// The application of effects' deliveries, each of which is recorded on a tape or replayed from it.
extension Host {
    /// Applies the deliveries of effects on real time, for the instances with these numbers.
    func deliver(_ numbers: Set<Int>, _ tape: any Tape) {
        var hasApplied = false
        for instance in instances.all {
            // Only a store that has itself woken the host can have an interrupted delivery.
            if numbers.contains(instance.number), instance.store.resume() {
                tape.noteTurn()
                hasApplied = true
            }
            tape.gate()
            if tape.isReplay {
                while let one = replayOne(of: [instance.store], tape) { hasApplied = hasApplied || one.isApplied }
            } else if numbers.contains(instance.number) {
                instance.store.collect()
                for delivered in instance.store.deliveries {
                    hasApplied = tape.note(delivered, of: instance.store, at: 0) || hasApplied
                    _ = instance.store.deliver(from: delivered.effect)
                }
            }
        }
        if hasApplied { reap() }
    }

    /// Replays the delivery that was applied or dropped at the current gate.
    ///
    /// - Returns: the effect, and true if its delivery is applied; nil if no delivery was applied or dropped at this
    ///   gate.
    func replayOne(of stores: [any AnyStore], _ tape: any Tape) -> (effect: Int, isApplied: Bool)? {
        if let line = tape.next("dropped", where: { _ in true }) {
            let effect = line["dropped"]?.intValue ?? 0
            if let place = line["store"]?.intValue, stores.indices.contains(place), line["counts"]?.boolValue == true {
                stores[place].noteDropped(effect)
            }
            return (effect, false)
        }
        var store: (any AnyStore)?
        let line = tape.next("delivered") { line in
            store = line["delivered"]?.intValue.flatMap { effect in stores.first { $0.runs(effect) } }
            return store != nil
        }
        guard let line, let store, let effect = line["delivered"]?.intValue else { return nil }
        if let progress = line["progress"] {
            store.show(
                WorkProgress(fraction: progress["fraction"]?.doubleValue, message: progress["message"]?.stringValue),
                of: effect)
            return (effect, true)
        }
        let delivered = Delivered(effect: effect, isEnd: line["end"]?.boolValue ?? false)
        let isThere = tape.wait(for: "what the effect \(effect) brings") { store.deliver(exactly: delivered) }
        return isThere ? (effect, true) : nil
    }
}

extension Tape {
    /// Records a delivery as applied, or as dropped if its effect is cancelled.
    ///
    /// - Parameter place: the index of the store in the list that a replay searches at the current gate.
    /// - Returns: true if the delivery is to be applied.
    func note(_ delivered: Delivered, of store: any AnyStore, at place: Int) -> Bool {
        if store.runs(delivered.effect) {
            note("delivered", delivered.effect) { json in
                json.field("end", delivered.isEnd)
                if let progress = delivered.progress {
                    json.key("progress")
                    json.beginObject()
                    json.field("fraction", progress.fraction)
                    json.field("message", progress.message)
                    json.endObject()
                }
            }
            return true
        }
        note("dropped", delivered.effect) { json in
            json.field("store", place)
            json.field("counts", delivered.hasContent)
        }
        return false
    }
}
