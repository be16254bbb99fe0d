import FeatureKit
import JSON

/// A source of a replay: answers what the recording says, and asks nobody.
final class ReplayedSource: WrappedSource {
    private let name: String
    let base: any DataSource
    private let replayer: Replayer
    /// Where the recording's notices are told.
    let changes: ChangeFeed?

    /// - Parameters:
    ///   - base: what it stands for, which says what the source can do and is asked for nothing; not even for its feed,
    ///     since a file would be watched from then on.
    ///   - tellsChanges: whether it has told of changes.
    init(_ name: String, _ base: any DataSource, tellsChanges: Bool, by replayer: Replayer) {
        self.name = name
        self.base = base
        self.replayer = replayer
        changes = tellsChanges ? ChangeFeed() : nil
    }

    func pass<Value: RecordedValue>(
        _ operation: String, _ answer: @autoclosure () -> SourceAnswer<Value>
    ) -> SourceAnswer<Value> {
        replayer.answer(name, operation)
    }
}

/// A source of a replay whose rows stand in the workspace: what another thread found in them is what the recording says.
final class ReplayedQueries: WrappedSource {
    private let name: String
    let base: any DataSource
    private let replayer: Replayer

    init(_ name: String, _ base: any DataSource, by replayer: Replayer) {
        self.name = name
        self.base = base
        self.replayer = replayer
    }

    var changes: ChangeFeed? { base.changes }

    func pass<Value: RecordedValue>(
        _ operation: String, _ answer: @autoclosure () -> SourceAnswer<Value>
    ) -> SourceAnswer<Value> {
        let answer = answer()
        if case .later = answer { return replayer.answer(name, operation) }
        return answer
    }
}

extension Replayer {
    /// The answer that the recording has to a call, from where it came.
    func answer<Value: RecordedValue>(_ source: String, _ operation: String) -> SourceAnswer<Value> {
        guard let (call, how) = self.call(source, operation) else { return .now(.failure(.notRecorded)) }
        switch how {
        case .now: return .now(answer(to: call).map { RecordedAnswer.result($0) } ?? .failure(.notRecorded))
        case .after(let milliseconds):
            let result: Result<Value, Failure> =
                answer(to: call).map { RecordedAnswer.result($0) } ?? .failure(.notRecorded)
            return .after(milliseconds: milliseconds, result)
        case .later, .promised:
            let promise = Promise<Value>()
            whenAnswered(call) { promise.keep(RecordedAnswer.result($0)) }
            let promised = SourceAnswer.promised(promise) { promise.keep(.failure(.cancelled)) }
            if how == .promised { return promised }
            return .later { () async throws(Failure) in try await promised.value }
        }
    }
}

extension Failure {
    /// A replay has come to its end, or to a difference.
    fileprivate static let notRecorded = Failure("notRecorded", "the recording has no answer to this")
}
