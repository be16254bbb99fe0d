import FeatureKit
import Synchronization

/// An error of a row that another program has written.
///
/// The row is not shown, or is shown in another form than in the database.
struct RowFault: Error {
    /// The code of the error, as in the member `problems` of a snapshot.
    enum Code: String {
        case invalidJSON, unsupportedJSON, notAnObject, noId, tooLong, invalidBytes, repeatedMember, repeatedId
    }

    let code: Code
    /// The id of the row; nil if the row has no valid id.
    let id: String?
    /// The first clause of the message: the row and its error.
    let sentence: String
    /// The second clause of the message: the consequence.
    var outcome = "it is not shown"

    var problem: RowProblems.Problem {
        RowProblems.Problem(id: id, code: code.rawValue, message: "\(sentence); \(outcome)")
    }

    /// The failure of an edit of a row that can't be read.
    var failure: Failure { Failure("invalidData", "\(sentence); correct or delete the row", retryable: true) }

    /// The failure of an edit of a row that must not be changed.
    var locked: Failure {
        Failure("readOnly", "\(sentence); it can't be changed before that is corrected", retryable: false)
    }
}

/// The errors of all rows in one state of a database.
struct FoundFaults: Sendable {
    private(set) var problems = RowProblems()
    /// The number of rows that are not shown.
    private(set) var leftOutCount = 0
    /// The new ids of rows with a duplicate id, by rowid or, if the rows have no rowid, by index among all rows.
    var otherIDs: [Int64: String] = [:]
    private var shownCount = 0
    private var first: RowFault?

    /// Counts a row as shown or omitted, and records its error if it has one.
    mutating func note(_ fault: RowFault?, isShown: Bool) {
        if isShown { shownCount += 1 } else { leftOutCount += 1 }
        guard let fault else { return }
        problems.add(fault.problem)
        if first == nil { first = fault }
    }

    /// Records a further error of a row that is already recorded.
    mutating func noteAlso(_ fault: RowFault) { problems.add(fault.problem) }

    /// Checks that there are no rows, or that at least one can be shown.
    ///
    /// - Throws: `invalidData` if there are rows and none can be shown.
    func checkReadable() throws(Failure) {
        if shownCount == 0, let first { throw first.failure }
    }
}

/// The result of the last search for errors in rows.
///
/// All rows are searched only after reading a page has found an error, or if there may be errors that reading a page
/// does not detect.
final class RememberedFaults<State: Equatable & Sendable>: Sendable {
    private let last = Mutex<(state: State, faults: FoundFaults)?>(nil)

    init() {}

    /// Reads rows of one state of a database.
    ///
    /// - Parameters:
    ///   - state: A value that changes if rows may have changed.
    ///   - isSuspect: Returns true if there may be errors that reading a page does not detect. It is called once for
    ///     each state.
    ///   - find: Searches all rows for errors.
    ///   - body: Reads rows. If it receives the errors of all rows, it omits the rows that can't be shown. If it
    ///     receives nil, it throws the first error that it detects, and is called again with all errors.
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

    /// Returns the errors that were found in the current state; nil if none were found.
    ///
    /// If the last search found errors, the rows are searched again after each change.
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
