import FHJSON
import FHRowCollections
import FeatureKit
import GRDB

/// Edits of an existing table, within one transaction.
struct ExistingEdits {
    let shape: TableShape
    let db: Database
    /// The rows that an undo can restore, including the rows that this transaction deletes.
    private(set) var deleted: DeletedRows

    private var rows: ExistingRows { ExistingRows(shape: shape, db: db) }

    /// Inserts a row.
    ///
    /// If the ids of the table are rowids, and the row's id is not an integer, the database assigns an id.
    ///
    /// If a row with this id and the same shown value was deleted before, that row is restored with all its columns.
    mutating func insert(_ row: SourceRow) throws -> SourceRow {
        var arguments = StatementArguments()
        var names: [String] = []
        var values: [String] = []
        for (name, value) in try members(ofNew: row) {
            names.append(name)
            values.append(value.expression(&arguments))
        }
        let list =
            names.isEmpty
            ? "DEFAULT VALUES" : "(\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
        try refusing(row.id) { try db.execute(sql: "INSERT INTO \(shape.origin) \(list)", arguments: arguments) }
        if let rowid = shape.rowid {
            let sql = "SELECT \(shape.selection) FROM \(shape.origin) WHERE \(rowid) = ?"
            return try one(sql, [db.lastInsertedRowID], row.id)
        }
        return try only(row.id).row
    }

    /// Updates rows.
    ///
    /// - Throws: `conflict` if a row has another version than its update specifies. Then no row is changed.
    func update(_ updates: [RowUpdate]) throws -> [SourceRow] {
        let conflicts = try updates.compactMap { update in
            guard update.ifVersion != nil else { return nil as SourceRow? }
            let row = try only(update.id).row
            return update.allows(row) ? nil : row
        }
        guard conflicts.isEmpty else { throw Failure.conflict(current: conflicts) }
        return try updates.map { change in
            try naming(change.id) { try update(change.id, patch: change.patch) }
        }
    }

    /// Adds the row's id to a failure about its values.
    ///
    /// The id is needed, because an update may concern several rows.
    private func naming<Value>(_ id: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as Failure where failure.code == "invalidData" {
            if ["row", shape.idKey].contains(where: { failure.message.contains("\($0) \(id)") }) { throw failure }
            let message = "the row \(LikelyName.shown(id)): \(failure.message)"
            throw Failure(failure.code, message, retryable: failure.retryable, mistakes: failure.mistakes)
        }
    }

    private func update(_ id: String, patch: JSONText) throws -> SourceRow {
        let row = try only(id)
        try row.checkWritable(patch.value)
        let patched = row.value.value.merged(with: patch.value).value
        guard patched.isObject, SourceRow.id(patched[shape.idKey]) == id else {
            throw Failure("invalidData", "the id of the row \(id) can't be changed", retryable: false)
        }
        var arguments = StatementArguments()
        let changes = try patch.value.members.filter { $0.key != shape.idKey }.map { key, _ in
            let (name, value) = try member(key, patched[key] ?? .null)
            return "\(name) = \(value.expression(&arguments))"
        }
        if changes.isEmpty { return row.row }
        let (condition, ids) = rows.condition(id)
        let sql = "UPDATE \(shape.origin) SET \(changes.joined(separator: ", ")) WHERE \(condition)"
        try refusing(id) { try db.execute(sql: sql, arguments: arguments + ids) }
        // SQLite does not count changes by triggers of a view, so the row itself is compared.
        let isCounted = db.changesCount > 0
        let now = try only(id).row
        if !isCounted, now.value.value == row.row.value.value, patched != now.value.value {
            throw ignored(id, "change")
        }
        return now
    }

    /// The failure of an edit that a trigger skips without an error, by `RAISE(IGNORE)`.
    private func ignored(_ id: String, _ edit: String) -> Failure {
        Failure(
            "invalidData", "a trigger of the database left out the \(edit) of the row \(LikelyName.shown(id))",
            retryable: false)
    }

    /// Checks that rows have the versions that their deletions specify.
    ///
    /// - Throws: `conflict` if a row has another version than its deletion specifies.
    func checkVersions(_ deletions: [RowDeletion]) throws {
        let others = try deletions.compactMap { deletion -> SourceRow? in
            guard deletion.ifVersion != nil, let row = try rows.rows(deletion.id).first?.row else { return nil }
            return deletion.allows(row) ? nil : row
        }
        guard others.isEmpty else { throw Failure.conflict(current: others) }
    }

    mutating func delete(_ ids: [String]) throws {
        for id in ids {
            let (condition, arguments) = rows.condition(id)
            let whole = try rows.whole(id)
            try naming(id) {
                try refusing(id) { try db.execute(cached: "DELETE FROM \(shape.origin) WHERE \(condition)", arguments) }
            }
            guard db.changesCount <= 1 else { throw several(id) }
            if db.changesCount == 0 {
                try checkOriginal(id)
                if try !rows.rows(id).isEmpty { throw ignored(id, "deletion") }
            }
            if let whole, db.changesCount == 1 { deleted.keep(whole) }
        }
    }

    // MARK: Rows

    /// Returns the only row with an id.
    private func only(_ id: String) throws -> ExistingRow {
        let found = try rows.rows(id)
        if found.count > 1 { throw several(id) }
        guard let row = found.first else {
            try checkOriginal(id)
            throw Failure("targetGone", "the row \(id) is no longer there", retryable: false)
        }
        return row
    }

    /// Checks an id for which no row was found.
    ///
    /// If several rows have the same id, each of them is shown with a new id instead.
    ///
    /// - Throws: A failure that names the id that several rows have, if `id` is such a new id.
    private func checkOriginal(_ id: String) throws {
        guard let original = RepeatedIDs.original(of: id), try rows.rows(original).count > 1 else { return }
        throw several(original)
    }

    private func one(_ sql: String, _ arguments: StatementArguments, _ id: String) throws -> SourceRow {
        guard let row = try rows.first(sql, arguments) else {
            throw Failure("targetGone", "the row \(id) was deleted as soon as it was inserted", retryable: false)
        }
        return row
    }

    private func several(_ id: String) -> Failure {
        Failure(
            "invalidData",
            "several rows have the \(shape.idKey) \(id); name a column that tells rows apart by the option id",
            retryable: false)
    }

    // MARK: Members

    /// Returns the columns of a new row, each with its quoted name and its value.
    private mutating func members(ofNew row: SourceRow) throws -> [(String, ColumnValue)] {
        if let whole = deleted.take(row), whole.names == shape.stored { return try members(of: whole) }
        var found: [(String, ColumnValue)] = []
        if let id = try idMember(row) { found.append(id) }
        for (key, value) in row.value.value.members where key != shape.idKey { found.append(try member(key, value)) }
        return found
    }

    /// Returns all columns of a restored row.
    ///
    /// These include its rowid, if the rowid is also the id or no other row has it now.
    private func members(of whole: DeletedRow) throws -> [(String, ColumnValue)] {
        var found = zip(whole.names, whole.values).map { ($0.quotedIdentifier, $1) }
        guard let rowid = shape.rowid, let number = whole.number else { return found }
        let sql = "SELECT 1 FROM \(shape.origin) WHERE \(rowid) = ?"
        // A rowid that is also the id is always set, so that a conflict with another row is reported.
        if try shape.hasOwnIDs || Row.fetchOne(db, cached: sql, [number]) == nil {
            found.append((rowid, .integer(number)))
        }
        return found
    }

    /// Returns the id column and its value; nil if the database assigns the id.
    private func idMember(_ row: SourceRow) throws -> (String, ColumnValue)? {
        let id = row.id
        let isNumber = Int64(id).map { "\($0)" == id } ?? false
        guard try !isNumber && shape.countsByNumbers(in: db) else {
            if shape.hasOwnIDs { return (shape.idColumn, .integer(Int64(id) ?? 0)) }
            guard let given = row.value.value[shape.idKey] else { return (shape.idColumn, .text(Array(id.utf8))) }
            return try member(shape.idKey, given)
        }
        return nil
    }

    private func member(_ key: String, _ value: JSONValue) throws -> (String, ColumnValue) {
        guard let column = shape.columns.first(where: { $0.name == key }) else {
            let names = shape.columns.map(\.name).joined(separator: ", ")
            throw refused("there is no column \(key); there are \(names)")
        }
        if column.isComputed { throw refused("the column \(key) is worked out by the database and can't be set") }
        do throws(ColumnFlaw) {
            return (key.quotedIdentifier, try ColumnValue(value, for: column.type))
        } catch {
            throw refused("the column \(key) \(error.message)")
        }
    }

    // MARK: Failures

    private func refused(_ message: String) -> Failure {
        Failure("invalidData", message, retryable: false)
    }

    /// Makes a failure about the values of columns.
    private func refused(_ message: String, _ code: String, at columns: [String]) -> Failure {
        let mistakes = columns.filter { name in shape.columns.contains { $0.name == name } }.map {
            Failure.Mistake(path: JSONPointer([$0]).description, code: code, message: message)
        }
        return Failure("invalidData", message, retryable: false, mistakes: mistakes)
    }

    /// Converts constraint violations into failures that name the constraint.
    private func refusing(_ id: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw refusal(error, id)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_MISMATCH {
            throw refused("the \(shape.idKey) \(id) is no integer, and the ids of this table are integers")
        }
    }

    private func refusal(_ error: DatabaseError, _ id: String) -> Failure {
        let said = error.message ?? ""
        // After the colon, SQLite lists columns with their table, or writes the name of a constraint.
        let about = said.split(separator: ": ", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        let columns = about.split(separator: ", ").map { $0.split(separator: ".").last.map(String.init) ?? "" }
        let list = columns.joined(separator: ", ")
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            if columns == [shape.idKey] || columns == [shape.rowid ?? ""] { return .duplicateID(id, shape.idKey) }
            return refused("another row has this \(list) already, and no two may", "unique", at: columns)
        case .SQLITE_CONSTRAINT_NOTNULL:
            return refused("the column \(list) must have a value", "required", at: columns)
        case .SQLITE_CONSTRAINT_FOREIGNKEY:
            return refused("the edit breaks a foreign key: a row refers to a row that does not exist")
        case .SQLITE_CONSTRAINT_CHECK:
            return refused("a rule of the table is broken: \(about)", "check", at: shape.columns(namedIn: about))
        default: return refused(said)
        }
    }
}

extension ExistingRows {
    /// Returns the first row of a statement.
    func first(_ sql: String, _ arguments: StatementArguments) throws -> SourceRow? {
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        guard let row = try cursor.next() else { return nil }
        return try readable(row).row
    }
}

extension TableShape {
    /// Returns an array with the only column that the text of a constraint mentions.
    ///
    /// The array is empty if the text mentions several columns or no column. The name of a constraint, for instance,
    /// may mention no column.
    func columns(namedIn rule: String) -> [String] {
        let words = Set(rule.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.lowercased() })
        let named = columns.map(\.name).filter { words.contains($0.lowercased()) }
        return named.count == 1 ? named : []
    }

    /// True if the ids are the rowids of the table, with or without a column that is an alias of the rowid.
    func countsByNumbers(in db: Database) throws -> Bool {
        if hasOwnIDs { return true }
        guard let table, rowid != nil else { return false }
        let sql = "SELECT name, type, pk FROM pragma_table_xinfo(?, 'main') WHERE pk > 0"
        let keys = try Row.fetchAll(db, sql: sql, arguments: [table])
        guard keys.count == 1 else { return false }
        return keys[0][0] == idKey && (keys[0][1] as String).uppercased() == "INTEGER"
    }
}
