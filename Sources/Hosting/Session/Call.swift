import JSON
import JSONRPC

/// One request on its way to its one answer; for a notification the answer goes nowhere.
final class Call {
    unowned let session: Session
    /// Numbers the calls of a host in the order in which they came.
    let number: Int
    /// Nil for a notification.
    let id: RequestID?
    /// The batch that the answer is part of.
    let batch: BatchRun?
    private(set) var isAnswered = false
    /// Whether the messages behind it are handled while it waits, also where each waits for the one before: they are
    /// what brings its answer.
    var isOutOfOrder = false
    /// What answers it, where it waits for an instance to settle.
    weak var wait: Wait?
    /// Takes back what was begun for the request, when it is cancelled or the session ends.
    var onCancel: () -> Void = {}

    init(session: Session, id: RequestID?, batch: BatchRun?) {
        self.session = session
        number = session.host.nextCallNumber()
        self.id = id
        self.batch = batch
    }

    deinit {
        assert(isAnswered || id == nil, "a request was forgotten")
    }

    /// Answers with a result.
    func answer(_ body: (inout JSONWriter) -> Void) {
        guard let id = take() else { return }
        if let batch {
            batch.answers.append(JSONText.build { MessageWriter.result(id: id, to: &$0, body) })
        } else {
            session.outbox.send { encoder, writer in encoder.result(id: id, to: &writer, body) }
        }
        session.noteAnswer(self)
    }

    /// Answers with an error.
    func fail(_ error: RPCError) {
        guard let id = take() else { return }
        if let batch {
            batch.answers.append(JSONText.build { MessageWriter.error(error, id: id, to: &$0) })
        } else {
            session.outbox.send { encoder, writer in encoder.error(error, id: id, to: &writer) }
        }
        session.noteAnswer(self)
    }

    private func take() -> RequestID? {
        // What it holds may hold the call.
        onCancel = {}
        guard let id else { return nil }
        precondition(!isAnswered, "a request was answered twice")
        isAnswered = true
        // What front ends are asked on account of it goes out before: some clients, such as Emacs', leave what stands
        // behind the answer that they wait for until there is more.
        session.host.clientSources.handOn()
        return id
    }
}

/// A batch whose members run one after the other; their answers go out together.
final class BatchRun {
    var answers: [JSONText] = []
    /// The member that waits for its answer.
    var current: Call?
    private let members: Batch
    private var next = 0

    init(_ members: Batch) {
        self.members = members
    }

    /// The member whose turn it is; nil after the last.
    func takeNext() -> Incoming? {
        guard next < members.count else { return nil }
        defer { next += 1 }
        return members[next]
    }
}
