import JSON
import JSONRPC

/// What is done about messages, and about the requests and batches that wait for their answers.
extension Session {
    /// Handles a message, which may be a member of a batch.
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

    /// Goes on with each batch whose last member has been answered.
    func proceed() {
        let open = batches
        batches = []
        let waiting = open.filter { $0.current != nil || !proceed(with: $0) }
        if phase != .ended { batches = waiting + batches }
    }

    /// Handles the members of a batch up to one that waits; true when all are handled and answered.
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

    // MARK: Requests under way

    /// Whether a request of this id waits for its answer.
    func isInFlight(_ id: RequestID) -> Bool { !inFlight.isEmpty && inFlight[id] != nil }

    /// Called when a request has been answered.
    func noteAnswer(_ call: Call) {
        guard let id = call.id, inFlight[id] === call else { return }
        inFlight[id] = nil
        call.batch?.current = nil
        // What is served may be worth more than the time that a host gives to what is under way.
        if (phase == .open && !isStopped) || served != nil {
            drainTimer?.cancel()
            drainTimer = nil
        }
        // The message behind it is read when this turn has said what it has to say.
        host.needsPump = true
    }

    /// Handles what waited for an answer.
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
