import FHJSON
import FHJSONRPC
import FHPeers

/// Handling of messages, pending requests and batches.
extension Session {
    /// Handles a message, which can be a member of a batch.
    func handle(_ message: Incoming, in batch: BatchRun?) {
        switch message {
        case .request(let id, let method, let params):
            perform(method, params, Call(session: self, id: id, batch: batch))
        case .notification(let method, let params):
            perform(method, params, Call(session: self, id: nil, batch: batch))
        case .response(let id, let result): requests.take(result, of: id, after: host.clientSources.notices)
        case .invalid(let error, let id): Call(session: self, id: id, batch: batch).fail(error)
        case .batch(let members):
            let limit = host.limits.maxBatchMembers
            guard members.count <= limit else {
                let error = RPCError(.busy, "a batch has at most \(limit) members, not \(members.count)")
                return Call(session: self, id: .null, batch: nil).fail(error)
            }
            let batch = BatchRun(members)
            if !proceed(with: batch) { pending.append(batch) }
        }
    }

    private func perform(_ method: String, _ params: JSONValue?, _ call: Call) {
        do {
            try Method.perform(method, params, call)
        } catch {
            return call.fail(error)
        }
        if let id = call.id, !call.isAnswered {
            pending.add(call, id)
        }
        host.answerRuns()
        host.handOn()
    }

    /// Resumes each batch whose current member has been answered.
    func proceed() {
        if pending.batches.isEmpty { return }
        let waiting = pending.takeBatches().filter { $0.current != nil || !proceed(with: $0) }
        if !hasEnded { pending.putBack(waiting) }
    }

    /// Handles the members of a batch until an answer is pending, the time slice is over or the session ends.
    ///
    /// Returns true when all members are answered.
    private func proceed(with batch: BatchRun) -> Bool {
        while !hasEnded, batch.current == nil, !input.turn.isOver() {
            guard let next = batch.takeNext() else {
                send(batch.answers)
                return true
            }
            handle(next, in: batch)
        }
        return false
    }

    /// Sends the answers of a batch, or one error if even the errors of a batch with very many members are too long.
    func send(_ answers: [JSONText]) {
        if answers.isEmpty { return }
        outbox.send(answerTo: .null) { encoder, writer in encoder.batch(answers, to: &writer) }
    }

    // MARK: Pending requests

    /// Removes an answered request from the pending ones.
    func noteAnswer(_ call: Call) {
        guard pending.remove(call) else { return }
        // Requests to served sources may take longer than the drain time of a host, so each answer restarts that time.
        if (ending.phase == .open && !isStopped) || served != nil { ending.cancelTimer() }
        // The next message is handled after the output of this turn is written.
        host.sessions.needPump = true
    }

    /// Handles messages that waited for an answer or for a time slice.
    func resume() {
        if input.turn.isWaiting { return }
        pump()
        if ending.isDraining { drain() }
    }

    func cancel(_ id: RequestID) {
        guard let call = pending[id] else { return }
        call.onCancel()
        call.endsWork()
        call.fail(RPCError(.requestCancelled))
    }
}
