import FeatureKit
import JSON
import Synchronization

/// Rows that stand in the workspace itself, kept in memory: edits last as long as the host.
///
/// Its answers are there at once.
public final class InlineSource: DataSource {
    private let table: Mutex<RowTable>
    /// The key of the rows' ids.
    public let idKey: String
    /// Where edits are told; nil where nobody is to be told.
    public let changes: ChangeFeed?

    /// Keeps rows.
    ///
    /// - Parameter isWatched: whether those who show the rows are told of edits that others make.
    /// - Throws: a ``Failure`` where two rows have one id.
    public init(
        rows: some Sequence<SourceRow>, id: String = "id", isWatched: Bool = false
    ) throws(Failure) {
        idKey = id
        changes = isWatched ? ChangeFeed() : nil
        table = Mutex(try RowTable(unique: rows))
    }

    /// It can be edited.
    public var abilities: SourceAbilities { .all }

    /// A page of the rows.
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

    /// Takes rows away.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        perform(opID) { table throws(Failure) in try table.delete(ids) }
    }

    /// Takes rows away that nobody has changed.
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
