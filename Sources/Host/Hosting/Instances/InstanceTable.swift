import DequeModule
import FHEventLoop
import FHJSON
import FeatureKit
import OrderedCollections

/// The instances of a host, and the requests that wait for them.
///
/// Isolated to the core thread, except for ``woken``.
final class InstanceTable {
    /// The open instances by name, in the order of their opening.
    private var open: OrderedDictionary<ExactText, Instance> = [:]
    /// Closed instances whose last write is not confirmed yet.
    private(set) var closing: [Instance] = []
    /// The number of instances opened so far.
    private var openedCount = 0
    /// The number in the last generated name, by feature.
    private var namedCounts: [String: Int] = [:]
    /// The number of requests that wait for an instance to settle.
    var waitCount = 0
    /// The runs that have an outcome that is not sent yet, in the order of the outcomes.
    var endings: Deque<Run> = []
    /// True if instances store the causes of their newest revisions.
    private(set) var keepsCauses = false
    /// The instances with new deliveries of effects.
    let woken = WokenInstances()
    /// Makes the store environment of the instance with this number.
    let environment: (Int) -> StoreEnvironment

    init(_ clock: any StoreClock, on loop: PollLoop, _ tape: (any Tape)?) {
        let effects = EffectSequence()
        environment = { [woken] number in
            StoreEnvironment(clock: clock, effects: effects) {
                woken.insert(number)
                loop.post {}
                tape?.wake()
            }
        }
    }

    /// The open instance with this name; nil if there is none.
    subscript(name: String) -> Instance? { open[ExactText(name)] }

    /// The open instances, in the order of their opening.
    var values: OrderedDictionary<ExactText, Instance>.Values { open.values }

    /// The open instances, and the closed instances with unconfirmed writes.
    var all: [Instance] { open.values + closing }

    /// The number of instances in ``all``.
    var count: Int { open.count + closing.count }

    /// True if there is an unconfirmed write that must not be lost.
    var areSaving: Bool { !closing.isEmpty || open.values.contains { $0.store.isSaving } }

    func contains(_ instance: Instance) -> Bool { self[instance.name] === instance }

    func takeNumber() -> Int {
        openedCount += 1
        return openedCount
    }

    /// Returns the next generated name for an instance of a feature, and the number in the name.
    func nextName(for feature: String) -> (name: String, count: Int?) {
        var count = namedCounts[feature, default: 0]
        while true {
            count += 1
            let name = "\(feature)-\(count)"
            if self[name] == nil { return (name, count) }
        }
    }

    /// Adds an open instance.
    ///
    /// - Parameter generated: the number in the generated name of the instance; nil if a client has given the name.
    func add(_ instance: Instance, generated: Int?) {
        if let generated { namedCounts[instance.opening.feature] = generated }
        open[ExactText(instance.name)] = instance
        if keepsCauses { instance.store.keepCauses() }
    }

    func remove(_ instance: Instance) {
        if contains(instance) { open[ExactText(instance.name)] = nil }
    }

    /// Keeps a closed instance until its last write is confirmed.
    func keepClosing(_ instance: Instance) { closing.append(instance) }

    /// Removes each closing instance whose writes are confirmed.
    func reap() {
        for instance in closing where !instance.store.isSaving { instance.store.close() }
        closing.removeAll { !$0.store.isSaving }
    }

    /// Makes all instances store the causes of their newest revisions from now on.
    func keepCauses() {
        if keepsCauses { return }
        keepsCauses = true
        for instance in open.values { instance.store.keepCauses() }
    }
}
