import FHJSON
import FHJSONRPC

/// Handling of messages, pending requests and batches.
extension Session {
    /// Handles a message, which can be a member of a batch.
    func handle(_ message: Incoming, in batch: BatchRun?) {
        switch message {
        case .request(let id, let method, let params):
            perform(method, params, Call(session: self, id: id, batch: batch))
        case .notification(let method, let params):
            perform(method, params, Call(session: self, id: nil, batch: batch))
        case .response(let id, let result): requests.take(result, of: id, after: host.notices)
        case .invalid(let error, let id): Call(session: self, id: id, batch: batch).fail(error)
        case .batch(let members):
            let limit = host.limits.maxBatchMembers
            guard members.count <= limit else {
                let error = RPCError(.busy, "a batch has at most \(limit) members, not \(members.count)")
                return Call(session: self, id: .null, batch: nil).fail(error)
            }
            let batch = BatchRun(members)
            if !proceed(with: batch) { batches.append(batch) }
        }
    }

    private func perform(_ method: String, _ params: JSONValue?, _ call: Call) {
        do {
            try Method.perform(method, params, call)
        } catch {
            return call.fail(error)
        }
        if let id = call.id, !call.isAnswered {
            inFlight[id] = call
            call.batch?.current = call
        }
        host.answerRuns()
        host.handOn()
    }

    /// Resumes each batch whose last member has been answered.
    func proceed() {
        let open = batches
        batches = []
        let waiting = open.filter { $0.current != nil || !proceed(with: $0) }
        if phase != .ended { batches = waiting + batches }
    }

    /// Handles the members of a batch up to one that waits; returns true when all are answered.
    private func proceed(with batch: BatchRun) -> Bool {
        while phase != .ended, batch.current == nil, !turn.isOver {
            guard let next = batch.takeNext() else {
                if !batch.answers.isEmpty { outbox.send { $0.batch(batch.answers, to: &$1) } }
                return true
            }
            handle(next, in: batch)
        }
        return false
    }

    // MARK: Pending requests

    /// True if a request with this id is pending.
    func isInFlight(_ id: RequestID) -> Bool { !inFlight.isEmpty && inFlight[id] != nil }

    /// Removes an answered request from the pending ones.
    func noteAnswer(_ call: Call) {
        guard let id = call.id, inFlight[id] === call else { return }
        inFlight[id] = nil
        call.batch?.current = nil
        // Requests to served sources may take longer than the drain time of a host.
        if (phase == .open && !isStopped) || served != nil {
            drainTimer?.cancel()
            drainTimer = nil
        }
        // The next message is handled after the output of this turn is written.
        host.needsPump = true
    }

    /// Handles the messages that waited for an answer.
    func resume() {
        if turn.isWaiting { return }
        pump()
        if phase == .draining { drain() }
    }

    func cancel(_ id: RequestID) {
        guard let call = inFlight[id] else { return }
        call.onCancel()
        call.fail(RPCError(.requestCancelled))
    }
}
