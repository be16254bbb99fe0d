import FHEventLoop
import FHJSONRPC
import FHPeers

/// The end of a session.
extension Session {
    /// Waits for pending requests for at most `limits.drainMs`, and then ends the session.
    func drain() {
        if hasEnded { return }
        ending.drain()
        // No more input is read, so the client can no longer answer requests of the host.
        host.clientSources.leave(self)
        limitWaiting()
        if ending.phase == .overdue || pending.isEmpty, !host.mustSaveBeforeEnd { end(status: ending.status) }
    }

    /// Starts the timer that answers pending requests after the input has ended.
    ///
    /// The timer fires after `limits.drainMs`. If an answer cancels the timer, the next call of this function starts it
    /// again.
    func limitWaiting() {
        if ending.timer != nil || hasEnded { return }
        ending.timer = host.time.schedule(afterMilliseconds: host.limits.drainMs) { [weak self] in
            self?.giveUp()
        }
    }

    private func giveUp() {
        ending.timer = nil
        // A move of the virtual time can take long, and only a signal interrupts it.
        if !isStopped, host.virtualTime?.isMoving(for: self) == true { return limitWaiting() }
        repeat {
            for call in pending.inOrder {
                if let wait = call.wait { wait.answer() } else { fail(call) }
            }
            proceed()
            // Handles the messages that arrived before the signal and waited for these requests.
            if isStopped { pump() }
        } while isEnding && !pending.isEmpty
        // The remaining messages wait for output that the client does not read, or for a long frame.
        if isEnding {
            ending.noteOverdue()
            drain()
        }
        host.sessions.needPump = true
    }

    /// True if the session is draining, or is open after a signal.
    private var isEnding: Bool { ending.isDraining || (ending.phase == .open && isStopped) }

    private func fail(_ call: Call) {
        // Failing an earlier call may have answered `call`.
        if call.isAnswered { return }
        call.onCancel()
        call.fail(RPCError(.sourceFailed, "the session ended before this was done", retryable: false))
    }

    /// Ends the session for the notification `exit`.
    ///
    /// The exit status is 0 after `shutdown`, and otherwise 1.
    func exit() {
        ending.status = handshake.isShutDown ? 0 : 1
        failPending()
        if host.mustSaveBeforeEnd { drain() } else { end(status: ending.status) }
    }

    /// Fails all pending requests, because the session is over.
    private func failPending() {
        for call in pending.inOrder { fail(call) }
        for batch in pending.takeBatches() { answerRest(of: batch) }
    }

    /// Fails the remaining members of a batch, because the session is over.
    private func answerRest(of batch: BatchRun) {
        while let member = batch.takeNext() {
            switch member {
            case .request(let id, _, _): fail(Call(session: self, id: id, batch: batch))
            case .invalid(let error, let id): Call(session: self, id: id, batch: batch).fail(error)
            default: break
            }
        }
        send(batch.answers)
    }

    /// Ends the session immediately.
    ///
    /// The client can still read the queued output.
    func end(status: Int32) {
        if hasEnded { return }
        ending.end(status: status)
        failPending()
        served?.close()
        host.clientSources.leave(self)
        dropLongFrame()
        host.leave(self)
        transport?.gateChanged()
        // In a host that outlives its sessions, the time for reading the remaining output is limited.
        if host.options.lifetime == .sessions { return }
        host.time.schedule(afterMilliseconds: 2 * host.limits.drainMs) { [weak self] in self?.outbox.abandon() }
    }

    /// Ends the session and drops output that is still unread some time after a signal.
    ///
    /// The session keeps its exit status.
    func abandonOutput() {
        end(status: ending.status)
        outbox.abandon()
    }
}
