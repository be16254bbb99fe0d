import FHJSON
import FeatureKit
import Synchronization

/// A source of rows from the workspace file, which are kept in memory.
///
/// Edits are lost when the host ends. The source always answers immediately.
///
/// ```swift
/// let row = SourceRow(id: "1", value: .object("title", .string("Buy milk")))
/// let source = try InlineSource(rows: [row])
/// ```
public final class InlineSource: DataSource {
    private let table: Mutex<RowTable>
    /// The key of the member that contains a row's id.
    public let idKey: String
    /// The feed of edits; nil if the source is not watched.
    public let changes: ChangeFeed?

    /// Makes a source of rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - id: The key of the member that contains a row's id.
    ///   - isWatched: True to notify listeners of edits by others.
    /// - Throws: ``Failure`` if two rows have the same id.
    public init(
        rows: some Sequence<SourceRow>, id: String = "id", isWatched: Bool = false
    ) throws(Failure) {
        idKey = id
        changes = isWatched ? ChangeFeed() : nil
        table = Mutex(try RowTable(unique: rows))
    }

    /// The capabilities: all edits.
    public var capabilities: SourceCapabilities { .all }

    /// Returns a page of the rows.
    public func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        .now(table.withLock { $0.page(request) })
    }

    /// Inserts rows.
    public func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        perform(opID) { table throws(Failure) in try table.insert(insertions) }
    }

    /// Changes rows.
    public func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        perform(opID) { table throws(Failure) in try table.update(updates) }
    }

    /// Moves rows.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        perform(opID) { table throws(Failure) in try table.move(ids, before: before) }
    }

    /// Moves rows.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        perform(opID) { table throws(Failure) in try table.move(ids, behind: anchor) }
    }

    /// Deletes rows.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        perform(opID) { table throws(Failure) in try table.delete(ids) }
    }

    /// Deletes rows if all of them have the versions that the deletions specify.
    public func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        perform(opID) { table throws(Failure) in try table.delete(deletions: deletions) }
    }

    /// Deletes rows if all of them are unchanged since the caller read them.
    public func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        perform(opID) { table throws(Failure) in try table.delete(unchanged: rows) }
    }

    private func perform<Value>(
        _ opID: String, _ body: (inout RowTable) throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        let result = table.withLock { table in
            Result { () throws(Failure) in try table.once(opID, body) }
        }
        if case .success = result { changes?.tell(SourceChange(opID: opID)) }
        return .now(result)
    }
}
