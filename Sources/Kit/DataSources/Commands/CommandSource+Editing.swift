import FHEventLoop
import FHJSON
import FHRowCollections
import FeatureKit
import Synchronization

/// Edits of rows by commands.
///
/// Each edit is a run of its command, which reads a line of JSON from standard input. The edits of a source run one
/// after the other.
extension CommandSource {
    /// Inserts rows, each with a run of the command.
    public func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        edit(.insert, opID) { source, command throws(Failure) in
            // A repeated call inserts only the rows that are not inserted yet.
            let part = "\(opID)/inserted"
            var inserted: [SourceRow] = source.performed.withLock { $0.answer(part) } ?? []
            do throws(Failure) {
                for insertion in insertions.dropFirst(inserted.count) {
                    inserted.append(try await source.insert(insertion, command))
                }
            } catch {
                source.performed.withLock { $0.remember(part, inserted) }
                throw error
            }
            return inserted
        }
    }

    private func insert(_ insertion: RowInsertion, _ command: Operation) async throws(Failure) -> SourceRow {
        let input = options.editing.input { json in
            json.field("value", insertion.row.value)
            json.field("before", insertion.before)
        }
        let output = try await output(of: .insert, command, input)
        let row = try rows(in: output, of: command, insteadOf: [insertion.row])[0]
        changeRows { $0.insert(row, before: insertion.before) }
        return row
    }

    /// Updates rows; rows with the same patch share a run of the command.
    public func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        edit(.update, opID) { source, command throws(Failure) in
            try source.check(updates, id: \.id) { $0.allows($1) }
            var updated: [ExactText: SourceRow] = [:]
            for group in updates.byPatch {
                let rows = try group.map { update throws(Failure) in try source.merged(update) }
                let input = source.options.editing.input { json in
                    json.field("ids", rows.map(\.id))
                    json.field("patch", group[0].patch)
                    json.key("values")
                    json.beginArray()
                    for row in rows { json.value(row.value) }
                    json.endArray()
                }
                let output = try await source.output(of: .update, command, input)
                let stored = try source.rows(in: output, of: command, insteadOf: rows)
                if let other = zip(rows, stored).first(where: { !isSameText($0.id, $1.id) }) {
                    throw Failure(
                        "invalidData",
                        "update prints the id \(LikelyName.shown(other.1.id)) for the row \(LikelyName.shown(other.0.id)); "
                            + "let it print the rows with their ids, or nothing", retryable: false)
                }
                source.changeRows { collection in for row in stored { collection.put(row) } }
                for (row, new) in zip(rows, stored) { updated[ExactText(row.id)] = new }
            }
            return updates.compactMap { updated[ExactText($0.id)] }
        }
    }

    /// Deletes rows with one run of the command.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        delete(deletions: ids.map { RowDeletion($0) }, opID: opID)
    }

    /// Deletes rows with one run of the command, if the rows that the source knows have the given versions.
    public func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        edit(.delete, opID) { source, command throws(Failure) in
            try source.check(deletions, id: \.id) { $0.allows($1) }
            let ids = deletions.map(\.id)
            let input = source.options.editing.input { $0.field("ids", ids) }
            _ = try await source.output(of: .delete, command, input)
            source.changeRows { $0.remove(ids) }
            return Done()
        }
    }

    /// Moves rows with one run of the command.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        edit(.move, opID) { source, command throws(Failure) in
            try await source.move(ids, before: before, command)
        }
    }

    /// Moves rows with one run of the command, before the row that follows `anchor` now.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        edit(.move, opID) { source, command throws(Failure) in
            let next = source.currentRows { rows in
                rows.place(of: anchor).flatMap { place in
                    rows[(place + 1)...].first { row in !ids.contains { isSameText($0, row.id) } }?.id
                }
            }
            return try await source.move(ids, before: next ?? nil, command)
        }
    }

    private func move(_ ids: [String], before: String?, _ command: Operation) async throws(Failure) -> Done {
        let input = options.editing.input { json in
            json.field("ids", ids)
            json.field("before", before)
        }
        _ = try await output(of: .move, command, input)
        changeRows { $0.move(ids, before: before) }
        return Done()
    }

    // MARK: Runs

    /// Makes an edit when the earlier edits have ended; a repeated call returns the earlier answer.
    private func edit<Value: Sendable>(
        _ kind: Editing.Kind, _ opID: String,
        _ body: @escaping @Sendable (CommandSource, Operation) async throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        guard let command = options.editing.commands[kind] else { return .now(.failure(.readOnly)) }
        return .later { () async throws(Failure) in
            let result: Result<Value, Failure> = await self.edits.run { [self] in
                if let known = self.performed.withLock({ $0.answer(opID, as: Value.self) }) { return .success(known) }
                do throws(Failure) {
                    let value = try await body(self, command)
                    self.performed.withLock { $0.remember(opID, value) }
                    if self.options.editing.reload == .all { self.reload() }
                    return .success(value)
                } catch {
                    // A run before the one that has failed may have changed something.
                    if error.code != "conflict" { self.reload() }
                    return .failure(error)
                }
            }
            return try result.get()
        }
    }

    private func output(
        of kind: Editing.Kind, _ command: Operation, _ input: JSONText
    ) async throws(Failure) -> JSONText {
        try await OperationRun(kind.rawValue, command, for: input, secrets: [], self).output()
    }

    /// The rows that a command has printed: an object for one row, or an array of objects.
    ///
    /// - Parameter given: the rows as they were edited, which stay if the command prints nothing.
    private func rows(
        in output: JSONText, of command: Operation, insteadOf given: [SourceRow]
    ) throws(Failure) -> [SourceRow] {
        if output.value.isNull || options.editing.reload == .none { return given }
        let values = output.value.isArray ? Array(output.value.elements) : [output.value]
        guard values.count == given.count, values.allSatisfy(\.isObject) else {
            throw .invalidOutput(
                ": it is not \(given.count == 1 ? "a row" : "an array of \(given.count) rows")",
                "let it print the rows as they are now, as objects, or nothing",
                ChildCommand(
                    command.argv, folder: options.folder, environment: options.wholeEnvironment, hasInput: true))
        }
        return try zip(values, given).map { value, row throws(Failure) in
            guard value[idKey] != nil else { return SourceRow(id: row.id, value: JSONText(value)) }
            return SourceRow(id: try SourceRow.id(of: value, idKey: idKey), value: JSONText(value))
        }
    }

    // MARK: The rows of the current run

    private func current(_ id: String) -> SourceRow? { currentRows { $0[id: id] } ?? nil }

    /// The row with its patch, as the source or the caller knows it.
    private func merged(_ update: RowUpdate) throws(Failure) -> SourceRow {
        guard let row = current(update.id) ?? update.known else { throw .rowGone(update.id) }
        return row.merged(with: update.patch)
    }

    /// Throws a conflict if a row is another than its edit expects.
    private func check<Edit>(
        _ edits: [Edit], id: (Edit) -> String, allows: (Edit, SourceRow) -> Bool
    ) throws(Failure) {
        let changed = edits.compactMap { edit in current(id(edit)).flatMap { allows(edit, $0) ? nil : $0 } }
        if !changed.isEmpty { throw .conflict(current: changed) }
    }
}

extension RowCollection {
    fileprivate mutating func insert(_ row: SourceRow, before: String?) {
        remove([row.id])
        put(row, at: before.flatMap { place(of: $0) } ?? count)
    }
}

extension CommandRun {
    /// Reads the rows that were printed so far and have been read.
    func readRows<Value>(_ read: (RowCollection) -> Value) -> Value { rows.withLock { read($0.rows) } }

    /// Changes these rows, because a command has edited them.
    func changeRows(_ change: (inout RowCollection) -> Void) { rows.withLock { change(&$0.rows) } }
}
