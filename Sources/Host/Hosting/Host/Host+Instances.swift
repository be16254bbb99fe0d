import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// Opening and closing instances, and subscribing to them.
extension Host {
    /// Creates an instance.
    ///
    /// The feature is not started yet.
    func open(
        _ feature: FeatureRegistration, named name: String?, _ params: JSONValue, fixture: String? = nil, isKept: Bool
    ) throws(RPCError) -> Instance {
        try open(feature.id, feature.kind, named: name, JSONText(params), fixture, isKept) {
            _, number throws(RPCError) in
            do throws(ActionRefusal) {
                return try feature.open(params, fixture: fixture, instances.environment(number))
            } catch {
                throw RPCError(params: error, of: "feature/open")
            }
        }
    }

    /// Creates an instance whose state is in a plugin.
    ///
    /// The request to open the instance in the plugin is not sent yet.
    func openForwarded(
        _ feature: String, named name: String?, _ params: JSONValue, fixture: String?
    ) throws(RPCError) -> Instance {
        guard let place = plugins.place(of: feature) else { preconditionFailure("no plugin has \(feature)") }
        let params = JSONText(params)
        return try open(feature, nil, named: name, params, fixture, false) { name, number throws(RPCError) in
            RemoteStore(
                place.feature, of: place.plugin, named: name, number: number, params: params, fixture: fixture)
        }
    }

    private func open(
        _ feature: String, _ kind: FeatureKind?, named name: String?, _ params: JSONText, _ fixture: String?,
        _ isKept: Bool, _ makeStore: (String, Int) throws(RPCError) -> any AnyStore
    ) throws(RPCError) -> Instance {
        guard instances.count < limits.maxInstances else {
            throw RPCError(.busy, "\(limits.maxInstances) instances are open; close one first")
        }
        let number = instances.takeNumber()
        let (name, count) = name.map { ($0, nil) } ?? instances.nextName(for: feature)
        let store = try makeStore(name, number)
        let instance = Instance(
            name: name, number: number, Instance.Opening(feature: feature, params: params, fixture: fixture),
            kind: kind, store: store, isKept: isKept)
        store.onRevision = { [unowned instance] in instance.publish() }
        store.observer = trace?.observer(of: instance.name)
        // A generated name counts as used only if the feature can be opened.
        instances.add(instance, generated: count)
        return instance
    }

    /// Closes the instance of a remote store, because the plugin has closed the instance.
    func close(_ store: RemoteStore) {
        guard let instance = instances[store.name], instance.store === store else { return }
        // The forwarded runs must not be answered as cancelled, because the plugin still has to send their outcomes.
        _ = instance.backend.takeRuns()
        close(instance, reason: "closed")
    }

    /// Closes an instance: fails its waits, notifies its subscribers and cancels its effects.
    ///
    /// An instance with an unconfirmed write stays in memory until the write is confirmed.
    func close(_ instance: Instance, reason: String) {
        instances.remove(instance)
        for wait in instance.takeWaits() { wait.fail(instance.closedError) }
        instance.backend.failCalls(instance.closedError)
        let runs = instance.takeRuns()
        var told: [Session] = []
        for subscription in instance.subscriptions {
            subscription.session.outbox.fix(subscription)
            subscription.session.subscriptions[ObjectIdentifier(subscription)] = nil
            // Subscriptions to children end with the instance, so each session is notified only once.
            if !told.contains(where: { $0 === subscription.session }) { told.append(subscription.session) }
        }
        // If a plugin could not open an instance, the instance has no revision and no session knows it.
        for session in told where instance.store.revision >= 0 {
            session.outbox.send { encoder, writer in
                encoder.notification("state/closed", to: &writer) { json in
                    instance.writeClosed(to: &json, path: [], revision: instance.store.revision, reason: reason)
                }
            }
        }
        instance.subscriptions = []
        for run in runs { run.answer() }
        for end in instance.backend.takeRuns() { end() }
        if instance.store.isSaving {
            instances.keepClosing(instance)
        } else {
            instance.store.close()
        }
    }

    /// Closes an instance if it is not kept and has no subscribers, pending calls or runs.
    func closeUnused(_ instance: Instance) {
        guard instances.contains(instance), instance.subscriptions.isEmpty, !instance.isKept, instance.backend.isIdle
        else { return }
        close(instance, reason: "unsubscribed")
    }

    /// Subscribes a session to the child at a path of an instance.
    ///
    /// Returns the existing subscription if the session already has one to this child.
    @discardableResult
    func subscribe(_ session: Session, to instance: Instance, path: [String]) -> Subscription {
        if let known = instance.subscription(of: session, path: path) { return known }
        // The store is marked as watched first, so that it applies pending updates before the first snapshot.
        if instance.subscriptions.isEmpty { instance.store.setWatched(true) }
        let subscription = Subscription(session: session, instance: instance, path: path)
        session.subscriptions[ObjectIdentifier(subscription)] = subscription
        instance.subscriptions.append(subscription)
        return subscription
    }

    func unsubscribe(_ subscription: Subscription) {
        let instance = subscription.instance
        subscription.session.subscriptions[ObjectIdentifier(subscription)] = nil
        instance.subscriptions.removeAll { $0 === subscription }
        instance.backend.leaveUnwatched(subscription.path)
        guard instance.subscriptions.isEmpty else { return }
        if instance.isKept {
            instance.store.setWatched(false)
        } else {
            close(instance, reason: "unsubscribed")
        }
    }
}
