import FHJSON
import FeatureKit
import GRDB
import GRDBSQLite

/// The columns of a table, a view or a query, and the id of its rows.
struct TableShape: Sendable {
    struct Column: Sendable {
        let name: String
        let type: DeclaredType
        /// True for a generated column.
        let isComputed: Bool
    }

    /// The SQL expression that follows FROM.
    let origin: String
    /// The name of the table, for users; nil for a query.
    let table: String?
    /// The shown columns, in the order of the table or the query.
    var columns: [Column]
    /// The names of all stored columns, including the hidden columns; empty for a query.
    let stored: [String]
    /// The id column as an SQL expression.
    let idColumn: String
    /// The member of the rows that contains the id.
    let idKey: String
    /// The name of the rowid; nil if the rows have none.
    let rowid: String?
    /// True for a table; false for a query, whose rows are read-only.
    let isTable: Bool

    /// True if the ids are rowids that are in no column.
    var hasOwnIDs: Bool { !columns.contains { $0.name == idKey } }

    /// The name of the table, or a phrase for a query.
    var name: String { table ?? "the query" }

    /// The columns as reported to lists, with the id first if it is in no column of the table.
    var columnTypes: [ColumnType] {
        let own = hasOwnIDs ? [ColumnType(key: idKey, type: .number)] : []
        return own + columns.map { ColumnType(key: $0.name, type: $0.type.column) }
    }

    /// The selected SQL columns, with the id first.
    var selection: String {
        (["\(idColumn) AS \(idKey.quotedIdentifier)"] + columns.map(\.name.quotedIdentifier)).joined(separator: ", ")
    }

    /// Reads the columns of a table or a view.
    ///
    /// - Throws: `tableGone` if there is no such table or view; `invalidOptions` if it lacks a column that the options
    ///   name.
    init(table name: String, _ options: ExistingOptions, in db: Database) throws {
        // Listing the tables resolves all views. With too many views, the tables are not listed, and each table counts
        // as a read-only view.
        let hasFewViews = try DatabaseLimits.hasFewViews(db)
        let list =
            hasFewViews
            ? "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE"
            : "SELECT name, 'view', 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE"
        let found = try Row.fetchOne(db, sql: list, arguments: [name])
        guard let found else {
            throw Failure("tableGone", "\(options.path) has no table \(name); check the database", retryable: true)
        }
        let table: String = found[0]
        isTable = found[1] == "table"
        let sql = "SELECT name, type, hidden FROM pragma_table_xinfo(?, 'main') ORDER BY cid"
        let all = try Row.fetchAll(db, sql: sql, arguments: [table])
            .map { Column(name: $0[0], type: DeclaredType($0[1] ?? ""), isComputed: $0[2] as Int != 0) }
        let withoutRowid: Bool = found[2]
        let taken = Set(all.map { $0.name.lowercased() })
        let rowid = ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
        self.table = table
        origin = "main.\(table.quotedIdentifier)"
        self.rowid = isTable && !withoutRowid ? rowid : nil
        stored = all.filter { !$0.isComputed }.map(\.name)
        (idKey, idColumn) = try Self.id(options, all, rowid: self.rowid, of: "the table \(table)")
        columns = try Self.shown(options, all, idKey: idKey, of: "the table \(table)")
    }

    /// Reads the columns of a query.
    ///
    /// - Throws: The error of the database; `invalidOptions` if the query lacks a column that the options name.
    init(query: String, _ options: ExistingOptions, in db: Database) throws {
        let origin = "(\(query)\n)"
        // If two columns have the same name, SQLite gives the second one another name.
        let statement = try db.makeStatement(sql: "SELECT * FROM \(origin)")
        let all = statement.columnNames.enumerated().map { place, name in
            // The declaration of the table's column; none for a computed column.
            let declaration = sqlite3_column_decltype(statement.sqliteStatement, CInt(place))
            return Column(
                name: name, type: DeclaredType(declaration.map { String(cString: $0) } ?? ""), isComputed: false)
        }
        self.origin = origin
        table = nil
        rowid = nil
        isTable = false
        stored = []
        (idKey, idColumn) = try Self.id(options, all, rowid: nil, of: "the query")
        columns = try Self.shown(options, all, idKey: idKey, of: "the query")
    }

    private static func id(
        _ options: ExistingOptions, _ columns: [Column], rowid: String?, of origin: String
    ) throws -> (key: String, column: String) {
        let wanted = options.id ?? "id"
        if columns.contains(where: { $0.name == wanted }) { return (wanted, wanted.quotedIdentifier) }
        // Without a column of this name, the rowid can be the id: by default, or if the option is `rowid`.
        if let rowid, options.id == nil || options.id?.lowercased() == "rowid" { return (wanted, rowid) }
        let names = columns.map(\.name).joined(separator: ", ")
        throw Failure.invalidOption("id", "must be a column that tells the rows of \(origin) apart; it has \(names)")
    }

    private static func shown(
        _ options: ExistingOptions, _ columns: [Column], idKey: String, of origin: String
    ) throws -> [Column] {
        guard let wanted = options.columns else { return columns }
        for name in wanted where !columns.contains(where: { $0.name == name }) {
            let names = columns.map(\.name).joined(separator: ", ")
            throw Failure.invalidOption("columns", "names \(name), which \(origin) doesn't have; it has \(names)")
        }
        return columns.filter { wanted.contains($0.name) || $0.name == idKey }
    }
}

/// The options of a source over an existing database.
struct ExistingOptions: Sendable {
    let path: String
    let table: String?
    let query: String?
    let id: String?
    let columns: [String]?

    init(_ value: JSONValue) throws(Failure) {
        let options = try SourceOptions(value, of: "sqlite", known: ["path", "table", "query", "id", "columns"])
        path = try options.requiredText("path", "the database's file")
        table = try options.text("table")
        id = try options.text("id")
        columns = try options.names("columns")
        guard (table == nil) != (options.has("query") == false) else {
            throw .invalidOption("table", "or query must be set, but not both")
        }
        guard var query = try options.text("query") else {
            query = nil
            return
        }
        while let last = query.last, last.isWhitespace || last == ";" { query.removeLast() }
        self.query = ParamFunction.prepared(query)
    }
}
