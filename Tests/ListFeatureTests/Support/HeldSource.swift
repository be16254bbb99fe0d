import FHJSON
import FeatureKit
import Synchronization
import TestSupport

/// A source in memory that performs operations immediately, when the test decides, or not at all.
///
/// A call is performed and answered at separate times, between which other calls may be made.
final class HeldSource: DataSource {
    enum Operation: Sendable {
        case fetch(FetchRequest)
        case insert([RowInsertion])
        case update([RowUpdate])
        case move([String], before: String?)
        case moveBehind([String], String)
        case delete([String])

        var isFetch: Bool { if case .fetch = self { true } else { false } }
    }

    /// The answer of a call: the page, or the written rows.
    struct Answer: Sendable {
        var page = Page(rows: [SourceRow](), endReached: true)
        var rows: [SourceRow] = []
    }

    /// The fate of a call.
    enum Fate: Sendable, CaseIterable {
        /// The call is performed and answered.
        case done
        /// The call fails without being performed.
        case failed
        /// The call is performed, but its answer is lost.
        case lost
    }

    struct Call: Sendable {
        let operation: Operation
        let opID: String?
        let fate: Fate
        let isAtOnce: Bool
        /// The number of the client that has made the call.
        let owner: Int
        var result: Result<Answer, Failure>?
        /// The number of changes unknown to the caller at the time of the operation.
        var strangeChanges = 0
    }

    struct State: Sendable {
        var held: HeldRows
        var calls: [Call] = []
        var generator: SeededGenerator
        var isReliable = false
        var owner = 0
        var answered: Set<Int> = []
        var waiting: [Int: CheckedContinuation<Result<Answer, Failure>, Never>] = [:]
    }

    let state: Mutex<State>
    let capabilities: SourceCapabilities
    let feed = ChangeFeed()
    var changes: ChangeFeed? { feed }

    init(_ held: HeldRows, capabilities: SourceCapabilities = [.all, .query], seed: UInt64) {
        self.capabilities = capabilities
        state = Mutex(State(held: held, generator: SeededGenerator(seed: seed)))
    }

    var held: HeldRows { state.withLock { $0.held } }
    var calls: [Call] { state.withLock { $0.calls } }
    var callCount: Int { state.withLock { $0.calls.count } }

    func call(_ number: Int) -> Call { state.withLock { $0.calls[number] } }

    /// Makes all operations succeed from now on.
    func becomeReliable() { state.withLock { $0.isReliable = true } }

    /// Replaces the client, so that earlier calls have no receiver.
    func changeOwner() { state.withLock { $0.owner += 1 } }

    /// Changes rows on behalf of another client.
    func change(_ body: (inout PlainRows, inout SeededGenerator) -> Void) {
        state.withLock { state in
            body(&state.held.table, &state.generator)
            state.held.strangeChanges += 1
        }
    }

    /// Performs the operation of a call.
    func perform(_ number: Int) { state.withLock { $0.perform(number) } }

    /// Answers a call.
    func answer(_ number: Int) {
        let (waiting, result) = state.withLock { state in
            state.answered.insert(number)
            return (state.waiting.removeValue(forKey: number), state.calls[number].result)
        }
        guard let result else { preconditionFailure("it is done before it is answered") }
        waiting?.resume(returning: result)
    }

    private func result(of number: Int) async -> Result<Answer, Failure> {
        await withCheckedContinuation { continuation in
            let result: Result<Answer, Failure>? = state.withLock { state in
                if state.answered.contains(number) { return state.calls[number].result }
                state.waiting[number] = continuation
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    private func ask<Value: Sendable>(
        _ operation: Operation, _ opID: String? = nil, _ value: @escaping @Sendable (Answer) -> Value
    ) -> SourceAnswer<Value> {
        let (number, result) = state.withLock { $0.begin(operation, opID) }
        if let result { return .now(result.map(value)) }
        return .later { () async throws(Failure) in value(try await self.result(of: number).get()) }
    }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> { ask(.fetch(request)) { $0.page } }

    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        ask(.insert(insertions), opID) { $0.rows }
    }

    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        ask(.update(updates), opID) { $0.rows }
    }

    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        ask(.move(ids, before: before), opID) { _ in Done() }
    }

    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        ask(.moveBehind(ids, anchor), opID) { _ in Done() }
    }

    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        ask(.delete(ids), opID) { _ in Done() }
    }
}

extension HeldSource.State {
    fileprivate mutating func begin(
        _ operation: HeldSource.Operation, _ opID: String?
    ) -> (Int, Result<HeldSource.Answer, Failure>?) {
        let draw = isReliable ? 9 : Int.random(in: 0..<10, using: &generator)
        let fate: HeldSource.Fate = draw == 0 ? .failed : draw == 1 && !operation.isFetch ? .lost : .done
        let call = HeldSource.Call(
            operation: operation, opID: opID, fate: fate, isAtOnce: Int.random(in: 0..<5, using: &generator) == 0,
            owner: owner)
        calls.append(call)
        let number = calls.count - 1
        if call.isAtOnce { perform(number) }
        return (number, calls[number].result)
    }

    fileprivate mutating func perform(_ number: Int) {
        let call = calls[number]
        let isWrite = !call.operation.isFetch
        calls[number].strangeChanges = held.strangeChanges
        if call.fate == .failed {
            calls[number].result = .failure(.network)
            return
        }
        let result = held.perform(call.operation, call.opID)
        // The list can't know of a change whose answer was lost, or that an earlier client has made.
        if isWrite, call.fate == .lost || call.owner != owner { held.strangeChanges += 1 }
        calls[number].result = call.fate == .lost ? .failure(.network) : result
    }
}

extension Failure {
    fileprivate static let network = Failure("networkError", "no network")
}
