import FHJSON
import FeatureKit

/// An operation of a source on rows that the user chose.
public struct RowOperation: Sendable, Equatable {
    /// The progress of an operation.
    public enum Status: Sendable {
        /// The source has not answered.
        case running
        /// The operation has failed, or the feature has stopped waiting for it. The source may have performed it.
        case ended
        /// The source has refused the operation for these rows.
        case refused
    }

    /// The operation's id, by which the source recognizes an operation that it has already performed.
    private(set) public var id: String
    /// The id of the action that the user has chosen.
    public let action: String
    /// The rows as they were when the user chose the action, in the order of selection.
    public let rows: [SourceRow]
    /// The value that a form has supplied; nil for none.
    public let value: JSONText?
    /// The token of the form whose output has started the operation; nil for none.
    private let form: String?
    /// The results of the rows that have a request of their own; nil if all rows have one request.
    public private(set) var results: [JSONText]?
    /// The progress.
    public var status = Status.running
    /// True if the operation undoes another one, with the same input.
    public private(set) var isUndo = false

    /// Creates an operation that runs.
    ///
    /// - Parameters:
    ///   - form: the token of the form whose output starts the operation; nil for none.
    ///   - last: the previous operation; if this one repeats it, it has the same id and goes on where that one ended. If
    ///     the user has corrected the form of that one, this one goes on there too, with an id of its own.
    ///   - ids: makes the id of a new operation.
    public init(
        _ action: RowAction, _ rows: [SourceRow], value: JSONText?, from form: String? = nil,
        after last: RowOperation?, _ ids: IDGenerator
    ) {
        self.form = form
        id = ""
        self.action = action.id
        self.rows = rows
        self.value = value
        results = action.scope == .each ? [] : nil
        if let last, repeats(last) {
            id = last.id
            results = last.results
        } else {
            id = ids.next()
            if let last, form != nil, form == last.form, self.action == last.action, rows == last.rows {
                results = last.results
            }
        }
    }

    /// Returns an operation that undoes this one, in one request.
    public func undone(_ ids: IDGenerator) -> RowOperation {
        var undo = self
        undo.id = ids.next()
        undo.results = nil
        undo.status = .running
        undo.isUndo = true
        return undo
    }

    /// The ids of the rows.
    public var ids: [String] { rows.map(\.id) }

    /// The id of the current request.
    public var requestID: String { results.map { "\(id)/\($0.count + 1)" } ?? id }

    /// The rows of the current request.
    public var requested: ArraySlice<SourceRow> { results.map { rows[$0.count...].prefix(1) } ?? rows[...] }

    /// The part of the operation that the current request is; nil if all rows have one request.
    var part: EffectInfo.Part? { results.map { EffectInfo.Part(done: $0.count, count: rows.count) } }

    /// True if the source may have changed rows although a request has failed: it has not refused all of them.
    public func mayHaveChangedRows(after failure: Failure) -> Bool {
        failure.mistakes.isEmpty || results?.isEmpty == false
    }

    /// The input of the current request: an object with the arrays `ids` and `values`, and `input`, if there is a
    /// value.
    public var input: JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("ids", requested.map(\.id))
            json.key("values")
            json.beginArray()
            for row in requested { json.value(row.value) }
            json.endArray()
            if let value { json.field("input", value) }
            json.endObject()
        }
    }

    /// Records the result of the current request.
    ///
    /// - Returns: the result of the operation, which is an array if each row has a request; nil if rows remain.
    public mutating func finish(_ result: JSONText) -> JSONText? {
        guard var results else { return result }
        results.append(result)
        self.results = results
        if results.count < rows.count { return nil }
        return JSONText.build { json in
            json.beginArray()
            for result in results { json.value(result) }
            json.endArray()
        }
    }

    /// True if this operation has the same action, rows and value as `other`, and the source may have performed
    /// `other`.
    private func repeats(_ other: RowOperation) -> Bool {
        other.status != .refused && !other.isUndo && action == other.action && rows == other.rows
            && value == other.value
    }

    /// Makes the request of the operation again: after a refusal by the source, it is a new operation.
    public mutating func begin(_ ids: IDGenerator) {
        if status == .refused { id = ids.next() }
        status = .running
    }

    /// Ends the operation with an error of the source.
    public mutating func fail(_ failure: Failure) { status = failure.mistakes.isEmpty ? .ended : .refused }

    /// Writes the member `performing` of a state.
    public func writeRunning(to json: inout JSONWriter) {
        json.beginObject()
        json.field("action", action)
        json.field("ids", ids)
        if let results { json.field("done", results.count) }
        json.endObject()
    }
}
