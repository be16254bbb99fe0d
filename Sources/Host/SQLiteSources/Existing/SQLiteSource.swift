import FHJSON
import FeatureKit

/// The rows of a table, a view or a query in an existing database.
final class SQLiteSource: DataSource {
    private let database: ExistingDatabase
    private let queries = RememberedQueries<ExistingRows>()
    /// The key of the rows' ids.
    let idKey: String
    /// Queries and, for a table, all edits except moves.
    let capabilities: SourceCapabilities

    private init(_ database: ExistingDatabase, _ shape: TableShape) {
        self.database = database
        idKey = shape.idKey
        capabilities = shape.isTable ? [.query, .insert, .update, .delete] : [.query]
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - options: The options of the source.
    ///   - busySeconds: The time in seconds to wait for locks of other programs.
    static func open(_ options: JSONValue, busySeconds: Double = 5) -> SourceAnswer<SQLiteSource> {
        do throws(Failure) {
            let database = ExistingDatabase(try ExistingOptions(options), busySeconds: busySeconds)
            return database.open().map { $0.map { SQLiteSource(database, $0) } }
        } catch {
            return .now(.failure(error))
        }
    }

    /// The feed of changes, which includes changes by other programs.
    var changes: ChangeFeed? { database.changes }

    func fetch(_ request: FeatureKit.FetchRequest) -> SourceAnswer<Page> {
        database.read(with: request.query.params) { [database, queries] rows, cancellation in
            database.noting(
                request.query.isPlain
                    ? try rows.page(from: request.start, limit: request.limit)
                    : try queries.page(request, of: rows, cancellation))
        }
    }

    /// Inserts rows.
    ///
    /// The table determines the positions of the rows.
    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        database.change(opID) { edits in try insertions.map { try edits.insert($0.row) } }
    }

    /// Updates rows.
    ///
    /// Versions are compared within the transaction.
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        database.change(opID) { edits in try edits.update(updates) }
    }

    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        delete(deletions: ids.map { RowDeletion($0) }, opID: opID)
    }

    /// Deletes rows.
    ///
    /// Versions are compared within the transaction.
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        database.change(opID) { edits in
            try edits.checkVersions(deletions)
            try edits.delete(deletions.map(\.id))
            return Done()
        }
    }
}
