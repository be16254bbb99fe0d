import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// The state of an instance whose plugin has failed.
extension RemoteStore {
    /// Marks the instance as failed.
    ///
    /// Its last snapshot stays visible to clients.
    func fail(_ failure: Failure) {
        guard phase == .open else { return }
        show(failure)
    }

    private func show(_ failure: Failure) {
        phase = .failed
        failureCount += 1
        self.failure = PluginError(id: "e\(ownNumber)", failure: failure)
        step(Cause(action: "pluginFailed", path: [], origin: .host))
    }

    /// The number in the ids of the newest failure and of its reopening.
    ///
    /// The numbers in the ids of the plugin's errors and effects start at 1 and stay below this number.
    var ownNumber: Int { 1_000_000_000 + failureCount }

    /// Makes a revision that the host causes.
    private func step(_ cause: Cause) {
        revision += 1
        for path in shown.keys where !gone.contains(path) {
            shown[path]?.revision = revision
            shown[path]?.cause = cause
        }
        observer?.applied(StoreStep(revision: revision, cause: cause, began: []))
        onRevision()
    }

    /// Applies `retry` and `dismissError`, the only actions that are possible after the plugin has failed.
    func send(_ action: String, _ params: JSONValue, path: [String], from sender: Sender) throws(ActionRefusal) {
        guard place(at: path) != nil else { throw .unavailable("gone") }
        let id = params["id"]?.stringValue
        switch action {
        case "retry" where phase == .reopening: throw .unavailable("loading")
        case "retry":
            if let id, id != failure?.id { throw .unavailable("gone") }
            phase = .reopening
            failure = nil
            step(Cause(action: action, path: path, origin: .front(sender)))
            reopen()
        case "dismissError":
            guard let failure, id == failure.id else { throw .unavailable("gone") }
            self.failure = nil
            step(Cause(action: action, path: path, origin: .front(sender)))
        default: throw .unavailable("pluginFailed")
        }
    }

    private func reopen() {
        let request = RemoteRequest("feature/open", openParams()) { [weak self] answer in
            guard let self else { return }
            do throws(RPCError) {
                switch answer {
                case .result(let result): try open(with: result)
                case .error(let error): throw RPCError(forwarded: error, offset: 0)
                case .failure(let failure): throw RPCError(forwarded: failure)
                }
            } catch {
                opening = nil
                show(Failure("pluginFailed", error.message))
            }
        }
        beginOpening(request)
        ask(request)
    }
}
