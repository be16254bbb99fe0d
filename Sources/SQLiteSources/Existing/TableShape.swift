import FeatureKit
import GRDB
import GRDBSQLite
import JSON

/// What a table, a view or a query has for columns, and by what its rows are known.
struct TableShape: Sendable {
    struct Column: Sendable {
        let name: String
        /// The type that it is declared with.
        let type: DeclaredType
        /// Whether the database works it out from others.
        let isComputed: Bool
    }

    /// What gives the rows, as SQL has it behind FROM.
    let origin: String
    /// The name of the table, for people; nil for a query.
    let table: String?
    /// The columns that are shown, in their order.
    let columns: [Column]
    /// The names of all columns that rows are written with, also of those that aren't shown; none of a query.
    let stored: [String]
    /// The column of the ids, as SQL has it.
    let idColumn: String
    /// The member of the rows that has the ids.
    let idKey: String
    /// The name of the number that the database itself knows rows by; nil where there is none.
    let rowid: String?
    /// Whether it is a table, whose rows can be changed.
    let isTable: Bool

    /// Whether the ids are the numbers that the database gives, and no column of their own.
    var hasOwnIDs: Bool { !columns.contains { $0.name == idKey } }

    /// The table's name, or words for a query.
    var name: String { table ?? "the query" }

    /// The columns as lists show them.
    var columnTypes: [ColumnType] {
        let own = hasOwnIDs ? [ColumnType(key: idKey, type: .number)] : []
        return own + columns.map { ColumnType(key: $0.name, type: $0.type.column) }
    }

    /// What rows are read from, with the id first.
    var selection: String {
        (["\(idColumn) AS \(idKey.quotedIdentifier)"] + columns.map(\.name.quotedIdentifier)).joined(separator: ", ")
    }

    /// Reads what a table or a view has.
    ///
    /// - Throws: `tableGone` where it is not there, `invalidOptions` where its rows have no such id or columns.
    init(table name: String, _ options: ExistingOptions, in db: Database) throws {
        // The list of tables looks into all views. Where there are too many, what is shown can only be read.
        let hasFewViews = try DatabaseLimits.hasFewViews(db)
        let list =
            hasFewViews
            ? "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE"
            : "SELECT name, 'view', 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE"
        let found = try Row.fetchOne(db, sql: list, arguments: [name])
        guard let found else {
            throw Failure("tableGone", "\(options.path) has no table \(name); see what became of it", retryable: true)
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

    /// Reads what a query gives.
    ///
    /// - Throws: what the database says to it, `invalidOptions` where its rows have no such id or columns.
    init(query: String, _ options: ExistingOptions, in db: Database) throws {
        let origin = "(\(query)\n)"
        // Of two columns of one name the second gets another one.
        let statement = try db.makeStatement(sql: "SELECT * FROM \(origin)")
        let all = statement.columnNames.enumerated().map { place, name in
            // Of the column of a table that it comes from; none where it is worked out.
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
        // By the name that it has in SQL, or as the id where nobody named one.
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

/// What the workspace says about a source over a database that is there.
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
            throw .invalidOption("table", "or query must be there, and not both: what has the rows")
        }
        guard var query = try options.text("query") else {
            query = nil
            return
        }
        while let last = query.last, last.isWhitespace || last == ";" { query.removeLast() }
        self.query = query
    }
}
