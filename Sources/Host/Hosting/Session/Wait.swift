import FHJSONRPC
import FeatureKit

/// A request that is answered when its instance has settled, or after a timeout.
final class Wait {
    let call: Call
    unowned let instance: Instance
    /// The request with a `requestId`, for which the answer is stored; nil without a `requestId`.
    private let request: SentRequest?
    private var timer: HostTimer?

    init(_ call: Call, on instance: Instance, timeoutMs: Int, _ request: SentRequest? = nil) {
        self.call = call
        self.request = request
        self.instance = instance
        timer = call.session.host.time.schedule(afterMilliseconds: timeoutMs) { [weak self] in self?.answer() }
        call.onCancel = { [weak self] in self?.drop() }
        call.session.host.instances.waitCount += 1
        instance.waits[call.number] = self
        call.wait = self
    }

    /// Answers with the revision and the member `settled`, which is true if the instance has settled.
    func answer() {
        drop()
        let store = instance.store
        if let request {
            instance.sentRequests.note(request, .init(revision: store.revision, isSettled: store.isSettled))
        }
        call.answer { $0.writeSettled(store.isSettled, at: store.revision) }
    }

    func fail(_ error: RPCError) {
        drop()
        call.fail(error)
    }

    private func drop() {
        guard let timer else { return }
        timer.cancel()
        self.timer = nil
        call.session.host.instances.waitCount -= 1
        instance.waits[call.number] = nil
        call.wait = nil
    }
}
