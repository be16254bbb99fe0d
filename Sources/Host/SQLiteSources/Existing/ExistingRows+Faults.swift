import FHJSON
import FHRowCollections
import FeatureKit
import GRDB

/// Errors of rows that can't be shown, or can't be shown unchanged.
extension ExistingRows {
    /// Returns a row as it is shown; nil for a row that is omitted.
    ///
    /// - Parameter number: The rowid; if the rows have none, the index of the row among all rows.
    /// - Throws: The error of the row, if it has one and ``faults`` is nil.
    func shown(_ row: Row, number: Int64) throws -> ExistingRow? {
        do throws(RowFault) {
            let row = try read(row)
            if faults == nil, let fault = row.fault { throw fault }
            guard let id = faults?.otherIDs[number] else { return row }
            return row.with(id: id, shape)
        } catch {
            if faults == nil { throw error }
            return nil
        }
    }

    /// True if several of the first ``countLimit`` rows have the same id.
    func mayRepeatIDs() throws -> Bool {
        if try shape.hasUniqueIDs(in: db) { return false }
        let ids = "SELECT CAST(\(shape.idColumn) AS TEXT) AS id FROM \(shape.origin) LIMIT \(Self.countLimit)"
        let sql = "SELECT 1 FROM (\(ids)) WHERE id IS NOT NULL GROUP BY id HAVING count(*) > 1 LIMIT 1"
        return try Row.fetchOne(db, cached: sql, []) != nil
    }

    /// Searches the first ``countLimit`` rows for errors.
    ///
    /// - Throws: `invalidData` if no row can be shown.
    func findFaults(_ cancellation: Cancellation) throws -> FoundFaults {
        var numbers: [Int64] = []
        var rows: [(id: String?, digest: RowDigest?, fault: RowFault?)] = []
        let order = shape.rowid.map { "ORDER BY \($0)" } ?? ""
        let sql = """
            SELECT \(shape.selection), \(shape.rowid ?? "NULL") FROM \(shape.origin) \(order) LIMIT \(Self.countLimit)
            """
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try cursor.next() {
            try cancellation.check()
            numbers.append(row[shape.columns.count + 1] ?? Int64(numbers.count))
            do throws(RowFault) {
                let row = try read(row)
                rows.append((row.id, row.value.bytes.withUnsafeBytes(RowDigest.init), row.fault))
            } catch {
                rows.append((nil, nil, error))
            }
        }
        var faults = FoundFaults()
        var ids = RepeatedIDs(rows.lazy.compactMap(\.id))
        var firsts: Set<ExactText> = []
        for (number, row) in zip(numbers, rows) {
            faults.note(row.fault, isShown: row.id != nil)
            guard let id = row.id, let digest = row.digest, let own = ids.own(id, of: digest) else { continue }
            faults.otherIDs[number] = own
            if !firsts.insert(id) { faults.noteAlso(.repeated(id, as: own, shape)) }
        }
        try faults.checkReadable()
        return faults
    }

    /// Returns a row as the answer to an edit.
    ///
    /// - Throws: `invalidData` if the row can't be shown.
    func readable(_ row: Row) throws -> ExistingRow {
        do throws(RowFault) {
            return try read(row)
        } catch {
            throw error.failure
        }
    }

    /// Describes a row without an id, by its rowid if the rowid was read.
    private func name(of row: Row) -> String {
        let place = shape.columns.count + 1
        let number: Int64? = shape.rowid != nil && row.count > place ? row[place] : nil
        return number.map { "the row with the rowid \($0) of \(shape.name)" } ?? "a row of \(shape.name)"
    }

    /// Reads a row.
    ///
    /// - Throws: The error of the row, if it can't be shown.
    func read(_ row: Row) throws(RowFault) -> ExistingRow {
        let idValue = row[0] as ColumnValue? ?? .null
        guard let id = idValue.id else {
            throw RowFault(
                code: .noId, id: nil,
                sentence: """
                    \(name(of: row)) has a \(shape.idKey) that is neither a text nor a whole number; the option id \
                    can name another column
                    """)
        }
        guard id.utf8.count <= Self.longestID else {
            throw RowFault(
                code: .tooLong, id: nil,
                sentence: "\(name(of: row)) has a \(shape.idKey) that is longer than \(Self.longestID) bytes")
        }
        var flawed: [String] = []
        let value = JSONText.build { json in
            json.beginObject()
            if shape.hasOwnIDs {
                json.key(shape.idKey)
                idValue.write(to: &json)
            }
            for (place, column) in shape.columns.enumerated() {
                json.key(column.name)
                let value = row[place + 1] as ColumnValue? ?? .null
                if value.hasInvalidBytes { flawed.append(column.name) }
                value.write(column.type, to: &json)
            }
            json.endObject()
        }
        guard value.bytes.count <= Self.longestRow else {
            throw RowFault(
                code: .tooLong, id: id,
                sentence: """
                    the row \(id) of \(shape.name) is longer than \(Self.longestRow) bytes; the option columns can leave \
                    its long column out
                    """)
        }
        return ExistingRow(id: id, value: value, flawedColumns: flawed, shape.name)
    }
}

extension TableShape {
    /// True if the table ensures that ids are unique.
    func hasUniqueIDs(in db: Database) throws -> Bool {
        guard let table, isTable else { return false }
        if try countsByNumbers(in: db) { return true }
        let sql = """
            SELECT count(*) FROM pragma_index_list(?, 'main') AS list WHERE list."unique" AND NOT list.partial AND
            (SELECT group_concat(name) FROM pragma_index_info(list.name, 'main')) = ? COLLATE NOCASE
            """
        return try Int.fetchOne(db, sql: sql, arguments: [table, idKey]) ?? 0 > 0
    }
}
