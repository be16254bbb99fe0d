import EventLoop
import FeatureKit
import JSON
import JSONRPC

/// One request on its way to its one answer; for a notification the answer goes nowhere.
///
/// Belongs to the core thread.
final class SourceCall {
    unowned let server: SourceServer
    /// Numbers the calls in the order in which they came.
    let number: Int
    /// Nil for a notification.
    let id: RequestID?
    /// The batch that the answer is part of.
    let batch: BatchRun?
    private(set) var isAnswered = false
    private var task: Task<Void, Never>?
    private var timer: TimerToken?
    /// Called when nobody waits for the answer any more.
    var onCancel: (RPCError) -> Void = { _ in }

    init(server: SourceServer, number: Int, id: RequestID?, batch: BatchRun?) {
        self.server = server
        self.number = number
        self.id = id
        self.batch = batch
    }

    deinit {
        assert(isAnswered || id == nil, "a request was forgotten")
    }

    /// Answers with what a source gives, now or later.
    func ask<Value: Sendable>(
        _ answer: SourceAnswer<Value>, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        switch answer {
        case .now(let result): finish(CallAnswer(result, write))
        case .after(let milliseconds, let result):
            let answer = CallAnswer(result, write)
            timer = server.loop.schedule(afterMilliseconds: milliseconds) { [self] in finish(answer) }
        case .later(let work):
            start { [deliveries = server.deliveries, number] in
                do throws(Failure) {
                    let value = try await work()
                    deliveries.put(.answer(number, .result { write(value, &$0) }))
                } catch {
                    deliveries.put(.answer(number, .error(RPCError(error))))
                }
            }
        }
    }

    /// Does something outside the core thread, until the call is cancelled.
    func start(_ work: @escaping @Sendable () async -> Void) {
        task = Task { await work() }
    }

    /// Answers, once; what comes after a cancellation is dropped.
    func finish(_ answer: CallAnswer) {
        if isAnswered { return }
        isAnswered = true
        server.answer(self, answer)
    }

    /// Ends what was begun, and answers with an error.
    func cancel(_ error: RPCError) {
        if isAnswered { return }
        task?.cancel()
        timer?.cancel()
        onCancel(error)
        finish(.error(error))
    }
}

/// The answer to a call.
enum CallAnswer: Sendable {
    case result(@Sendable (inout JSONWriter) -> Void)
    case error(RPCError)

    init<Value: Sendable>(
        _ result: Result<Value, Failure>, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        switch result {
        case .success(let value): self = .result { write(value, &$0) }
        case .failure(let failure): self = .error(RPCError(failure))
        }
    }

    static let null = CallAnswer.result { $0.null() }
    static let emptyObject = CallAnswer.result { $0.value(JSONText.emptyObject) }
}

/// A batch whose members run one after the other; their answers go out together.
final class BatchRun {
    var answers: [JSONText] = []
    /// The member that waits for its answer.
    var current: SourceCall?
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

extension RPCError {
    /// What a source failed with, as the protocol says it.
    init(_ failure: Failure) {
        self.init(
            .sourceFailed, failure.message, retryable: failure.retryable,
            details: [Detail("code", .string(failure.code))])
    }
}
