import FHJSONRPC

/// The requests of a client that have no answer yet, and the batches whose members are not all handled.
struct PendingRequests {
    private var calls: [RequestID: Call] = [:]
    private(set) var batches: [BatchRun] = []

    var isEmpty: Bool { calls.isEmpty }
    var count: Int { calls.count }

    /// The unanswered requests, in the order in which they were received.
    var inOrder: [Call] { calls.values.sorted { $0.number < $1.number } }

    /// True if later messages of a sequential session have to wait for a pending request.
    var keepsOrder: Bool { calls.values.contains { !$0.isOutOfOrder } }

    subscript(id: RequestID) -> Call? { calls.isEmpty ? nil : calls[id] }

    mutating func add(_ call: Call, _ id: RequestID) {
        calls[id] = call
        call.batch?.current = call
    }

    /// Removes an answered request.
    ///
    /// Returns false if the request is not pending under its id.
    mutating func remove(_ call: Call) -> Bool {
        guard let id = call.id, calls[id] === call else { return false }
        calls[id] = nil
        call.batch?.current = nil
        return true
    }

    mutating func putBack(_ batches: [BatchRun]) { self.batches = batches + self.batches }

    mutating func append(_ batch: BatchRun) { batches.append(batch) }

    mutating func takeBatches() -> [BatchRun] {
        defer { batches = [] }
        return batches
    }
}
