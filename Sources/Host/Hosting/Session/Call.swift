import FHJSON
import FHJSONRPC

/// A request that has to be answered exactly once.
///
/// The answer to a notification is discarded.
final class Call {
    unowned let session: Session
    /// The position in the order of all calls of the host.
    let number: Int
    /// The id of the request; nil for a notification.
    let id: RequestID?
    /// The batch to which the call belongs; nil if there is none.
    let batch: BatchRun?
    private(set) var isAnswered = false
    /// True if later messages are handled while the call waits, even in a sequential session.
    ///
    /// The answer to the call depends on these messages.
    var isOutOfOrder = false
    /// The wait that answers the call, if it waits for an instance to settle.
    weak var wait: Wait?
    /// Undoes the work for the request when the request is cancelled or its session ends.
    var onCancel: () -> Void = {}

    init(session: Session, id: RequestID?, batch: BatchRun?) {
        self.session = session
        number = session.host.sessions.nextCallNumber()
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
        // The closure may retain the call.
        onCancel = {}
        guard let id else { return nil }
        precondition(!isAnswered, "a request was answered twice")
        isAnswered = true
        // Requests to clients are sent before the answer to which they belong. Some clients, such as the Emacs client,
        // leave messages that follow an expected answer unread until there is more input.
        session.host.clientSources.handOn()
        return id
    }
}

/// A batch whose members run in sequence.
///
/// Their answers are sent together.
final class BatchRun {
    private(set) var answers: [JSONText] = []
    /// The number of bytes of the answers, with separators.
    private(set) var size = 0
    /// The member whose answer is pending.
    var current: Call?
    private let members: Batch
    private var next = 0

    init(_ members: Batch) {
        self.members = members
    }

    /// Adds an answer.
    ///
    /// Returns false if a result would make the batch too long for one frame.
    func add(_ answer: JSONText) -> Bool {
        let size = size + answer.bytes.count + 1
        if size > WrittenFrame.longest - Self.roomForErrors, answer.bytes.count > Self.longestError { return false }
        answers.append(answer)
        self.size = size
        return true
    }

    /// The maximum length of an answer that is always added.
    ///
    /// Errors are shorter, so they always fit.
    private static let longestError = 4 << 10
    private static let roomForErrors = 4 << 20

    /// Returns the next member; nil after the last member.
    func takeNext() -> Incoming? {
        guard next < members.count else { return nil }
        defer { next += 1 }
        return members[next]
    }
}
