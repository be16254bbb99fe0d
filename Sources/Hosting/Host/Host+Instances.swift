import FeatureKit
import JSON
import JSONRPC
import OrderedCollections

/// Opening, closing, subscribing.
extension Host {
    /// Makes an instance; its features have not started yet.
    func open(
        _ feature: FeatureRegistration, named name: String?, _ params: JSONValue, fixture: String? = nil, isKept: Bool
    ) throws(RPCError) -> Instance {
        guard instances.count + lingering.count < limits.maxInstances else {
            throw RPCError(.busy, "\(limits.maxInstances) instances are open; close one first")
        }
        instanceCount += 1
        let store: any AnyStore
        do {
            store = try feature.open(params, fixture: fixture, environment(instanceCount))
        } catch {
            throw RPCError(params: error, of: "feature/open")
        }
        let instance = Instance(
            name: name ?? freshName(for: feature), number: instanceCount, feature: feature,
            params: JSONText(params), fixture: fixture, store: store, isKept: isKept)
        instances[instance.name] = instance
        store.onRevision = { [unowned instance] in instance.publish() }
        store.observer = trace?.observer(of: instance.name)
        if keepsCauses { store.keepCauses() }
        return instance
    }

    private func freshName(for feature: FeatureRegistration) -> String {
        while true {
            opened[feature.id, default: 0] += 1
            let name = "\(feature.id)-\(opened[feature.id, default: 0])"
            if instances[name] == nil { return name }
        }
    }

    /// Closes an instance: its waits and subscribers are told, its effects cancelled.
    func close(_ instance: Instance, reason: String) {
        instances[instance.name] = nil
        for wait in instance.takeWaits() { wait.fail(instance.closedError) }
        let runs = instance.takeRuns()
        var told: [Session] = []
        for subscription in instance.subscriptions {
            subscription.session.outbox.fix(subscription)
            subscription.session.subscriptions[ObjectIdentifier(subscription)] = nil
            // Subscriptions to children end with the instance: a session is told once.
            if !told.contains(where: { $0 === subscription.session }) { told.append(subscription.session) }
        }
        for session in told {
            session.outbox.send { encoder, writer in
                encoder.notification("state/closed", to: &writer) { json in
                    instance.writeClosed(to: &json, path: [], revision: instance.store.revision, reason: reason)
                }
            }
        }
        instance.subscriptions = []
        for run in runs { run.answer() }
        if instance.store.isSaving {
            lingering.append(instance)
        } else {
            instance.store.close()
        }
    }

    /// Subscribes a session; false if it was subscribed before.
    @discardableResult
    func subscribe(_ session: Session, to instance: Instance, path: [String]) -> Bool {
        if instance.subscriptions.contains(where: { $0.session === session && $0.path == path }) { return false }
        let subscription = Subscription(session: session, instance: instance, path: path)
        session.subscriptions[ObjectIdentifier(subscription)] = subscription
        instance.subscriptions.append(subscription)
        return true
    }

    func unsubscribe(_ subscription: Subscription) {
        let instance = subscription.instance
        subscription.session.subscriptions[ObjectIdentifier(subscription)] = nil
        instance.subscriptions.removeAll { $0 === subscription }
        if instance.subscriptions.isEmpty, !instance.isKept { close(instance, reason: "unsubscribed") }
    }
}
