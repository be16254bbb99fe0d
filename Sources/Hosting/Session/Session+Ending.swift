import EventLoop
import JSONRPC

/// How a session comes to its end.
extension Session {
    /// Brings what is under way to its end, for at most `limits.drainMs`, and then ends the session.
    func drain() {
        if phase == .ended { return }
        phase = .draining
        // Nothing more is read, and so no answer either.
        host.clientSources.leave(self)
        limitWaiting()
        if isOutOfTime || inFlight.isEmpty, !host.mustSaveBeforeEnd { end(status: status) }
    }

    /// Answers what is still under way when the input has ended and `limits.drainMs` have passed without an answer.
    func limitWaiting() {
        if drainTimer != nil || phase == .ended { return }
        drainTimer = host.time.schedule(afterMilliseconds: host.limits.drainMs) { [weak self] in
            self?.giveUp()
        }
    }

    private func giveUp() {
        drainTimer = nil
        // What time passes on the way may be much; only a signal doesn't let it.
        if !isStopped, host.virtualTime?.isMoving(for: self) == true { return limitWaiting() }
        repeat {
            for call in pending {
                if let wait = call.wait { wait.answer() } else { fail(call) }
            }
            proceed()
            // What came before the signal, and waited for these.
            if isStopped { pump() }
        } while (phase == .draining || (phase == .open && isStopped)) && !inFlight.isEmpty
        // After a signal what still waits is behind output that nobody reads, or is long and not read yet.
        if phase == .draining || (phase == .open && isStopped) {
            isOutOfTime = true
            drain()
        }
        host.needsPump = true
    }

    /// The requests that wait for their answer, in the order in which they came.
    private var pending: [Call] { inFlight.values.sorted { $0.number < $1.number } }

    private func fail(_ call: Call) {
        // One that was let go with another that was failed before it.
        if call.isAnswered { return }
        call.onCancel()
        call.fail(RPCError(.sourceFailed, "the session ended before this was done", retryable: false))
    }

    /// The front end says that it is done: status 0 after `shutdown`, else 1.
    func exit() {
        status = isShutDown ? 0 : 1
        failPending()
        if host.mustSaveBeforeEnd { drain() } else { end(status: status) }
    }

    /// Answers all that is under way: the session is over.
    private func failPending() {
        for call in pending { fail(call) }
        let open = batches
        batches = []
        for batch in open { answerRest(of: batch) }
    }

    /// Answers what a batch still holds when the session is over.
    private func answerRest(of batch: BatchRun) {
        while let member = batch.takeNext() {
            switch member {
            case .request(let id, _, _): fail(Call(session: self, id: id, batch: batch))
            case .invalid(let error, let id): Call(session: self, id: id, batch: batch).fail(error)
            default: break
            }
        }
        if !batch.answers.isEmpty { outbox.send { $0.batch(batch.answers, to: &$1) } }
    }

    /// Ends the session at once; what it was told and has not been read yet can still be.
    func end(status: Int32) {
        if phase == .ended { return }
        phase = .ended
        self.status = status
        drainTimer?.cancel()
        failPending()
        served?.close()
        host.clientSources.leave(self)
        dropLongFrame()
        host.leave(self)
        onGate()
        // A host that goes on can't wait for ever for somebody who doesn't read.
        if host.lifetime == .sessions { return }
        host.time.schedule(afterMilliseconds: 2 * host.limits.drainMs) { [weak self] in self?.outbox.abandon() }
    }

    /// Gives up on what nobody has read a while after a signal: it is no mistake of the session's.
    func abandonOutput() {
        end(status: status)
        outbox.abandon()
    }
}
