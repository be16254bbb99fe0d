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
            let answer = JSONText.build { MessageWriter.result(id: id, to: &$0, body) }
            if batch.add(answer) { return session.noteAnswer(self) }
            let length = batch.size + answer.bytes.count
            _ = batch.add(JSONText.build { MessageWriter.error(RPCError(lengthOfAnswer: length), id: id, to: &$0) })
        } else {
            session.outbox.send { encoder, writer in
                let start = writer.count
                encoder.result(id: id, to: &writer, body)
                if let length = WrittenFrame.takeBack(from: start, in: &writer) {
                    encoder.error(RPCError(lengthOfAnswer: length), id: id, to: &writer)
                }
            }
        }
        session.noteAnswer(self)
    }

    /// Answers with an error.
    func fail(_ error: RPCError) {
        guard let id = take() else { return }
        if let batch {
            _ = batch.add(JSONText.build { MessageWriter.error(error, id: id, to: &$0) })
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
    private(set) var answers: [JSONText] = []
    /// How many bytes they have, with what is between them.
    private(set) var size = 0
    /// The member that waits for its answer.
    var current: Call?
    private let members: Batch
    private var next = 0

    init(_ members: Batch) {
        self.members = members
    }

    /// Adds an answer; false for a result with which the answers are too long for one frame.
    func add(_ answer: JSONText) -> Bool {
        let size = size + answer.bytes.count + 1
        if size > WrittenFrame.longest - Self.roomForErrors, answer.bytes.count > Self.longestError { return false }
        answers.append(answer)
        self.size = size
        return true
    }

    /// A shorter answer is always added, as errors are.
    private static let longestError = 4 << 10
    private static let roomForErrors = 4 << 20

    /// The member whose turn it is; nil after the last.
    func takeNext() -> Incoming? {
        guard next < members.count else { return nil }
        defer { next += 1 }
        return members[next]
    }
}
