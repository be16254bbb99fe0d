import FeatureKit
import Synchronization

/// A fault of a row that another program has written: the row is not shown, or not as it is in the database.
struct RowFault: Error {
    /// A word for programs, as `problems` name it.
    enum Code: String {
        case invalidJSON, unsupportedJSON, notAnObject, noId, tooLong, invalidBytes, repeatedMember, repeatedId
    }

    let code: Code
    /// The row's id; nil where it has none.
    let id: String?
    /// A sentence without its end: the row, and what is wrong with it.
    let sentence: String
    /// The rest of the sentence: what is shown of the row.
    var outcome = "it is not shown"

    var problem: RowProblems.Problem {
        RowProblems.Problem(id: id, code: code.rawValue, message: "\(sentence); \(outcome)")
    }

    /// The answer to an edit of a row that can't be read.
    var failure: Failure { Failure("invalidData", "\(sentence); correct or delete the row", retryable: true) }

    /// The answer to an edit of a row that must stay as it is.
    var locked: Failure {
        Failure("readOnly", "\(sentence); it can't be changed before that is corrected", retryable: false)
    }
}

/// The faults of all rows in one state of a database.
struct FoundFaults: Sendable {
    private(set) var problems = RowProblems()
    /// The number of rows that are not shown.
    private(set) var leftOutCount = 0
    /// The ids of rows whose own id an earlier row has, by what the database counts the rows by.
    var otherIDs: [Int64: String] = [:]
    private var shownCount = 0
    private var first: RowFault?

    /// Notes a row: what is wrong with it, and whether it is shown.
    mutating func note(_ fault: RowFault?, isShown: Bool) {
        if isShown { shownCount += 1 } else { leftOutCount += 1 }
        guard let fault else { return }
        problems.add(fault.problem)
        if first == nil { first = fault }
    }

    /// Notes another fault of a row that was noted already.
    mutating func noteAlso(_ fault: RowFault) { problems.add(fault.problem) }

    /// - Throws: `invalidData` where there are rows, and none that can be shown.
    func checkReadable() throws(Failure) {
        if shownCount == 0, let first { throw first.failure }
    }
}

/// The faults that were found last: rows are looked through for them only where one was met.
final class RememberedFaults<State: Equatable & Sendable>: Sendable {
    private let last = Mutex<(state: State, faults: FoundFaults)?>(nil)

    init() {}

    /// Reads rows of one state of a database.
    ///
    /// - Parameters:
    ///   - state: differs where rows may have changed.
    ///   - isSuspect: whether there may be faults that no page meets; asked once for each state.
    ///   - find: looks through all rows.
    ///   - body: reads. It gets the faults, and leaves out the rows that can't be shown; where it gets none it throws the
    ///     first fault that it meets, and is called again.
    func reading<Value>(
        in state: @autoclosure () throws -> State, isSuspect: (() throws -> Bool)? = nil,
        find: () throws -> FoundFaults, _ body: (FoundFaults?) throws -> Value
    ) throws -> Value {
        if let faults = try known(state, find) { return try body(faults) }
        if let isSuspect {
            let state = try state()
            if last.withLock({ $0?.state != state }) {
                if try isSuspect() { return try body(found(state, find)) }
                last.withLock { $0 = (state, FoundFaults()) }
            }
        }
        do {
            return try body(nil)
        } catch is RowFault {
            return try body(found(state(), find))
        }
    }

    /// Where there were faults the rows are looked through again after each change.
    private func known(_ state: () throws -> State, _ find: () throws -> FoundFaults) throws -> FoundFaults? {
        guard let last = last.withLock(\.self), !last.faults.problems.isEmpty else { return nil }
        let state = try state()
        let faults = last.state == state ? last.faults : try found(state, find)
        return faults.problems.isEmpty ? nil : faults
    }

    private func found(_ state: State, _ find: () throws -> FoundFaults) throws -> FoundFaults {
        let faults = try find()
        last.withLock { $0 = (state, faults) }
        return faults
    }
}
