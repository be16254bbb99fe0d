import FHJSON
import FHJSONRPC

/// A client's call of a method: a request or a notification.
///
/// A request has to be answered exactly once. The answer to a notification is discarded.
final class Call {
    unowned let session: Session
    /// The sequence number of the call among the calls of all sessions of the host.
    let number: Int
    /// The id of the request; nil for a notification.
    let id: RequestID?
    /// The batch to which the call belongs; nil if the call is not in a batch.
    let batch: BatchRun?
    private(set) var isAnswered = false
    /// True if later messages are handled before the call is answered, even in a sequential session.
    ///
    /// The answer to the call depends on these messages.
    var isOutOfOrder = false
    /// The wait that answers the call; nil if the call does not wait for an instance to settle.
    weak var wait: Wait?
    /// Undoes the work for the request when the request is cancelled or its session ends.
    var onCancel: () -> Void = {}
    /// Ends the work that the request has begun when a client cancels the request.
    var endsWork: () -> Void = {}

    init(session: Session, id: RequestID?, batch: BatchRun?) {
        self.session = session
        number = session.host.sessions.nextCallNumber()
        self.id = id
        self.batch = batch
    }

    deinit {
        assert(isAnswered || id == nil, "a request was forgotten")
    }

    /// Answers with the result that `body` writes, or with an error if the answer is too long for a frame.
    func answer(_ body: (inout JSONWriter) -> Void) {
        guard let id = take() else { return }
        if let batch {
            batch.add(JSONText.build { MessageWriter.result(id: id, to: &$0, body) }, id: id)
        } else {
            session.outbox.send(answerTo: id) { encoder, writer in encoder.result(id: id, to: &writer, body) }
        }
        session.noteAnswer(self)
    }

    func fail(_ error: RPCError) {
        guard let id = take() else { return }
        if let batch {
            batch.add(JSONText.build { MessageWriter.error(error, id: id, to: &$0) }, id: id)
        } else {
            session.outbox.send { encoder, writer in encoder.error(error, id: id, to: &writer) }
        }
        session.noteAnswer(self)
    }

    private func take() -> RequestID? {
        // `onCancel` may retain the call.
        onCancel = {}
        endsWork = {}
        guard let id else { return nil }
        precondition(!isAnswered, "a request was answered twice")
        isAnswered = true
        // A request to a client is sent before the answer to the call that caused the request. Some clients, such as
        // the Emacs client, leave messages that follow an expected answer unread until there is more input.
        session.host.clientSources.handOn()
        return id
    }
}

/// A batch whose members run in sequence.
///
/// The answers to the members are sent together.
final class BatchRun {
    private(set) var answers: [JSONText] = []
    /// The number of bytes of the answers, with separators.
    private var size = 0
    /// The call of the member whose answer is pending; nil if no answer is pending.
    var current: Call?
    private let members: Batch
    private var next = 0

    init(_ members: Batch) {
        self.members = members
    }

    /// Adds an answer, or an error about its length if too little of the frame would remain for the other answers.
    func add(_ answer: JSONText, id: RequestID) {
        var answer = answer
        let length = size + answer.bytes.count + 1
        if length > WrittenFrame.longest - Self.roomForErrors, answer.bytes.count > Self.longestError {
            answer = .build { MessageWriter.error(RPCError(lengthOfAnswer: length), id: id, to: &$0) }
        }
        answers.append(answer)
        size += answer.bytes.count + 1
    }

    /// The maximum length in bytes of an answer that is always added.
    private static let longestError = 512
    private static let roomForErrors = 4 << 20

    /// Returns the next member; nil after the last member.
    func takeNext() -> Incoming? {
        guard next < members.count else { return nil }
        defer { next += 1 }
        return members[next]
    }
}
