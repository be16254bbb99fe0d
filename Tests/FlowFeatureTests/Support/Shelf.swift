import FHJSON
import FeatureKit
import Synchronization

/// A source that answers immediately, and that keeps its rows when a flow ends.
final class Shelf: DataSource {
    private let kept = Mutex<[String: JSONText]>([:])
    private let failure = Mutex<Failure?>(nil)
    let capabilities: SourceCapabilities = [.all, .query]

    subscript(_ id: String) -> JSONValue? { kept.withLock { $0[id]?.value } }

    func put(_ id: String, _ row: JSONText) { kept.withLock { $0[id] = row } }

    /// Makes every call fail from now on; nil makes calls succeed again.
    func fail(_ failure: Failure?) { self.failure.withLock { $0 = failure } }

    private func answer<Value: Sendable>(
        _ body: (inout [String: JSONText]) -> Result<Value, Failure>
    ) -> SourceAnswer<Value> {
        if let failure = failure.withLock({ $0 }) { return .now(.failure(failure)) }
        return .now(kept.withLock { body(&$0) })
    }

    func fetch(_ request: FetchRequest) -> SourceAnswer<FeatureKit.Page> {
        answer { rows in
            let all = rows.sorted { $0.key < $1.key }.map { SourceRow(id: $0.key, value: $0.value) }
            return .success(FeatureKit.Page(rows: all, endReached: true))
        }
    }

    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        answer { rows in
            for row in insertions.map(\.row) {
                if rows[row.id] != nil { return .failure(Failure("duplicateId", "there is a row \(row.id)")) }
                rows[row.id] = row.value
            }
            return .success(insertions.map(\.row))
        }
    }

    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        answer { rows in
            var updated: [SourceRow] = []
            for update in updates {
                guard let old = rows[update.id] else {
                    return .failure(Failure("targetGone", "there is no row \(update.id)"))
                }
                let row = old.value.merged(with: update.patch.value)
                rows[update.id] = row
                updated.append(SourceRow(id: update.id, value: row))
            }
            return .success(updated)
        }
    }

    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        answer {
            for id in ids { $0[id] = nil }
            return .success(Done())
        }
    }
}
