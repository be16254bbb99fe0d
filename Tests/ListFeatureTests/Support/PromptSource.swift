import FHJSON
import FeatureKit
import Synchronization

/// A source in memory that answers or fails immediately.
final class PromptSource: DataSource {
    private let state: Mutex<(rows: PlainRows, failure: Failure?)>

    init(_ rows: [SourceRow], capabilities: SourceCapabilities = .all) {
        state = Mutex((PlainRows(rows: rows), nil))
        self.capabilities = capabilities
    }

    let capabilities: SourceCapabilities

    var ids: String { state.withLock { $0.rows.ids.joined() } }

    /// Makes all edits fail from now on.
    func fail(_ failure: Failure) { state.withLock { $0.failure = failure } }

    private func edit<Value: Sendable>(_ body: (inout PlainRows) -> Value) -> SourceAnswer<Value> {
        state.withLock { state in
            if let failure = state.failure { return .now(.failure(failure)) }
            return .now(.success(body(&state.rows)))
        }
    }

    func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        .now(.success(Page(rows: RowBatch(state.withLock(\.rows.rows)), endReached: true)))
    }

    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        edit { rows in
            for insertion in insertions { rows.insert(insertion.row, before: insertion.before) }
            return insertions.map(\.row)
        }
    }

    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        edit { rows in
            updates.map { update in
                let row =
                    rows[update.id]?.merged(with: update.patch) ?? SourceRow(id: update.id, value: update.patch)
                rows.replace(row)
                return row
            }
        }
    }

    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        edit { rows in
            rows.move(ids, before: before)
            return Done()
        }
    }

    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        edit { rows in
            rows.move(ids, behind: anchor)
            return Done()
        }
    }

    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        edit { rows in
            rows.delete(ids)
            return Done()
        }
    }
}
