import FHJSON
public import FeatureKit
import Synchronization

/// Insertions and updates with `source/insert` and `source/update`.
extension RemoteSource {
    /// Inserts rows: in one request if the source has the capability `insertMany`, and otherwise one row after the
    /// other.
    public func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        if insertions.count == 1 { return insert(insertions[0], opID: opID).map { $0.map { [$0] } } }
        guard capabilities.contains(.insertMany) else {
            return inTurn(insertions, opID) { source, insertion, opID in source.insert(insertion, opID: opID) }
        }
        return ask("insert", opID) { json in
            Self.write(insertions, to: &json) { Self.write($0, to: &$1) }
        } reading: { [self] answer throws(Failure) in
            noting(try answer.inserted(insertions.map(\.row)), answer)
        }
    }

    /// Updates rows: in one request if the source has the capability `updateMany`, and otherwise one row after the
    /// other.
    public func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        if let failure = conflict(updates) { return .now(.failure(failure)) }
        if updates.count == 1 { return update(updates[0], opID: opID).map { $0.map { [$0] } } }
        guard capabilities.contains(.updateMany) else {
            return inTurn(updates, opID) { source, update, opID in source.update(update, opID: opID) }
        }
        return ask("update", opID) { json in
            Self.write(updates, to: &json) { write($0, to: &$1) }
        } reading: { [self] answer throws(Failure) in
            noting(try answer.updated(updates.map(\.id)), answer)
        }
    }

    private func insert(_ insertion: RowInsertion, opID: String) -> SourceAnswer<SourceRow> {
        ask("insert", opID) { json in
            Self.write(insertion, to: &json)
        } reading: { [self] answer throws(Failure) in
            // A peer that assigns ids answers with the row under its new id.
            noting([try answer.item() ?? insertion.row], answer)[0]
        }
    }

    private func update(_ update: RowUpdate, opID: String) -> SourceAnswer<SourceRow> {
        ask("update", opID) { json in
            write(update, to: &json)
        } reading: { [self] answer throws(Failure) in
            guard let row = try answer.row(update.id) else { throw answer.invalid("lacks item, the row as it is now") }
            return noting([row], answer)[0]
        }
    }

    /// Returns the written rows, and records them if the peer gives no versions.
    private func noting(_ rows: [SourceRow], _ answer: RemoteAnswer) -> [SourceRow] {
        if !givesVersions.withLock({ $0 }) { written.withLock { $0.note(written: rows, in: answer.number) } }
        return rows
    }

    /// Writes the member `items` of a request for several rows.
    private static func write<Edit>(
        _ edits: [Edit], to json: inout JSONWriter, _ write: (Edit, inout JSONWriter) -> Void
    ) {
        json.key("items")
        json.beginArray()
        for edit in edits {
            json.beginObject()
            write(edit, &json)
            json.endObject()
        }
        json.endArray()
    }

    private static func write(_ insertion: RowInsertion, to json: inout JSONWriter) {
        json.field("id", insertion.row.id)
        json.field("value", insertion.row.value)
        json.field("beforeId", insertion.before)
    }

    private func write(_ update: RowUpdate, to json: inout JSONWriter) {
        json.field("id", update.id)
        json.field("patch", update.patch)
        // If the peer has sent no versions, `ifVersion` is a digest that this host has computed. The peer does not know
        // it.
        if givesVersions.withLock({ $0 }), let ifVersion = update.ifVersion { json.field("ifVersion", ifVersion) }
    }

    /// Returns the conflict failure of updates if the peer gives no versions; nil if there is no conflict.
    ///
    /// The versions in the updates are compared with the versions of the rows that this host has received last.
    private func conflict(_ updates: [RowUpdate]) -> Failure? {
        if givesVersions.withLock({ $0 }) { return nil }
        let others = updates.compactMap { update -> SourceRow? in
            guard let row = written.withLock({ $0[update.id] }) ?? update.known else { return nil }
            return update.allows(row) ? nil : row
        }
        return others.isEmpty ? nil : .conflict(current: others)
    }

    /// Edits rows one after the other, each with a separate request and `opId`.
    ///
    /// If an edit fails, earlier edits have already been made, so listeners are notified of a change.
    private func inTurn<Edit: Sendable>(
        _ edits: [Edit], _ opID: String,
        _ ask: @escaping @Sendable (RemoteSource, Edit, String) -> SourceAnswer<SourceRow>
    ) -> SourceAnswer<[SourceRow]> {
        guard let first = edits.first else { return .now(.success([])) }
        // The first request is made immediately, so that requests keep the order of the calls.
        let answer = ask(self, first, "\(opID).0")
        return .later { () async throws(Failure) in
            var rows = [try await answer.value]
            for (number, edit) in edits.enumerated().dropFirst() {
                do throws(Failure) {
                    rows.append(try await ask(self, edit, "\(opID).\(number)").value)
                } catch {
                    self.changes?.tell()
                    throw error
                }
            }
            return rows
        }
    }
}
