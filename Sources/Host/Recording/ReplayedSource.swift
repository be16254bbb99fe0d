import FHHosting
import FHJSON
import FeatureKit

/// A source in a replay, whose answers come from the recording.
final class ReplayedSource: WrappedSource {
    private let name: String
    let base: any DataSource
    private let replayer: Replayer
    /// The feed of the recorded changes.
    let changes: ChangeFeed?

    /// Creates a source that replaces another one in a replay.
    ///
    /// - Parameters:
    ///   - base: the source that is replaced. Only its properties, such as the capabilities, are read. Its feed is not
    ///     observed, because observing would watch a file.
    ///   - tellsChanges: true if the recorded source had a feed of changes.
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

/// A source in a replay whose rows are in the workspace.
///
/// Only the answers that other threads computed come from the recording.
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
    /// The recorded answer to a call, delivered in the recorded way.
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
    /// The error for a call to which the recording has no answer, such as a call after a difference.
    fileprivate static let notRecorded = Failure("notRecorded", "the recording has no answer to this")
}
