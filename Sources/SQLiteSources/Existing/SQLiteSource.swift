import FeatureKit
import JSON

/// The rows of a table, a view or a query of a database that is there.
final class SQLiteSource: DataSource {
    private let database: ExistingDatabase
    /// The key of the rows' ids.
    let idKey: String
    /// The edits of a table, but for moves; none of a view and a query.
    let abilities: SourceAbilities

    private init(_ database: ExistingDatabase, _ shape: TableShape) {
        self.database = database
        idKey = shape.idKey
        abilities = shape.isTable ? [.insert, .update, .delete] : []
    }

    /// Opens a database.
    ///
    /// - Parameter busySeconds: how long a lock of another program is waited for.
    static func open(_ options: JSONValue, busySeconds: Double = 5) -> SourceAnswer<SQLiteSource> {
        do throws(Failure) {
            let database = ExistingDatabase(try ExistingOptions(options), busySeconds: busySeconds)
            return database.open().map { $0.map { SQLiteSource(database, $0) } }
        } catch {
            return .now(.failure(error))
        }
    }

    /// Where changes are told, also those that other programs make.
    var changes: ChangeFeed? { database.changes }

    func fetch(_ request: FeatureKit.FetchRequest) -> SourceAnswer<Page> {
        database.read { [database] rows in
            database.noting(try rows.page(from: request.start, limit: request.limit))
        }
    }

    /// Inserts rows, each of which stands where the table has it.
    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        database.change(opID) { edits in try insertions.map { try edits.insert($0.row) } }
    }

    /// Changes rows; their versions are compared in the transaction that changes them.
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        database.change(opID) { edits in try edits.update(updates) }
    }

    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        delete(deletions: ids.map { RowDeletion($0) }, opID: opID)
    }

    /// Takes rows away; their versions are compared in the transaction that does it.
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        database.change(opID) { edits in
            try edits.checkVersions(deletions)
            try edits.delete(deletions.map(\.id))
            return Done()
        }
    }
}
