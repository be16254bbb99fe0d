import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import FHRemoteSources
import FeatureKit
import Logging

/// Requests to a plugin about its features.
extension Plugin {
    /// The timeout of `feature/list`, in milliseconds.
    private static let listMs = 5_000

    /// Requests the list of features.
    ///
    /// This is called as soon as the plugin has reported that it has features.
    func askForFeatures() {
        let request = RequestLine.Request(method: "feature/list", params: .emptyObject, timeoutMs: Self.listMs)
        requests?.send(request) { [weak self] result in
            guard let self, state == .ready else { return }
            switch result {
            case .success(let answer): read(answer["features"] ?? .null)
            case .failure(let failure): fail("did not list its features: \(failure.message)")
            }
        }
    }

    private func read(_ entries: JSONValue) {
        let all = entries.elements.map { PluginFeature($0, of: declaration.name) }
        var known: Set<ExactText> = []
        let features = Array(all.compactMap(\.self).filter { known.insert($0.id) }.prefix(PluginFeature.most))
        if features.count < all.count {
            host.log.error(
                "the plugin \(declaration.name) has features that are omitted: each needs a unique id, kind, title, state, and actions with different names"
            )
        }
        noteFeatures(features, leftOut: all.count - features.count)
    }

    /// Stores the features and calls the functions that wait for them.
    ///
    /// The features are nil if the plugin could not list them.
    func noteFeatures(_ found: [PluginFeature]?, leftOut: Int = 0) {
        let told = features.note(found, leftOut: leftOut)
        if found != nil { host.listing.forgetText() }
        for body in told { body() }
    }

    /// Calls `body` as soon as the plugin has listed its features or failed.
    ///
    /// If the plugin has already done so, the call is immediate.
    func whenListed(_ body: @escaping () -> Void) {
        switch state {
        case .ready where features.isKnown, .waiting: return body()
        case .down where refusal != nil: return body()
        case .ready, .starting, .idle, .down: break
        }
        features.wait(body)
        wake()
    }

    /// The names of a feature's actions; empty if the plugin has not listed the feature.
    func actions(of feature: String) -> [String] { features.all.first { $0.id == feature }?.actions ?? [] }

    // MARK: Instances

    /// Sends a request when the plugin is ready, after all earlier requests.
    func ask(_ request: RemoteRequest) {
        guard state == .ready, let requests else { return wait(with: .forwarded(request)) }
        guard hasFeatures else {
            return request.whenDone(
                .error(PeerError(code: .unknownFeature, message: "the plugin \(declaration.name) has no features")))
        }
        requests.forward(request)
    }

    /// Cancels a request whose answer is no longer needed.
    func cancel(_ request: RemoteRequest) {
        if !forget(request) { requests?.cancel(request) }
    }

    /// Removes a request from the queue.
    ///
    /// Returns false if it was already sent.
    private func forget(_ request: RemoteRequest) -> Bool {
        let count = queue.count
        queue.removeAll { if case .forwarded(let waiting) = $0 { waiting === request } else { false } }
        return queue.count < count
    }

    /// Closes an instance in the plugin.
    ///
    /// - Parameter opening: the open request of the instance, if it is not answered yet; otherwise nil.
    func close(_ store: RemoteStore, named name: String, opening: RemoteRequest?) {
        guard instances[name] === store else { return }
        instances[name] = nil
        if let opening, forget(opening) { return }
        guard state == .ready, opening != nil || store.phase == .open else { return }
        closing[name, default: 0] += 1
        let params = JSONText.object("instance", .string(name))
        ask(
            RemoteRequest("feature/close", params) { [weak self] _ in
                guard let self, let count = closing[name] else { return }
                closing[name] = count > 1 ? count - 1 : nil
            })
    }

    // MARK: Notifications

    func take(_ snapshot: PluginSnapshot) {
        let asked = snapshot.cause.request.flatMap { requests?.forwarded($0) }
        if asked == nil { countUnasked() }
        guard closing[snapshot.instance] == nil, let store = instances[snapshot.instance] else { return }
        if let mistake = store.take(snapshot, from: asked?.sender) { fail(mistake) }
    }

    func noteClosed(_ params: JSONValue) {
        guard let name = params["instance"]?.stringValue, closing[name] == nil, let store = instances[name] else {
            return
        }
        guard let path = try? params.path() else {
            return fail("wrote a state/closed whose path is no array of strings")
        }
        if path.isEmpty { host.close(store) } else { store.end(at: path) }
    }
}
